/** Escapes text so that Markdown reads it as plain text. Only characters with a meaning at their place are escaped. */
import { beginsDirective } from "../../../../runtime/rendering/dialect/directives.ts";

export interface EscapeContext {
  /** True if brackets could be read as a link. */
  readonly brackets: boolean;
  readonly isCell: boolean;
  /** True if a link follows: a `!` before it would make a picture. */
  readonly beforeLink: boolean;
  /** True if code follows: a `$` before it would begin maths. */
  readonly beforeCode: boolean;
  /** True behind a directive: braces would become its values. */
  readonly afterDirective: boolean;
  /** The character before the text; empty if unknown. `right` is the one after. */
  readonly left: string;
  readonly right: string;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;

interface SignContext extends EscapeContext {
  readonly text: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

const always = (): boolean => true;
const bracket = ({ brackets }: SignContext): boolean => brackets;

/**
 * Tells for each special character whether it has a meaning at its place. An unknown neighbour counts as any character.
 */
const MEANS: Readonly<Record<string, (place: SignContext) => boolean>> = {
  // A space after the backslash may become a character reference, or be trimmed at a line end. The backslash would then
  // escape the reference or break the line.
  "\\": ({ after }) => after === "" || PUNCTUATION.test(after) || /\s/.test(after),
  "`": always,
  // A wide space may become a character reference, and then a star beside it has a meaning.
  "*": ({ before, after }) => !(/[ \t]/.test(before) && /[ \t]/.test(after)),
  _: ({ before, after }) => !(WORD.test(before) && WORD.test(after)),
  "[": bracket,
  "]": bracket,
  "<": ({ after }) => after === "" || /[A-Za-z/!?]/.test(after),
  "&": ({ text, at }) => /^&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]*);/i.test(text.slice(at, at + 40)),
  "!": ({ after, beforeLink }) => after === "" && beforeLink,
  "~": ({ text, before, after }) =>
    before === "" || after === "" || before === "~" || after === "~" || text.split("~").length > 2,
  "|": ({ isCell }) => isCell,
  ":": ({ text, at, beforeLink }) => beginsDirective(text.slice(at) + (beforeLink ? "[" : "")),
  "{": ({ at, afterDirective }) => at === 0 && afterDirective,
  // Pairs of these signs mark, raise and lower text.
  "=": ({ before, after }) => before === "=" || after === "=",
  // Maths begins with a dollar and code.
  $: ({ after, beforeCode }) => after === "" && beforeCode,
  "^": ({ text, before, brackets }) => text.split("^").length > 2 || (before === "[" && !brackets),
};

export const escapeText = (text: string, around: EscapeContext): string =>
  text.replaceAll(/[\\`*_[\]<&!~|=^:{$\n\u00a0]/g, (sign, at: number) => {
    if (sign === "\n") return " ";
    if (sign === "\u00a0") return "&nbsp;";
    const before = text.charAt(at - 1) || around.left;
    const place = { ...around, text, at, before, after: text.charAt(at + 1) || around.right };
    return MEANS[sign]?.(place) ? `\\${sign}` : sign;
  });

const coded = (text: string): string => text.replaceAll(/[^]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

export const codeFirst = (text: string): string => text.replace(/^./u, coded);
/**
 * Writes the last character as a reference. A single backslash before it would now escape the reference, so it is
 * doubled.
 */
export const codeLast = (text: string): string =>
  text.replace(
    /(\\*)(.)$/su,
    (_, slashes: string, sign: string) => slashes + "\\".repeat(slashes.length % 2) + coded(sign),
  );

/**
 * Writes wide spaces at a block's edges as references, because a reader would trim them. Chinese paragraphs begin with
 * one.
 */
export const keepWideSpaces = (text: string): string => text.replaceAll(/^[^\S \t\n]+|[^\S \t\n]+$/g, coded);

/** Patterns of line beginnings that open a block. The character to escape follows the first group. */
const LINE_STARTS = [
  /^()#{1,6}(?=\s|$)/,
  /^()>/,
  /^()[-+*](?=\s|$)/,
  /^(\d{1,9})[.)](?=\s|$)/,
  /^()(?:-[ \t]*){2,}$/,
  /^()\$\$/,
  /^():[ \t]/,
];
/** Patterns of later lines that turn a paragraph into a heading or a table. */
const LATER_STARTS = [/^()[=]+[ \t]*$/, /^()[|:-][|: \t-]*$/];

export function escapeLine(line: string, index: number): string {
  const starts = index === 0 ? LINE_STARTS : [...LINE_STARTS, ...LATER_STARTS];
  const found = starts.map((start) => start.exec(line)).find((match) => match !== null);
  const at = found?.[1]?.length;
  return at === undefined ? line : `${line.slice(0, at)}\\${line.slice(at)}`;
}

/** A code span. Its fence is longer than any run of backticks in it. */
export function codeSpan(text: string, isCell: boolean): string {
  const rows = text.match(/`+/g) ?? [];
  const fence = "`".repeat(rows.reduce((most, { length }) => Math.max(most, length), 0) + 1);
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && /[^ ]/.test(text));
  const inside = isPadded ? ` ${text} ` : text;
  return fence + (isCell ? inside.replaceAll("|", "\\|") : inside).replaceAll("\n", " ") + fence;
}

/** The address of a link, in angle brackets if it holds characters that would end it. */
export function destination(href: string): string {
  if (href === "" || /[\s<>()\\]/.test(href)) return `<${href.replaceAll(/[<>\\]/g, "\\$&").replaceAll("\n", "%0A")}>`;
  return href.replaceAll(/&(?=#?\w+;)/g, "\\&");
}

export const titleText = (title: string): string =>
  title === "" ? "" : ` "${title.replaceAll(/["\\]|&(?=#?\w+;)/g, "\\$&").replaceAll("\n", "&#10;")}"`;

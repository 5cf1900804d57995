/** Writes text so that Markdown reads it as that text. It escapes only what would be read as something else. */

export interface EscapeContext {
  /** True if brackets could be read as a link. */
  readonly brackets: boolean;
  readonly isCell: boolean;
  /** True if a link follows, which an exclamation mark would make a picture. */
  readonly beforeLink: boolean;
  /** The signs beside the text; empty where they are not known. */
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

/** For each sign that can mean something, whether it does here. A neighbour that is not known may be any. */
const MEANS: Readonly<Record<string, (place: SignContext) => boolean>> = {
  // A space may be written by its number, which begins with a sign, or go before the end of a line.
  "\\": ({ after }) => after === "" || PUNCTUATION.test(after) || /\s/.test(after),
  "`": always,
  // A wide space is written by its number or name, which a star can stand at.
  "*": ({ before, after }) => !(/[ \t]/.test(before) && /[ \t]/.test(after)),
  _: ({ before, after }) => !(WORD.test(before) && WORD.test(after)),
  "[": bracket,
  "]": bracket,
  "<": ({ after }) => after === "" || /[A-Za-z/!?]/.test(after),
  "&": ({ text, at }) => /^&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]*);/i.test(text.slice(at, at + 40)),
  "!": ({ after, beforeLink }) => after === "" && beforeLink,
  "~": ({ before, after }) => before === "" || after === "" || before === "~" || after === "~",
  "|": ({ isCell }) => isCell,
};

export const escapeText = (text: string, around: EscapeContext): string =>
  text.replaceAll(/[\\`*_[\]<&!~|\n\u00a0]/g, (sign, at: number) => {
    if (sign === "\n") return " ";
    if (sign === "\u00a0") return "&nbsp;";
    const before = text.charAt(at - 1) || around.left;
    const place = { ...around, text, at, before, after: text.charAt(at + 1) || around.right };
    return MEANS[sign]?.(place) ? `\\${sign}` : sign;
  });

const coded = (text: string): string => text.replaceAll(/[^]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

export const codeFirst = (text: string): string => text.replace(/^./u, coded);
/** A backslash before the sign stood for itself, and has to go on doing so. */
export const codeLast = (text: string): string =>
  text.replace(
    /(\\*)(.)$/su,
    (_, slashes: string, sign: string) => slashes + "\\".repeat(slashes.length % 2) + coded(sign),
  );

/** Spaces that a reader would cut off at the edge of a block, such as the wide one before a Chinese paragraph. */
export const keepWideSpaces = (text: string): string => text.replaceAll(/^[^\S \t\n]+|[^\S \t\n]+$/g, coded);

/** Signs that begin a block when they begin a line. The sign to escape stands after the first group. */
const LINE_STARTS = [/^()#{1,6}(?=\s|$)/, /^()>/, /^()[-+*](?=\s|$)/, /^(\d{1,9})[.)](?=\s|$)/, /^()(?:-[ \t]*){2,}$/];
/** Later lines that turn a paragraph into a heading or a table. */
const LATER_STARTS = [/^()[=]+[ \t]*$/, /^()[|:-][|: \t-]*$/];

export function escapeLine(line: string, index: number): string {
  const starts = index === 0 ? LINE_STARTS : [...LINE_STARTS, ...LATER_STARTS];
  const found = starts.map((start) => start.exec(line)).find((match) => match !== null);
  const at = found?.[1]?.length;
  return at === undefined ? line : `${line.slice(0, at)}\\${line.slice(at)}`;
}

/** A code span: its fence is longer than any row of backticks in it. */
export function codeSpan(text: string, isCell: boolean): string {
  const rows = text.match(/`+/g) ?? [];
  const fence = "`".repeat(rows.reduce((most, { length }) => Math.max(most, length), 0) + 1);
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && /[^ ]/.test(text));
  const inside = isPadded ? ` ${text} ` : text;
  return fence + (isCell ? inside.replaceAll("|", "\\|") : inside).replaceAll("\n", " ") + fence;
}

/** The address of a link, in angle brackets where it holds what would end it. */
export function destination(href: string): string {
  if (href === "" || /[\s<>()\\]/.test(href)) return `<${href.replaceAll(/[<>\\]/g, "\\$&").replaceAll("\n", "%0A")}>`;
  return href.replaceAll(/&(?=#?\w+;)/g, "\\&");
}

export const titleText = (title: string): string =>
  title === "" ? "" : ` "${title.replaceAll(/["\\]|&(?=#?\w+;)/g, "\\$&").replaceAll("\n", "&#10;")}"`;

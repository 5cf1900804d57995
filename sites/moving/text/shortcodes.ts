/** Shortcodes of Hugo and Zola and tags of Jekyll, as Markdown or as sections. Nothing of them runs. */
import type { Marks } from "../html/marks.ts";
import { type GivenValues, type ImportRow, madeByRow, type RowResult } from "../tree/imports.ts";
import { type TextEdit, withEdits } from "./edits.ts";
import { codeSpans } from "./parsed.ts";

export interface Spelled {
  readonly markdown: string;
  readonly lost: readonly { readonly line: number; readonly what: string }[];
}

/** The ways in which a shortcode is written. Each has groups for the name and for its values. */
const WRITTEN = [
  /\{\{[<%]\s*(?<close>\/?)\s*(?<name>[\w./-]+)(?<values>(?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`])*?)\s*\/?\s*[>%]\}\}/,
  /\{%-?\s*(?<name>[\w-]+)(?:\((?<args>[^)]*)\)|(?<values>[^%]*?))\s*-?%\}/,
  /\{\{\s*(?<name>[\w-]+)\((?<args>[^)]*)\)\s*\}\}/,
];
const ANY = new RegExp(
  WRITTEN.map(({ source }, index) => source.replaceAll(/\(\?<(\w+)>/g, `(?<$1${index}>`)).join("|"),
  "g",
);

const VALUES =
  /([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|`([^`]*)`|'([^']*)'|([^\s,]+))|"((?:\\.|[^"\\])*)"|`([^`]*)`|([^\s,]+)/g;

function valuesIn(text: string): GivenValues {
  const given: Record<string, string> = {};
  let number = 0;
  for (const [, name, ...values] of text.matchAll(VALUES)) {
    const value = (values.find((one) => one !== undefined) ?? "").replaceAll(/\\(.)/g, "$1");
    given[name ?? String(number++)] = value;
  }
  return given;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly isClosing: boolean;
  readonly values: string;
  readonly text: string;
}

function findAll(markdown: string): Found[] {
  // A shortcode in a comment is an example of its author, and pairs with nothing outside of it.
  const spans = codeSpans(markdown);
  const code = [
    ...spans,
    ...commentSpans(markdown).filter(([at]) => !spans.some(([from, to]) => at >= from && at < to)),
  ];
  return [...markdown.matchAll(ANY)].flatMap((match): Found[] => {
    const [text] = match;
    if (isShown(text) || code.some(([start, end]) => match.index >= start && match.index < end)) return [];
    const of = (group: string): string =>
      WRITTEN.map((_, index) => match.groups?.[`${group}${index}`]).find((one) => one !== undefined) ?? "";
    const name = of("name");
    const isClosing = of("close") === "/" || name.startsWith("end");
    return [
      {
        start: match.index,
        end: match.index + text.length,
        name: name.replace(/^end(?=\w)|^end-/, ""),
        isClosing,
        values: of("values") || of("args"),
        text,
      },
    ];
  });
}

const commentSpans = (markdown: string): [start: number, end: number][] =>
  [...markdown.matchAll(/<!--[^]*?-->/g)].map((match) => [match.index, match.index + match[0].length]);

/** The addresses that templates of a site would make. */
export interface Speaking {
  readonly rows: readonly ImportRow[];
  /** The address of another page of the source, by the name that a reference uses. */
  readonly ref?: (name: string) => string | undefined;
}

const REFERENCES = new Set(["ref", "relref", "post_url", "link"]);

/** Shortcodes that their author shows, and that nothing carries out. */
const SHOWN = /(\{\{[<%]?|\{%)\/\*\s*([^]*?)\s*\*\/([>%]?\}\}|%\})/g;

const isShown = (text: string): boolean => text.search(SHOWN) === 0;

export function withoutShortcodes(markdown: string, marks: Marks, speaking: Speaking): Spelled {
  if (!/\{[{%]/.test(markdown)) return { markdown, lost: [] };
  const lost: { line: number; what: string }[] = [];
  const lose = ({ start }: Found, what: string): void => void lost.push({ line: lineAt(markdown, start), what });
  const found = findAll(plainVariables(markdown));
  const edits: TextEdit[] = [];
  const ended = new Set<Found>();
  for (let index = 0; index < found.length; index++) {
    const one = found[index] as Found;
    if (ended.has(one)) continue;
    const closing = one.isClosing ? -1 : closingOf(found, index);
    const last = closing === -1 ? undefined : (found[closing] as Found);
    const dead = deadReference(markdown, one, speaking);
    if (dead !== undefined) lose(one, `the reference to ${dead}, which the source does not have`);
    const made = dead === undefined ? madeAt(markdown, one, last, speaking) : { text: destination(dead) };
    if (made) {
      edits.push(wholeEdit(markdown, one, last ?? one, spoken(made, marks)));
      index = Math.max(index, closing);
      continue;
    }
    lose(one, `shortcode ${one.name}, kept as it was written`);
    edits.push(...markedEdits(markdown, one, last, marks));
    if (last) ended.add(last);
  }
  const spelled = withEdits(plainVariables(markdown), edits);
  return { markdown: spelled.replaceAll(SHOWN, "$1 $2 $3"), lost };
}

const madeAt = (markdown: string, one: Found, last: Found | undefined, speaking: Speaking): RowResult | undefined =>
  one.isClosing ? undefined : madeOf(one, last ? markdown.slice(one.end, last.start).trim() : "", speaking);

/** The text of a shortcode with all that it encloses. */
const wholeEdit = (markdown: string, { start }: Found, { end }: Found, text: string): TextEdit => ({
  start,
  end,
  text: alone(markdown, start, end, text),
});

/** The mark of an unknown shortcode. What it encloses is read like the text around it, and its end only ends it. */
function markedEdits(
  markdown: string,
  { start, end, name, text }: Found,
  last: Found | undefined,
  marks: Marks,
): TextEdit[] {
  const mark = marks.mark({ kind: "unknown", what: `shortcode ${name}`, text });
  if (!last) return [{ start, end, text: alone(markdown, start, end, mark) }];
  return [
    { start, end, text: `\n\n${mark}\n\n` },
    { start: last.start, end: last.end, text: "\n\n" },
  ];
}

/** Variables that only name the site itself. They keep their length, so that places in the text stay. */
const plainVariables = (markdown: string): string =>
  markdown.replaceAll(
    /\{\{-?\s*site\.(?:base)?url\s*-?\}\}|\{\{\s*"([^"]*)"\s*\|\s*(?:relative|absolute)_url\s*\}\}/g,
    (all, path = "") => String(path).padEnd(all.length, "\u2060"),
  );

const closingOf = (found: readonly Found[], index: number): number => {
  const { name } = found[index] as Found;
  return found.findIndex((one, at) => at > index && one.isClosing && one.name === name);
};

/** The name in a reference to a page. Undefined for another shortcode. */
function referenceIn({ name, values }: Found): string | undefined {
  const given = valuesIn(values);
  return REFERENCES.has(name) ? (given["path"] ?? given["0"] ?? "") : undefined;
}

/** The name in a reference that leads nowhere. It stays the address of its link, because no mark can stand there. */
function deadReference(markdown: string, one: Found, { ref }: Speaking): string | undefined {
  const name = referenceIn(one);
  return name !== undefined && ref?.(name) === undefined && markdown.endsWith("](", one.start) ? name : undefined;
}

const destination = (name: string): string => encodeURI(name).replaceAll("(", "%28").replaceAll(")", "%29");

function madeOf(found: Found, content: string, { rows, ref }: Speaking): RowResult | undefined {
  const reference = referenceIn(found);
  if (reference !== undefined) {
    const address = ref?.(reference);
    return address === undefined ? undefined : { text: address };
  }
  const row = rows.find(({ name }) => name === found.name);
  return row && madeByRow(row, { ...valuesIn(found.values), ...(content === "" ? {} : { content }) });
}

const spoken = (made: RowResult, marks: Marks): string => ("text" in made ? made.text : marks.mark(made.part));

/** A mark or a block stands in lines of its own, if the shortcode did. */
function alone(markdown: string, start: number, end: number, text: string): string {
  const before = markdown.slice(markdown.lastIndexOf("\n", start - 1) + 1, start);
  const [after = ""] = markdown.slice(end).split("\n", 1);
  return before.trim() === "" && after.trim() === "" ? `\n${text}\n` : text;
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

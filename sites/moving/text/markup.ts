/** HTML inside Markdown: as Markdown, as sections, or left out with a word. The rest stays as it was written. */
import { markdownOfHtml } from "../html/markdownOfHtml.ts";
import type { Marks } from "../html/marks.ts";
import { KEPT_INLINE, keptTag } from "../html/richHandlers.ts";
import { anchorMark, placeMark } from "../html/anchors.ts";
import { type TextEdit, withEdits } from "./edits.ts";
import { eachNode, endOf, type Nodes, type Parents, parsed, startOf } from "./parsed.ts";

type Html = Extract<Nodes, { readonly type: "html" }>;

export interface Unmarked {
  readonly markdown: string;
  readonly lost: readonly { readonly line: number; readonly what: string }[];
}

/** Inline elements that Markdown has a sign for. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: "**",
    strong: "**",
    i: "*",
    em: "*",
    code: "`",
    tt: "`",
    del: "~~",
    s: "~~",
    strike: "~~",
  }),
);

/** Elements without a meaning of their own. Leaving them out loses nothing that a reader sees. */
const PLAIN = new Set([
  "span",
  "div",
  "font",
  "p",
  "center",
  "section",
  "article",
  "wbr",
  "a",
  "figure",
  "small",
  "nobr",
]);

const TAG = /^<(\/?)([a-z][a-z0-9-]*)\b([^]*?)\/?>$/i;
const ALONE = new Set(["img", "br", "hr", "input", "source"]);

export function withoutMarkup(markdown: string, marks: Marks): Unmarked {
  if (!markdown.includes("<")) return { markdown, lost: [] };
  const lost: { line: number; what: string }[] = [];
  const edits = [...eachNode(parsed(markdown))].flatMap(([node, around]): TextEdit[] => {
    if (node.type === "heading") return anchorEdit(markdown, node);
    if (node.type !== "html") return [];
    const parent = around.at(-1) as Parents;
    const { text, what } = isInline(parent) ? inline(node, parent, marks) : block(node, marks);
    const { line = 0 } = node.position?.start ?? {};
    lost.push(...what.map((one) => ({ line, what: one })));
    return [{ start: startOf(node), end: endOf(node), text: indented(markdown, startOf(node), text) }];
  });
  return { markdown: withEdits(markdown, edits), lost };
}

/** The id that an empty link gives to the heading around it. */
function anchorEdit(markdown: string, heading: Extract<Nodes, { readonly type: "heading" }>): TextEdit[] {
  const target = heading.children.find((one): one is Html => one.type === "html" && /^<a\b/i.test(one.value));
  const last = heading.children.at(-1);
  const { attributes } = tagIn(target?.value ?? "");
  const id = attributeIn(attributes, "id") ?? attributeIn(attributes, "name");
  if (!last || id === undefined || hrefIn(attributes) !== undefined) return [];
  const words = markdown.slice(startOf(heading), endOf(heading)).replaceAll(/<[^>]*>/g, "");
  if (/\{#[^{}\s]+\}\s*$/.test(words)) return [];
  return [{ start: endOf(last), end: endOf(last), text: anchorMark(id, words.replace(/^#+\s+/, "")) }];
}

const INLINE = new Set<Nodes["type"]>([
  "paragraph",
  "heading",
  "emphasis",
  "strong",
  "delete",
  "link",
  "linkReference",
  "tableCell",
]);
const isInline = ({ type }: Parents): boolean => INLINE.has(type);

interface Put {
  readonly text: string;
  readonly what: readonly string[];
}

/** One tag inside a line. Parsers hand out the two tags of an element apart. */
function inline(node: Html, parent: Parents, marks: Marks): Put {
  const { tag, isClosing, attributes } = tagIn(node.value);
  if (tag === "") return comment(node.value, marks);
  if (tag === "br") return { text: ONE_LINE.has(parent.type) ? " " : "\\\n", what: [] };
  if (ALONE.has(tag)) return converted(node.value, marks);
  const place = placeAt(parent, tag, isClosing, attributes, marks);
  if (tag === "a" && hasPair(parent, tag)) {
    const { text, what } = link(parent, node, isClosing, hrefIn(attributes));
    return { text: place + text, what };
  }
  if (place !== "") return { text: place, what: [] };
  return signed(tag, parent) ?? kept(tag, parent, isClosing, attributes) ?? flattened(tag, isClosing);
}

/** The place that an opening tag makes: an `a` without an address, or an element to which a link of the text leads. */
function placeAt(parent: Parents, tag: string, isClosing: boolean, attributes: string, marks: Marks): string {
  const id = attributeIn(attributes, "id") ?? attributeIn(attributes, "name");
  if (isClosing || id === undefined || parent.type === "heading") return "";
  const isAlone = tag === "a" && hrefIn(attributes) === undefined;
  const isMeant = isAlone || (PLAIN.has(tag) && marks.isLinked(id));
  return isMeant ? placeMark(id) : "";
}

/** The name of a tag is empty for a comment and other HTML. */
function tagIn(html: string): { readonly tag: string; readonly isClosing: boolean; readonly attributes: string } {
  const [, close = "", name = "", attributes = ""] = TAG.exec(html) ?? [];
  return { tag: name.toLowerCase(), isClosing: close !== "", attributes };
}

/** A tag that pages understand, without its attributes. */
function kept(tag: string, parent: Parents, isClosing: boolean, attributes: string): Put | undefined {
  if (!KEPT_INLINE.has(tag) || !hasPair(parent, tag)) return undefined;
  return { text: isClosing ? `</${tag}>` : keptTag(tag, attributeIn(attributes, "title")), what: [] };
}

/** The sign of an element that Markdown has, too. Without its other tag, it would be shown. */
function signed(tag: string, parent: Parents): Put | undefined {
  const sign = SIGNS.get(tag);
  return sign === undefined ? undefined : { text: hasPair(parent, tag) ? sign : "", what: [] };
}

/** Parts of a text that have one line. */
const ONE_LINE = new Set<Nodes["type"]>(["tableCell", "heading"]);

/** An element that is left out around its words. Its opening tag tells it. */
const flattened = (tag: string, isClosing: boolean): Put => ({
  text: "",
  what: isClosing || PLAIN.has(tag) ? [] : [`<${tag}>, of which the words stay`],
});

function attributeIn(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i");
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  return double ?? single ?? bare;
}

const hrefIn = (attributes: string): string | undefined => attributeIn(attributes, "href");

/** A link's tags become the brackets of Markdown. An `a` without an address is only a target of links. */
function link(parent: Parents, node: Html, isClosing: boolean, href: string | undefined): Put {
  if (!isClosing) return { text: href === undefined ? "" : "[", what: [] };
  const before = parent.children.slice(0, parent.children.indexOf(node as never)).toReversed();
  const open = before.find((one): one is Html => one.type === "html" && /^<a\b/i.test(one.value));
  const address = hrefIn(open?.value ?? "");
  return {
    text:
      address === undefined ? "" : `](${address.replaceAll("&amp;", "&").replaceAll(/[\s()<>]/g, encodeURIComponent)})`,
    what: [],
  };
}

/** True if a paragraph has both tags of each element of this name. */
function hasPair(parent: Parents, tag: string): boolean {
  const count = (pattern: RegExp): number =>
    parent.children.filter((one) => one.type === "html" && pattern.test(one.value)).length;
  const opened = count(new RegExp(`^<${tag}\\b`, "i"));
  return opened > 0 && opened === count(new RegExp(`^</${tag}\\b`, "i"));
}

/** The tags of a part that opens, whose text is Markdown between them. */
const DETAILS = /^(?:<details(?:\s[^>]*)?>\s*(<summary>[^<\n]*<\/summary>)|<\/details>)$/i;

/** A block of HTML. A tag alone, whose element goes on behind Markdown, is left out. */
function block({ value }: Html, marks: Marks): Put {
  if (/^<!--[^]*?-->\s*$/.test(value)) return comment(value.trim(), marks);
  const { tag, isClosing } = tagIn(value.trim());
  const opened = DETAILS.exec(value.trim());
  if (opened)
    return { text: opened[1] === undefined ? value.trim().toLowerCase() : `<details>\n${opened[1]}`, what: [] };
  const isAlone = tag !== "" && !ALONE.has(tag) && !value.trim().slice(1).includes("<");
  if (isAlone) return flattened(tag, isClosing);
  return converted(value, marks);
}

function converted(html: string, marks: Marks): Put {
  const { markdown, lost } = markdownOfHtml(html, marks);
  return { text: markdown, what: lost };
}

function comment(value: string, marks: Marks): Put {
  if (marks.partOf(value)) return { text: value, what: [] };
  const isTold = !/^<!--\s*more\s*-->$/i.test(value) && value.startsWith("<!--");
  return { text: "", what: isTold ? ["a comment, which nobody saw"] : [] };
}

/** Keeps the lines of a replacement in the list or quotation around it. */
function indented(markdown: string, at: number, text: string): string {
  if (!text.includes("\n")) return text;
  const before = markdown.slice(markdown.lastIndexOf("\n", at - 1) + 1, at);
  const prefix = before.replaceAll(/[^\s>]/g, " ");
  return /^[\s>]*$/.test(prefix) ? text.replaceAll("\n", `\n${prefix}`) : text;
}

/**
 * HTML as Markdown. The HTML is parsed into a tree as browsers do, and nothing in it runs or is fetched. What Markdown
 * has no form for keeps its words, and is told as a loss.
 */
import { fromHtml } from "hast-util-from-html";
import { type NodeHandle, toMdast } from "hast-util-to-mdast";
import { LINK_SCHEME } from "../../../manifests/fields/links.ts";
import { filmAt } from "./films.ts";
import { isDrawnTwice, mathsIn } from "./mathsIn.ts";
import { withMathsIn } from "./mathsInWords.ts";
import type { Marks } from "./marks.ts";
import { RICH_HANDLERS, written } from "./richHandlers.ts";
import { hidesItself, isUnseenFrame } from "./unseen.ts";

type HtmlNodes = Parameters<typeof toMdast>[0];
type Element = Extract<HtmlNodes, { readonly type: "element" }>;
type Root = Extract<HtmlNodes, { readonly type: "root" }>;
/** An element whose children are replaced. */
type Parent = { -readonly [Name in "children"]: (Root | Element)[Name] };

export interface HtmlAsMarkdown {
  readonly markdown: string;
  /** Names of what got lost, each once. */
  readonly lost: readonly string[];
}

/** Elements that are no text, removed with everything in them. */
const REMOVED = new Set(["script", "style", "template", "object", "embed", "applet", "svg", "math", "canvas"]);
/**
 * Elements that no visitor sees. The library that collapses white space looks past each of them again and again, at the
 * square of their number.
 */
const UNSEEN = new Set(
  "area base basefont datalist head link meta noembed noframes param source title track".split(" "),
);
/** Elements of the same kind with words, as elements that hide nothing. */
const SHOWN: Readonly<Record<string, string>> = { dialog: "div", noscript: "div", rp: "span" };

/** Elements that ask other hosts for something, which shows nothing if it is too small. */
const REQUESTS = new Set(["img", "iframe"]);
/** Elements that visitors would miss, so that their loss is told. */
const FRAMES = new Set(["iframe", "video", "audio"]);
const CODE = new Set(["code", "pre", "kbd", "samp", "tt", "listing", "xmp", "plaintext"]);
const FORMS = new Set(["form", "input", "select", "textarea", "button"]);
/** Elements whose meaning Markdown cannot say. Their words stay. */
const FLATTENED = new Set(["small", "u", "ins", "cite", "ruby"]);

/** Deepest nesting of elements that is read. Hostile HTML nests thousands. */
const DEEPEST = 200;

/** HTML too deep for a parser keeps its words, without their tags. */
export function markdownOfHtml(html: string, marks: Marks): HtmlAsMarkdown {
  try {
    return converted(fromHtml(html, { fragment: true }), marks);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const words = html.replaceAll(/<(script|style)\b[^]*?(?:<\/\1>|$)|<[^>]*>/gi, " ").replaceAll("<", "");
    return { markdown: words.trim(), lost: ["elements nested too deeply, of which the words stay"] };
  }
}

/** The same for a tree, which this changes. */
export function markdownOfTree(tree: Root, marks: Marks): HtmlAsMarkdown {
  try {
    return converted(tree, marks);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { markdown: textOf(tree).trim(), lost: ["elements nested too deeply, of which the words stay"] };
  }
}

function converted(tree: Root, marks: Marks): HtmlAsMarkdown {
  const lost = new Set<string>();
  simplify(tree, { marks, lost, depth: 0, isInstead: false, isCode: false });
  const mdast = toMdast(tree, { document: false, handlers: RICH_HANDLERS, nodeHandlers: { comment: keepMark } });
  return { markdown: written(mdast), lost: [...lost] };
}

interface Simplifying {
  readonly marks: Marks;
  readonly lost: Set<string>;
  readonly depth: number;
  /** True in a part for browsers without scripts. Elsewhere a script may show what hides itself. */
  readonly isInstead: boolean;
  /** True in code, which has no maths. */
  readonly isCode: boolean;
}

/** A mark stays as it is. Every other comment is gone by now. */
const keepMark: NodeHandle = (_, node) => ({
  type: "html",
  value: node.type === "comment" ? `<!--${node.value}-->` : "",
});

/** Removes what is no text from a tree, and replaces frames by marks. */
function simplify(parent: Parent, how: Simplifying): void {
  const shown = parent.children.filter((child, at, all) => !isShownTwice(child, all[at - 1]));
  const children: HtmlNodes[] = shown.flatMap((child) => simplified(child as HtmlNodes, how));
  parent.children = children as Element["children"];
}

/**
 * Scripts are removed, so the parts for browsers without them are shown. Behind a picture, one has the same picture, and
 * others only ask for scripts.
 */
function isShownTwice(child: Parent["children"][number], before: Parent["children"][number] | undefined): boolean {
  if (child.type !== "element" || child.tagName !== "noscript") return false;
  return (before?.type === "element" && before.tagName === "img") || /java\s?script/i.test(textOf(child));
}

/** A comment or words. Any other node without children stays. */
function simplifiedLeaf(node: HtmlNodes, { marks, lost, depth, isCode }: Simplifying): HtmlNodes[] {
  if (node.type === "comment") return marks.partOf(`<!--${node.value}-->`) ? [node] : lostComment(node.value, lost);
  if (node.type !== "text" || isCode) return [node];
  return [{ ...node, value: withMathsIn(node.value, marks, depth === 1) }];
}

function simplified(node: HtmlNodes, how: Simplifying): HtmlNodes[] {
  if (node.type !== "element") return simplifiedLeaf(node, how);
  const { marks, lost, depth } = how;
  const { tagName } = node;
  if (isUnseen(node, how)) return [];
  const maths = tagName === "math" ? mathsIn(node) : undefined;
  if (maths !== undefined) return [{ type: "text", value: marks.word(maths) }];
  if (REMOVED.has(tagName)) {
    lost.add(`<${tagName}>, removed`);
    return [];
  }
  if (FRAMES.has(tagName)) return framed(node, how);
  if (FORMS.has(tagName) || FLATTENED.has(tagName)) lost.add(`<${tagName}>, of which the words stay`);
  if (depth >= DEEPEST) {
    lost.add("elements nested deeper than 200");
    return [{ type: "text", value: textOf(node) }];
  }
  const picture = tagName === "figure" ? captioned(node) : undefined;
  if (picture) return [picture];
  simplify(node, inside(node, how));
  return [...placed(node, marks), ...finished(node, lost)];
}

const inside = ({ tagName }: Element, how: Simplifying): Simplifying => ({
  ...how,
  depth: how.depth + 1,
  isInstead: how.isInstead || tagName === "noscript",
  isCode: how.isCode || CODE.has(tagName),
});

function isUnseen(node: Element, { isInstead }: Simplifying): boolean {
  if (UNSEEN.has(node.tagName) || isDrawnTwice(node)) return true;
  return REQUESTS.has(node.tagName) ? isUnseenFrame(node) : isInstead && hidesItself(node);
}

const HEADING = /^h[1-6]$/;
/** Elements in which no words stand by themselves. */
const AROUND = new Set("div section article main header aside figure ul ol dl table thead tbody tr".split(" "));
/** Elements before which a place stands, because it cannot stand in them. */
const CLOSED = new Set(["img", "br", "hr", "pre", "code", "a"]);

/**
 * Puts a place into the words of an element to which a link leads. Returns what stands before the element. A heading
 * and an `a` without an address keep their ids themselves.
 */
function placed(node: Element, marks: Marks): Element[] {
  const { id } = node.properties;
  if (!marks.isLinked(id) || keepsItsId(node)) return [];
  const place: Element = { type: "element", tagName: "a", properties: { name: id }, children: [] };
  if (CLOSED.has(node.tagName)) return [place];
  let at = node;
  for (let next: Element | undefined = node; next; next = AROUND.has(at.tagName) ? firstIn(at) : undefined) at = next;
  if (HEADING.test(at.tagName)) at.properties["id"] ??= id;
  else if (CLOSED.has(at.tagName) || (AROUND.has(at.tagName) && at.tagName !== "div")) return [place];
  else at.children.unshift(place);
  return [];
}

const keepsItsId = ({ tagName, properties: { href } }: Element): boolean =>
  HEADING.test(tagName) || (tagName === "a" && href === undefined);

/** The element with which another begins. Undefined for one that begins with words. */
function firstIn({ children }: Element): Element | undefined {
  const first = children.find(
    (child) => child.type === "element" || (child.type === "text" && child.value.trim() !== ""),
  );
  return first?.type === "element" ? first : undefined;
}

/** An element whose children are simplified. */
function finished(node: Element, lost: Set<string>): HtmlNodes[] {
  if (node.tagName === "figcaption") return [emphasized(node)];
  const shown = Object.hasOwn(SHOWN, node.tagName) ? SHOWN[node.tagName] : undefined;
  if (shown !== undefined) return [{ ...node, tagName: shown }];
  if (node.tagName !== "a" || mayLead(node)) return [node];
  lost.add("a link that no text can have, such as one to a script. Its words stay");
  return node.children as HtmlNodes[];
}

/** Tells whether a link may stand in a text. One without a scheme leads to the source itself. */
function mayLead({ properties: { href } }: Element): boolean {
  // Browsers ignore these characters within an address.
  const address = String(href ?? "").replaceAll(/[\u0000-\u0020]/g, "");
  return !/^[a-z][a-z\d+.-]*:/i.test(address) || LINK_SCHEME.test(address);
}

/** A comment that tells people or programs nothing about the page, such as WordPress' `more`, is no loss. */
function lostComment(value: string, lost: Set<string>): [] {
  if (!/^\s*(?:more\b.*|\/?wp:.*|noteaser|nextpage)?\s*$/s.test(value)) lost.add("a comment, which nobody saw");
  return [];
}

/** A figure of one picture and plain words: the words become the caption of the picture. */
function captioned({ children }: Element): Element | undefined {
  const inside = children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  const [picture, caption, ...others] = inside as HtmlNodes[];
  if (picture?.type !== "element" || picture.tagName !== "img" || others.length > 0) return undefined;
  if (caption?.type !== "element" || caption.tagName !== "figcaption") return undefined;
  if (caption.children.some(({ type }) => type !== "text")) return undefined;
  const title = textOf(caption).replaceAll(/\s+/g, " ").trim();
  const titled = { ...picture, properties: { ...picture.properties, ...(title === "" ? {} : { title }) } };
  return { type: "element", tagName: "p", properties: {}, children: [titled] };
}

/** A caption that is no plain text stays below its picture, in italics. */
const emphasized = (caption: Element): Element => ({
  ...caption,
  tagName: "p",
  children: [{ type: "element", tagName: "em", properties: {}, children: caption.children }],
});

/** A film becomes a section. Any other frame becomes a link to what it showed. */
function framed(node: Element, { marks, lost }: Simplifying): HtmlNodes[] {
  const { src, title } = node.properties;
  const first = node.children.find((child): child is Element => child.type === "element" && child.tagName === "source");
  const address = String(src ?? first?.properties["src"] ?? "");
  const part = filmAt(address, typeof title === "string" ? title : "");
  if (part) return [{ type: "comment", value: marks.mark(part).slice(4, -3) }];
  lost.add(`<${node.tagName}>, of which a link stays`);
  if (!/^(?:https?:)?\/\/|^\/|^[\w.-]+\//i.test(address)) return [];
  const text = { type: "text" as const, value: typeof title === "string" && title !== "" ? title : address };
  const link: Element = { type: "element", tagName: "a", properties: { href: address }, children: [text] };
  return [{ type: "element", tagName: "p", properties: {}, children: [link] }];
}

function textOf(node: HtmlNodes): string {
  const texts: string[] = [];
  const waiting: HtmlNodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text") texts.push(next.value);
    else if ("children" in next && !(next.type === "element" && REMOVED.has(next.tagName)))
      waiting.push(...(next.children.toReversed() as HtmlNodes[]));
  }
  return texts.join("");
}

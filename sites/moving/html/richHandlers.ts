/** Elements that a site's Markdown has signs or tags for, although plain Markdown has none. */
import { defaultHandlers, type NodeHandle, type toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { anchorMark, placeMark } from "./anchors.ts";

type HtmlNodes = Parameters<typeof toMdast>[0];
export type HtmlElement = Extract<HtmlNodes, { readonly type: "element" }>;
type Tree = Parameters<typeof toMarkdown>[0];
type Made = Exclude<ReturnType<NodeHandle>, undefined | void>;

/** The Markdown of a tree in the one style of all imports. */
export const written = (tree: Tree): string =>
  toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: "-",
    emphasis: "*",
    rule: "-",
    fences: true,
    resourceLink: true,
    listItemIndent: "one",
    incrementListMarker: true,
  }).trim();

const raw = (value: string): Extract<Tree, { readonly type: "html" }> => ({ type: "html", value });

/** A tag inside of a line. By the name of an element, the library knows that it ends no paragraph. */
const tagged = (value: string): ReturnType<typeof raw> => ({ ...raw(value), data: { hName: "span" } });

/** Inline elements that pages understand. An abbreviation keeps its meaning. */
export const KEPT_INLINE = new Set(["sub", "sup", "kbd", "mark", "abbr"]);

/** The opening tag of such an element. */
export function keptTag(name: string, title: unknown): string {
  const meaning =
    name === "abbr" && typeof title === "string"
      ? title
          .replaceAll(/[<>"\s]+/g, " ")
          .trim()
          .slice(0, 200)
      : "";
  return meaning === "" ? `<${name}>` : `<${name} title="${meaning}">`;
}

const inline: NodeHandle = (state, node) => {
  const { tagName, properties } = node as HtmlElement;
  return [tagged(keptTag(tagName, properties["title"])), ...state.all(node), tagged(`</${tagName}>`)] as Made;
};

const isNamed = (node: HtmlNodes, name: string): node is HtmlElement =>
  node.type === "element" && node.tagName === name;

/** A part that opens: its tags on lines of their own, with Markdown between them. */
const details: NodeHandle = (state, node) => {
  const { children } = node as HtmlElement;
  const summary = children.find((child) => isNamed(child, "summary"));
  const rest = { ...(node as HtmlElement), children: children.filter((child) => child !== summary) };
  const title = summary ? oneLine(written({ type: "paragraph", children: state.all(summary) as never })) : "…";
  return [raw(`<details>\n<summary>${title}</summary>`), ...state.toFlow(state.all(rest)), raw("</details>")] as Made;
};

const oneLine = (text: string): string => text.replaceAll(/\\?\s*\n\s*/g, " ");

/** Terms with their meanings, each on a line. Blocks in a meaning keep their words. */
const meanings: NodeHandle = (state, node) => {
  const lines: string[] = [];
  const read = (children: readonly HtmlNodes[]): void => {
    for (const child of children) {
      if (isNamed(child, "div")) read(child.children);
      const isTerm = isNamed(child, "dt");
      if (!isTerm && !isNamed(child, "dd")) continue;
      const text = oneLine(written({ type: "root", children: state.toFlow(state.all(child)) as never }));
      if (text === "") continue;
      const last = lines.at(-1);
      if (isTerm) lines.push(last?.startsWith(": ") ? `\n${text}` : text);
      else lines.push(`: ${text}`);
    }
  };
  read((node as HtmlElement).children);
  return raw(lines.join("\n")) as Made;
};

/** The id of an element, or the name that older texts give it. */
const nameOf = ({ properties: { id, name } }: HtmlElement): unknown => id ?? name;

const namedIn = (node: HtmlElement): unknown =>
  nameOf(node) ??
  node.children.flatMap((child) => (isNamed(child, "a") && !child.properties["href"] ? (nameOf(child) ?? []) : []))[0];

/** An `a` without an address is a place to which links lead. */
const anchor: NodeHandle = (state, node) => {
  const element = node as HtmlElement;
  if (element.properties["href"] !== undefined) return defaultHandlers["a"]?.(state, element);
  const mark = placeMark(nameOf(element));
  return [...(mark === "" ? [] : [tagged(mark)]), ...state.all(element)] as Made;
};

const isPlace = (child: { readonly type: string; readonly value?: unknown }): boolean =>
  child.type === "html" && String(child.value).startsWith("<a id=");

/** A heading keeps the id to which links lead. */
const heading: NodeHandle = (state, node) => {
  const element = node as HtmlElement;
  const children = state.all(element).filter((child) => !isPlace(child));
  const [id, words] = [namedIn(element), wordsIn(element)];
  const mark = typeof id === "string" ? anchorMark(id, words) : "";
  return {
    type: "heading",
    depth: Number(element.tagName.slice(1)),
    children: [...children, ...(mark === "" ? [] : [raw(mark)])],
  } as Made;
};

const wordsIn = (node: HtmlNodes): string =>
  node.type === "text" ? node.value : "children" in node ? node.children.map(wordsIn).join("") : "";

const quoted: NodeHandle = (state, node) =>
  [{ type: "text", value: "“" }, ...state.all(node), { type: "text", value: "”" }] as Made;

export const RICH_HANDLERS: Readonly<Record<string, NodeHandle>> = {
  ...Object.fromEntries([...KEPT_INLINE].map((name) => [name, inline])),
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading])),
  a: anchor,
  details,
  dl: meanings,
  q: quoted,
};

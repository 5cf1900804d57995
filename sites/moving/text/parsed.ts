/** Markdown as a tree with the place of each node. The text itself stays as its author wrote it. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import type { toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";

export type Nodes = Parameters<typeof toMarkdown>[0];
export type Parents = Extract<Nodes, { readonly children: unknown }>;
type Root = Extract<Nodes, { readonly type: "root" }>;

export const parsed = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** All nodes of a tree, each with those around it. */
export function* eachNode(
  node: Nodes,
  around: readonly Nodes[] = [],
): Generator<[node: Nodes, around: readonly Nodes[]]> {
  yield [node, around];
  if ("children" in node) for (const child of node.children) yield* eachNode(child, [...around, node]);
}

export const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
export const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;

/** The parts of a text that are code, in which nothing else has a meaning. */
export const codeSpans = (markdown: string): [start: number, end: number][] =>
  [...eachNode(parsed(markdown))].flatMap(([node]) =>
    node.type === "code" || node.type === "inlineCode" ? [[startOf(node), endOf(node)]] : [],
  );

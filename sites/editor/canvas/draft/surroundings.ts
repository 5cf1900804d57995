/** The layout's own output around the sections of a page, such as the page's title. */
import { lookOf } from "./look.ts";
import { hasTopSection, isTopSection } from "./sections.ts";

/** Neighbouring nodes without a section, and the element after them: a section, or an element that contains sections. */
interface Stretch {
  readonly nodes: readonly ChildNode[];
  readonly end: Element | null;
}

/**
 * Replaces the layout's output where the draft that the frame has just read differs. The sections are in place already.
 * If the section with the caret is missing on one side, nothing is replaced, and the frame reads the draft again later.
 */
export function patchSurroundings(shown: Element, fresh: Element, isHeld: (element: Element) => boolean): void {
  const [now, next] = [stretches(shown), stretches(fresh)];
  if (now.length !== next.length) return;
  for (const [index, { nodes, end }] of now.entries()) {
    const wanted = next[index];
    if (!wanted) return;
    const mayReplace = !nodes.some((node) => isElement(node) && isHeld(node));
    if (mayReplace && htmlOf(nodes) !== htmlOf(wanted.nodes)) replace(shown, { nodes, end }, wanted.nodes);
    if (end && wanted.end && !isTopSection(end)) patchSurroundings(end, wanted.end, isHeld);
  }
}

function replace(parent: Element, { nodes, end }: Stretch, made: readonly ChildNode[]): void {
  for (const node of nodes) node.remove();
  for (const node of made) parent.insertBefore(parent.ownerDocument.importNode(node, true), end);
}

function stretches(parent: Element): Stretch[] {
  const found: Stretch[] = [];
  let nodes: ChildNode[] = [];
  for (const node of parent.childNodes) {
    if (isElement(node) && (isTopSection(node) || hasTopSection(node))) {
      found.push({ nodes, end: node });
      nodes = [];
    } else nodes.push(node);
  }
  return [...found, { nodes, end: null }];
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

const htmlOf = (nodes: readonly ChildNode[]): string =>
  lookOf(nodes.map((node) => (isElement(node) ? node.outerHTML : node.textContent)).join("")).trim();

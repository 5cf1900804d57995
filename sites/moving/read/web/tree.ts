/** Searches in the tree of an HTML document, without recursion: hostile HTML nests thousands of elements. */
import type { fromHtml } from "hast-util-from-html";

export type WebRoot = ReturnType<typeof fromHtml>;
export type WebElement = Extract<WebRoot["children"][number], { readonly type: "element" }>;
type Parent = WebRoot | WebElement;

/** All elements below a node, in the order of the document. */
export function* elementsIn(parent: Parent): Generator<WebElement> {
  const waiting: WebElement[] = elementChildren(parent).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...elementChildren(next).toReversed());
  }
}

export const elementChildren = ({ children }: Parent): WebElement[] =>
  (children as readonly WebRoot["children"][number][]).filter((child) => child.type === "element");

export function firstOf(parent: Parent, wanted: (element: WebElement) => boolean): WebElement | undefined {
  for (const element of elementsIn(parent)) if (wanted(element)) return element;
  return undefined;
}

export const allOf = (parent: Parent, tagName: string): WebElement[] =>
  [...elementsIn(parent)].filter((element) => element.tagName === tagName);

/** An attribute as text. Those of several words are joined by spaces. */
export function attribute({ properties }: WebElement, name: string): string {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(" ");
  return value === undefined || value === null || value === false ? "" : String(value);
}

/** The words of a node on one line, without those of one element in it. */
export function wordsIn(parent: Parent, without?: WebElement): string {
  const texts: string[] = [];
  const waiting: (Parent | Parent["children"][number])[] = [parent];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text") texts.push(next.value);
    else if ("children" in next && next !== without && !isCode(next)) waiting.push(...next.children.toReversed());
  }
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
}

const isCode = (node: { readonly type: string; readonly tagName?: string }): boolean =>
  node.tagName === "script" || node.tagName === "style" || node.tagName === "svg";

/** Removes elements, with everything in them. */
export function removeFrom(parent: Parent, unwanted: (element: WebElement) => boolean): number {
  let removed = 0;
  const waiting: Parent[] = [parent];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const kept = next.children.filter((child) => child.type !== "element" || !unwanted(child));
    removed += next.children.length - kept.length;
    next.children = kept as WebElement["children"];
    waiting.push(...elementChildren(next));
  }
  return removed;
}

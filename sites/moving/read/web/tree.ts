/** Searches in the tree of an HTML document, without recursion: hostile HTML nests thousands of elements. */
import type { fromHtml } from "hast-util-from-html";

export type WebRoot = ReturnType<typeof fromHtml>;
export type WebElement = Extract<WebRoot["children"][number], { readonly type: "element" }>;
type Parent = WebRoot | WebElement;

/** All elements below a node, in the order of the document. */
export function* elementsIn(parent: Parent): Generator<WebElement> {
  // An array of children is not spread into a call: broad pages have more children than a call has arguments.
  const waiting: Iterator<WebElement>[] = [elementChildren(parent).values()];
  for (let level = waiting.at(-1); level; level = waiting.at(-1)) {
    const { value, done } = level.next();
    if (done) {
      waiting.pop();
      continue;
    }
    yield value;
    waiting.push(elementChildren(value).values());
  }
}

/** The outermost elements that are wanted, none within another. */
export function outermost(parent: Parent, wanted: (element: WebElement) => boolean): WebElement[] {
  const found: WebElement[] = [];
  const inner = new Set<WebElement>();
  for (const element of elementsIn(parent)) {
    if (inner.has(element) || !wanted(element)) continue;
    found.push(element);
    for (const below of elementsIn(element)) inner.add(below);
  }
  return found;
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

/** Elements between whose words no space stands. */
const INLINE = new Set("a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup time u".split(" "));

/** The words of a node on one line, without those of one element in it. */
export function wordsIn(parent: Parent, without?: WebElement): string {
  const texts: string[] = [];
  const waiting: Iterator<Parent["children"][number]>[] = [parent.children.values()];
  for (let level = waiting.at(-1); level; level = waiting.at(-1)) {
    const { value: next, done } = level.next();
    if (done) {
      waiting.pop();
      continue;
    }
    if (next.type === "text") texts.push(next.value);
    if (next.type !== "element" || next === without || isCode(next)) continue;
    if (!INLINE.has(next.tagName)) texts.push(" ");
    waiting.push(next.children.values());
  }
  return texts.join("").replaceAll(/\s+/g, " ").trim();
}

const isCode = (node: { readonly type: string; readonly tagName?: string }): boolean =>
  node.tagName === "script" || node.tagName === "style" || node.tagName === "svg";

/** Removes elements, with everything in them, and answers those removed. */
export function removeFrom(parent: Parent, unwanted: (element: WebElement) => boolean): WebElement[] {
  const removed: WebElement[] = [];
  const waiting: Parent[] = [parent];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const kept: Parent["children"] = [];
    for (const child of next.children) {
      if (child.type !== "element" || !unwanted(child)) kept.push(child as WebElement);
      else removed.push(child);
    }
    next.children = kept as WebElement["children"];
    for (const child of elementChildren(next)) waiting.push(child);
  }
  return removed;
}

/**
 * Updates the draft in the frame without a reload, so that scroll position, focus and open details stay. A section that
 * holds the caret is skipped; the frame updates it after the caret has left.
 */
import { lookOf } from "./look.ts";
import { container, shownSectionId, sectionElement, topSections } from "./sections.ts";
import { patchSurroundings } from "./surroundings.ts";

export interface SectionHtml {
  readonly id: string;
  readonly html: string;
}

/**
 * Makes an element from a section's HTML. The frame's document makes it, because its policy runs none of its scripts.
 */
export function elementOf(document: Document, html: string): HTMLElement | null {
  const template = document.createElement("template");
  template.innerHTML = html;
  const made = template.content.firstElementChild;
  return made ? (document.importNode(made, true) as HTMLElement) : null;
}

const openDetails = (element: Element): boolean[] => [...element.querySelectorAll("details")].map(({ open }) => open);

/** Replaces the element of a section, and keeps its open details and its focus. */
export function replaceElement(found: HTMLElement, made: HTMLElement): void {
  if (lookOf(found.outerHTML) === lookOf(made.outerHTML)) return;
  const open = openDetails(found);
  const focused = focusPath(found);
  found.replaceWith(made);
  for (const [index, details] of [...made.querySelectorAll("details")].entries())
    details.open = open[index] ?? details.open;
  if (focused) (at(made, focused) as HTMLElement | null)?.focus({ preventScroll: true });
}

/** The child indexes that lead from a section to the focused element. */
function focusPath(section: Element): number[] | undefined {
  let node: Element | null = section.ownerDocument.activeElement;
  if (!node || !section.contains(node)) return undefined;
  const path: number[] = [];
  while (node && node !== section) {
    path.unshift([...(node.parentElement?.children ?? [])].indexOf(node));
    node = node.parentElement;
  }
  return path;
}

const at = (section: Element, path: readonly number[]): Element | null =>
  path.reduce<Element | null>((element, index) => element?.children[index] ?? null, section);

/** Brings the page's own sections into this order. Other children of the container keep their place. */
export function order(document: Document, ids: readonly string[], made: ReadonlyMap<string, HTMLElement>): void {
  const box = container(document);
  for (const element of topSections(document)) if (!ids.includes(shownSectionId(element))) element.remove();
  let previous: Element | null = null;
  for (const id of ids) {
    const element = sectionElement(document, id) ?? made.get(id);
    if (!element || element.dataset["sectionParent"] !== undefined) continue;
    if (!isBehind(element, previous)) {
      if (previous) previous.after(element);
      else box.prepend(element);
    }
    previous = element;
  }
}

/**
 * Tells whether an element stands behind `previous` already. A needless move would take the caret out of the element.
 */
function isBehind(element: Element, previous: Element | null): boolean {
  if (!element.isConnected) return false;
  let before = element.previousElementSibling;
  while (before && !before.hasAttribute("data-section-id")) before = before.previousElementSibling;
  return before === previous;
}

export interface Patched {
  /** Ids of the sections that were skipped, because the member writes in them. */
  readonly left: readonly string[];
}

export function patch(
  document: Document,
  looks: readonly SectionHtml[],
  ids: readonly string[],
  isHeld: (element: Element) => boolean,
): Patched {
  const made = new Map(looks.map(({ id, html }) => [id, elementOf(document, html)]));
  const left: string[] = [];
  for (const [id, element] of made) {
    const found = sectionElement(document, id);
    if (!found || !element) continue;
    if (isHeld(found)) left.push(id);
    else replaceElement(found, element);
  }
  order(document, ids, new Map([...made].flatMap(([id, element]) => (element ? [[id, element]] : []))));
  return { left };
}

/** The same update, from the HTML of the whole draft. */
export function patchFrom(document: Document, draft: string, isHeld: (element: Element) => boolean): Patched {
  const Parser = document.defaultView?.DOMParser;
  if (!Parser) return { left: [] };
  const fresh = new Parser().parseFromString(draft, "text/html");
  const sections = topSections(fresh);
  if (sections.length > 0 && topSections(document).length === 0) container(document).replaceChildren();
  const patched = patch(
    document,
    sections.map((section) => ({ id: shownSectionId(section), html: section.outerHTML })),
    sections.map(shownSectionId),
    isHeld,
  );
  patchSurroundings(document.body, fresh.body, isHeld);
  return patched;
}

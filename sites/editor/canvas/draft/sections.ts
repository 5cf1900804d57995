const ID = "data-section-id";

export const sectionElement = (document: Document, id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[${ID}="${CSS.escape(id)}"]`);

export const sectionAround = (node: Node): HTMLElement | null => {
  const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
  return element?.closest<HTMLElement>(`[${ID}]`) ?? null;
};

export const shownSectionId = (element: Element): string => element.getAttribute(ID) ?? "";

const TOP = `[${ID}]:not([data-section-parent])`;

export const topSections = (document: Document): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(TOP)];

export const isTopSection = (element: Element): boolean => element.matches(TOP);

export const hasTopSection = (element: Element): boolean => element.querySelector(TOP) !== null;

/** The element that contains the page's top-level sections. */
export const container = (document: Document): Element =>
  document.querySelector(TOP)?.parentElement ?? document.querySelector("main") ?? document.body;

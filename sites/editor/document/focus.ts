/** Finds the focus and gives it back, also inside the frame of the draft. */

/** A place in a document that can take the focus again, with the selection that was there. */
export interface FocusPlace {
  readonly element: Element;
  readonly range: Range | undefined;
}

const inside = (element: Element | null): Element | null =>
  (element as HTMLIFrameElement | null)?.contentDocument?.activeElement ?? null;

/** The place of the focus. If a frame of this origin has it, the place inside the frame. */
export function focusPlace(): FocusPlace | undefined {
  let element = document.activeElement;
  for (let next = inside(element); next; next = inside(element)) element = next;
  if (!element) return undefined;
  const selection = element.ownerDocument.getSelection();
  return { element, range: selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined };
}

/** Gives the focus back. Only a focused element takes keys, so focusing its frame alone would lose them. */
export function returnFocus({ element, range }: FocusPlace): void {
  if (!element.isConnected) return;
  const { ownerDocument } = element;
  ownerDocument.defaultView?.focus();
  (element as HTMLElement).focus({ preventScroll: true });
  const selection = ownerDocument.getSelection();
  if (!range || !selection || !element.contains(range.commonAncestorContainer)) return;
  selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
}

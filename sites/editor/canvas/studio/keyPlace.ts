/** The place where a key was pressed. What is in the frame is of another window, whose classes are not this one's. */

/** Elements that keys belong to. */
const WRITES = "input, textarea, select, [contenteditable], editor-text";

export const isInside = (place: EventTarget | null, selector: string): boolean => {
  const element = place as Element | null;
  return typeof element?.closest === "function" && element.closest(selector) !== null;
};

export const isOfText = (place: EventTarget | null): boolean => isInside(place, WRITES);

/** A member who has selected words wants to copy those. */
export const hasSelectedText = (place: EventTarget | null): boolean =>
  (place as Node | null)?.ownerDocument?.getSelection()?.isCollapsed === false;

/** The section whose row has the focus: arrow keys go from row to row and select none. */
export const rowAt = (place: EventTarget | null): string | undefined =>
  place instanceof HTMLElement ? place.closest<HTMLElement>("[data-row]")?.dataset["row"] : undefined;

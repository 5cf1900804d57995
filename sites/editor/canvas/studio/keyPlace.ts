/** Finds where a key was pressed. It matches selectors, because `instanceof` fails for elements of the frame. */

/** Elements that handle keys themselves. */
const WRITES = "input, textarea, select, [contenteditable], editor-text";

export const isInside = (place: EventTarget | null, selector: string): boolean => {
  const element = place as Element | null;
  return typeof element?.closest === "function" && element.closest(selector) !== null;
};

export const isOfText = (place: EventTarget | null): boolean => isInside(place, WRITES);

/** True if words are selected: then copying means those words. */
export const hasSelectedText = (place: EventTarget | null): boolean =>
  (place as Node | null)?.ownerDocument?.getSelection()?.isCollapsed === false;

/** The section of the focused outline row. Arrow keys move the focus there without a selection. */
export const rowAt = (place: EventTarget | null): string | undefined =>
  place instanceof HTMLElement ? place.closest<HTMLElement>("[data-row]")?.dataset["row"] : undefined;

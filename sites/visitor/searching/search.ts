/** The elements of a search around one of its own. */
export const searchOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".search") : null;
export const searchField = (search: HTMLElement): HTMLInputElement | null => search.querySelector("input[name=q]");
export const outcomeOf = (search: ParentNode): Element | null => search.querySelector(".search-outcome");
export const resultLinks = (search: HTMLElement): HTMLElement[] => [
  ...search.querySelectorAll<HTMLElement>(".search-title"),
];

import { partOfPage, tellPage } from "./page.ts";

/**
 * Copies the text of the field that a button names. The text is also selected, for browsers that refuse the clipboard.
 */
export function followCopying(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const field = button && partOfPage<HTMLInputElement>(button.dataset["copy"] ?? "");
    if (!button || !field) return;
    field.select();
    void navigator.clipboard?.writeText(field.value).then(
      () => tellPage(button.dataset["copied"] ?? ""),
      () => undefined,
    );
  });
}

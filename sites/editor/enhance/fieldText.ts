/** Moves the text of fields: to a place on the page, from a chosen file, and into the clipboard. */
import { partOfPage, tellPage } from "./page.ts";

/** Mirrors typed text elsewhere on the page, such as a title in a preview. */
export function followTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const shown = partOfPage(target.dataset["shownIn"] ?? "none");
    if (shown) shown.textContent = target.value;
  });
}

/** Copies the text of a chosen file into a field, so that a form takes the text either way. */
export function followChosenText(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["into"] === undefined) return;
    const field = partOfPage<HTMLTextAreaElement>(target.dataset["into"]);
    void target.files?.[0]?.text().then((text) => field && (field.value = text));
  });
}

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

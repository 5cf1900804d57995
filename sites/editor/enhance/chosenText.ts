/** Copies the text of a chosen file into a field, so that a form takes the text either way. */
import { partOfPage } from "./page.ts";

export function followChosenText(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["into"] === undefined) return;
    const field = partOfPage<HTMLTextAreaElement>(target.dataset["into"]);
    void target.files?.[0]?.text().then((text) => field && (field.value = text));
  });
}

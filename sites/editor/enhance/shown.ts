/** Mirrors typed text elsewhere on the page, such as a title in a preview. */
import { partOfPage } from "./page.ts";

export function followTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const shown = partOfPage(target.dataset["shownIn"] ?? "none");
    if (shown) shown.textContent = target.value;
  });
}

/**
 * Shows the results of a search while a visitor types. The server answers the same page as for browsers without script,
 * and its results replace those here. The address stays as it is, so no history keeps unfinished words.
 */
import { look } from "./look.ts";
import { searchField, resultLinks, searchOf } from "./search.ts";

document.addEventListener("input", ({ target }) => {
  const search = searchOf(target);
  if (search && target === searchField(search)) void look(search);
});

/** The arrows go from the field through the results, and Escape goes back. */
document.addEventListener("keydown", (event) => {
  const search = searchOf(event.target);
  const field = search && searchField(search);
  if (!search || !field || event.isComposing) return;
  // The field stands before the first result.
  const stops: readonly HTMLElement[] = [field, ...resultLinks(search)];
  const at = stops.indexOf(event.target as HTMLElement);
  const next = at === -1 ? undefined : stops[nextStop(event.key, at)];
  if (!next || next === event.target) return;
  event.preventDefault();
  next.focus();
});

function nextStop(key: string, at: number): number {
  if (key === "Escape") return 0;
  return at + (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);
}

/**
 * Shows the results of a search while a visitor types. The server answers the same page as for browsers without script,
 * and its results replace those here. The address stays as it is, so no history keeps unfinished words.
 */
import { look } from "./look.ts";
import { fieldOf, linksOf, searchOf } from "./search.ts";

document.addEventListener("input", ({ target }) => {
  const search = searchOf(target);
  if (search && target === fieldOf(search)) void look(search);
});

/** The arrows go from the field through the results, and Escape goes back. */
document.addEventListener("keydown", (event) => {
  const search = searchOf(event.target);
  const field = search && fieldOf(search);
  if (!search || !field || event.isComposing) return;
  const links = linksOf(search);
  const at = links.indexOf(event.target as HTMLElement);
  if (at === -1 && event.target !== field) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: -1 }[event.key];
  if (next === undefined || next < -1 || next >= links.length || (at === -1 && event.key === "Escape")) return;
  event.preventDefault();
  (links[next] ?? field).focus();
});

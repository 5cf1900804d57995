import { type Studio, select } from "../studio/studio.ts";

/** Shows the settings of the page beside it. */
export function showPageSettings(studio: Studio): void {
  select(studio, null);
  studio.tab.value = "panel";
  document.querySelector<HTMLElement>(".page-settings input")?.focus();
}

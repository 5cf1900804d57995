import { EDIT_MARKER } from "../../../runtime/serving/editMarker.ts";
import { openClient } from "../api/client.ts";
import { isCommand } from "../document/commandKey.ts";
import type { PaletteChoice } from "../palette/choice.ts";
import { openPalette } from "../palette/palette.ts";
import { siteChoices } from "../palette/siteChoices.ts";
import { partOfPage, words } from "./page.ts";

/** The link to the canvas, which stands on pages of members who may edit. */
const CANVAS = 'a[href="/_editor/edit"]';

const linkChoice =
  (kind: PaletteChoice["kind"]) =>
  (link: HTMLAnchorElement): PaletteChoice => ({
    kind,
    // A badge beside the title is no part of the name.
    title: (link.querySelector("bdi") ?? link).textContent.trim(),
    run: () => link.click(),
  });

/** The links of the bar, and what the page offers to do. The site draws none that the member may not follow. */
function fixedChoices(): readonly PaletteChoice[] {
  const places = [...document.querySelectorAll<HTMLAnchorElement>("#areas a")].map(linkChoice("place"));
  const acts = [...document.querySelectorAll<HTMLAnchorElement>("#main .acts a[href]")].map(linkChoice("act"));
  return [...acts, ...places];
}

function open(find: ReturnType<typeof siteChoices>): void {
  const { palette, lost } = words();
  openPalette({ words: palette, lost, fixed: fixedChoices(), find });
}

/** Opens the palette by Ctrl+K, ⌘K, and the button in the bar. */
export function followPalette(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-palette]");
  if (!button) return;
  const mayEdit = document.querySelector(CANVAS) !== null;
  const find = siteChoices({
    client: openClient().as(partOfPage("main")?.dataset["member"] ?? ""),
    hasLists: mayEdit,
    addressOf: ({ id, path }) =>
      mayEdit ? `/_editor/edit?${new URLSearchParams({ page: id })}` : `${path}?${EDIT_MARKER}`,
    go: (address) => location.assign(address),
  });
  button.addEventListener("click", () => open(find));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !isCommand(event) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) open(find);
  });
}

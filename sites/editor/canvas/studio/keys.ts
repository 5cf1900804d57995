/** Keys that work in the whole editor, in the draft as well as around it. */
import { copy, cut, pasteFromClipboard } from "./clipboard.ts";
import { duplicate, moveBy, remove } from "./acts.ts";
import type { Studio } from "./studio.ts";
import { select, step } from "./studio.ts";

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const command = (event: KeyboardEvent): boolean => (isMac ? event.metaKey : event.ctrlKey);

type Do = (studio: Studio, id: string | null) => void;

const withSection =
  (run: (studio: Studio, id: string) => unknown): Do =>
  (studio, id) => {
    if (id !== null) run(studio, id);
  };

/** With Ctrl, or ⌘ on a Mac. These work while the member writes, too. */
const COMMANDS: Readonly<Record<string, Do>> = {
  z: (studio) => step(studio, "undo"),
  Z: (studio) => step(studio, "redo"),
  y: (studio) => step(studio, "redo"),
  k: (studio) => (studio.inserting.value = { after: studio.editor.selected.peek() }),
};

/** With Ctrl, while nobody writes: there they belong to the text. */
const SECTION_COMMANDS: Readonly<Record<string, Do>> = {
  d: withSection(duplicate),
  c: withSection((studio, id) => void copy(studio, id)),
  x: withSection((studio, id) => void cut(studio, id)),
  v: (studio, id) => void pasteFromClipboard(studio, id),
};

/** Without Ctrl, while nobody writes. */
const PLAIN: Readonly<Record<string, Do>> = {
  "/": (studio, id) => (studio.inserting.value = { after: id }),
  Delete: withSection(remove),
  Enter: withSection((studio, id) => studio.frame.peek()?.writeFirst(id)),
  Escape: (studio) => select(studio, null),
};

/** Elements that keys belong to. The frame's are of another window, whose classes are not this one's. */
const WRITES = "input, textarea, select, [contenteditable], editor-text";
const ACTS = "button, a, area, summary, [role=option]";

const within = (event: KeyboardEvent, selector: string): boolean => {
  const target = event.target as Element | null;
  return typeof target?.closest === "function" && target.closest(selector) !== null;
};

/** The key that was pressed. Shift alone decides between a letter's two forms, and Caps Lock does not. */
const keyOf = ({ key, shiftKey }: KeyboardEvent): string =>
  key.length > 1 ? key : shiftKey ? key.toUpperCase() : key.toLowerCase();

function doing(event: KeyboardEvent): Do | undefined {
  const isWriting = within(event, WRITES);
  const key = keyOf(event);
  if (command(event)) return COMMANDS[key] ?? (isWriting || hasSelectedText(event) ? undefined : SECTION_COMMANDS[key]);
  if (isWriting || event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) return ALT[event.key];
  return event.key === "Enter" && within(event, ACTS) ? undefined : PLAIN[event.key];
}

const ALT: Readonly<Record<string, Do>> = {
  ArrowUp: withSection((studio, id) => moveBy(studio, id, -1)),
  ArrowDown: withSection((studio, id) => moveBy(studio, id, 1)),
};

/** A member who has selected words wants to copy those. */
const hasSelectedText = (event: KeyboardEvent): boolean =>
  (event.target as Node | null)?.ownerDocument?.getSelection()?.isCollapsed === false;

export function pressedKey(studio: Studio, event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "F6") {
    event.preventDefault();
    nextRegion(event.shiftKey ? -1 : 1);
    return;
  }
  // The browser closes an open menu with this key, unless a script takes it.
  if (event.key === "Escape" && document.querySelector(":popover-open")) return;
  // A text with formatting has keys of its own, its undo among them.
  if (within(event, "[data-editor-rich], .ProseMirror")) return;
  const run = doing(event);
  if (!run) return;
  event.preventDefault();
  run(studio, rowWith(event) ?? studio.editor.selected.peek());
}

/** The section whose row has the focus: arrow keys go from row to row and select none. */
function rowWith({ target }: KeyboardEvent): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>("[data-row]")?.dataset["row"] : undefined;
}

/** From region to region; from the draft, too, so that it is no trap. */
function nextRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.offsetParent !== null,
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions.at((at + by + regions.length) % regions.length);
  (next?.matches("main") === true ? next : next && (firstIn(next) ?? next))?.focus();
}

const firstIn = (region: HTMLElement): HTMLElement | undefined =>
  region.querySelector<HTMLElement>("[aria-current]") ??
  [...region.querySelectorAll<HTMLElement>("summary, button, select, textarea, input, a[href]")].find((one) =>
    one.checkVisibility(),
  );

/** Keyboard shortcuts of the editor, in the draft and around it. */
import { isCommand } from "../../document/commandKey.ts";
import { isComposingKey } from "../../document/composing.ts";
import { duplicate, moveBy, remove } from "./acts.ts";
import { hasSelectedText, isOfText, isInside, rowAt } from "./keyPlace.ts";
import { type Studio, select, step } from "./studio.ts";

type Do = (studio: Studio, id: string | null) => void;

const withSection =
  (run: (studio: Studio, id: string) => unknown): Do =>
  (studio, id) => {
    if (id !== null) run(studio, id);
  };

/** Shortcuts with Ctrl, or ⌘ on a Mac. They also work while the member writes. */
const COMMANDS: Readonly<Record<string, Do>> = {
  z: (studio) => step(studio, "undo"),
  Z: (studio) => step(studio, "redo"),
  y: (studio) => step(studio, "redo"),
  k: (studio) => (studio.finding.value = true),
};

/** With Ctrl, while nobody writes: there they belong to the text. Those of the clipboard have events of their own. */
const SECTION_COMMANDS: Readonly<Record<string, Do>> = {
  d: withSection(duplicate),
};

/** Shortcuts without Ctrl, outside a text. */
const PLAIN: Readonly<Record<string, Do>> = {
  "/": (studio, id) => (studio.inserting.value = { after: id }),
  Delete: withSection(remove),
  Enter: withSection((studio, id) => studio.frame.peek()?.writeFirst(id)),
  Escape: (studio) => select(studio, null),
};

const ACTS = "button, a, area, summary, [role=option]";

/** The pressed key. Shift decides about upper case, and Caps Lock does not. */
const keyOf = ({ key, shiftKey }: KeyboardEvent): string =>
  key.length > 1 ? key : shiftKey ? key.toUpperCase() : key.toLowerCase();

function doing(event: KeyboardEvent, isWriting: boolean): Do | undefined {
  const key = keyOf(event);
  if (isCommand(event))
    return COMMANDS[key] ?? (isWriting || hasSelectedText(event.target) ? undefined : SECTION_COMMANDS[key]);
  if (isWriting || event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) return ALT[event.key];
  return event.key === "Enter" && isInside(event.target, ACTS) ? undefined : PLAIN[event.key];
}

const ALT: Readonly<Record<string, Do>> = {
  ArrowUp: withSection((studio, id) => moveBy(studio, id, -1)),
  ArrowDown: withSection((studio, id) => moveBy(studio, id, 1)),
};

/** True in a text, and in the draft while a text is open there that lost the focus or is still loading. */
const isForText = ({ frame }: Studio, { target }: KeyboardEvent): boolean =>
  isOfText(target) || ((target as Node | null)?.ownerDocument !== document && frame.peek()?.takesKey() === true);

export function pressedKey(studio: Studio, event: KeyboardEvent): void {
  if (isComposingKey(event) || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "F6") {
    event.preventDefault();
    nextRegion(event.shiftKey ? -1 : 1);
    return;
  }
  // The browser closes an open menu on Escape, unless a script handles the key.
  if (event.key === "Escape" && document.querySelector(":popover-open")) return;
  // A formatted text handles its own keys, including undo.
  if (isInside(event.target, "[data-editor-rich], .ProseMirror")) return;
  const run = doing(event, isForText(studio, event));
  if (!run) return;
  event.preventDefault();
  run(studio, rowAt(event.target) ?? studio.editor.selected.peek());
}

/** Moves the focus to the next region, also out of the draft, so that it does not trap the focus. */
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

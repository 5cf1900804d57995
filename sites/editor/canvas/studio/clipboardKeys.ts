/**
 * Copies, cuts and pastes sections by keys. The browser gives the clipboard to the events of these keys without a
 * permission, even if it refuses the clipboard to buttons.
 */
import { CANVAS } from "../../document/words.ts";
import { remove } from "./acts.ts";
import { clipboardText, pasteText, sayCopied } from "./clipboard.ts";
import { hasSelectedText, isOfText, rowAt } from "./keyPlace.ts";
import type { Studio } from "./studio.ts";

type Do = (studio: Studio, data: DataTransfer, id: string | null) => void;

/** Writes the section to the clipboard. False if no section has this id. */
function put({ editor }: Studio, data: DataTransfer, id: string | null): id is string {
  const section = editor.section(id);
  if (section) data.setData("text/plain", clipboardText(section));
  return section !== undefined;
}

const EVENTS: Readonly<Record<string, Do>> = {
  copy: (studio, data, id) => {
    if (put(studio, data, id)) sayCopied(studio, id);
  },
  cut: (studio, data, id) => {
    if (put(studio, data, id)) remove(studio, id, CANVAS.notices.cut);
  },
  paste: (studio, data, id) => {
    void pasteText(studio, data.getData("text/plain"), id);
  },
};

/** Handles a clipboard event, unless the member edits a text or has selected words. */
export function usedClipboard(studio: Studio, event: ClipboardEvent): void {
  const { clipboardData: data, target } = event;
  const run = EVENTS[event.type];
  if (!data || !run || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const focused = (target as Node | null)?.ownerDocument?.activeElement ?? null;
  if (isOfText(target) || isOfText(focused) || hasSelectedText(target)) return;
  event.preventDefault();
  run(studio, data, rowAt(focused) ?? studio.editor.selected.peek());
}

import { mergedText } from "../../../../runtime/editing/operations/mergedText.ts";
import type { RichCommands, RichOptions, RichState, RichText } from "../model/rich.ts";
import { isComposingKey } from "../../document/composing.ts";
import { dressEditor } from "./dress.ts";

export const SOURCE_STATE: RichState = {
  mode: "source",
  block: "paragraph",
  level: 0,
  active: { strong: false, em: false, strike: false, code: false, bullets: false, numbers: false, quote: false },
  href: null,
  directive: null,
  isInTable: false,
  canUndo: false,
  canRedo: false,
  notice: null,
};

const nothing = (): void => undefined;
const NO_COMMANDS: RichCommands = {
  strong: nothing,
  em: nothing,
  strike: nothing,
  code: nothing,
  paragraph: nothing,
  heading: nothing,
  bullets: nothing,
  numbers: nothing,
  quote: nothing,
  codeBlock: nothing,
  rule: nothing,
  link: nothing,
  write: nothing,
  picture: nothing,
  insert: nothing,
  table: nothing,
  addRow: nothing,
  addColumn: nothing,
  deleteRow: nothing,
  deleteColumn: nothing,
  undo: nothing,
  redo: nothing,
};

/** Edits the Markdown source in a text area, with the browser's own undo and composition. */
export function openSource({ element, markdown, label, onInput, onLeave, onState }: RichOptions): RichText {
  const area = element.ownerDocument.createElement("textarea");
  Object.assign(area, { value: markdown, ariaLabel: label, className: "rich-source", rows: 12 });
  // A text area normalizes line ends. The original text is kept until the member types.
  let [written, reported] = [markdown, markdown];
  const undress = dressEditor(element, area);
  area.addEventListener("input", () => {
    written = markdown.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value;
    reported = written;
    onInput(written);
  });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || isComposingKey(event)) return;
    event.preventDefault();
    onLeave();
  });
  onState?.(SOURCE_STATE);
  return {
    mode: "source",
    commands: NO_COMMANDS,
    flush: () => written,
    show: (next) => {
      const shown = written === reported ? next : mergedText(reported, next, written);
      if (shown === undefined) return false;
      const { selectionStart } = area;
      [area.value, written, reported] = [shown, shown, next];
      area.setSelectionRange(selectionStart, selectionStart);
      if (shown !== next) onInput(shown);
      return true;
    },
    focus: () => area.focus(),
    close: undress,
  };
}

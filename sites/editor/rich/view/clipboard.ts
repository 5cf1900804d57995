/** Reads the clipboard at once, and cleans it with a script that loads after the first formatted text has opened. */
import type { Fragment } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { types } from "../model/schema.ts";
import type * as Paste from "./paste.ts";

let loaded: typeof Paste | undefined;

export async function loadPaste(): Promise<typeof Paste | undefined> {
  loaded ??= await import("./paste.ts").catch(() => undefined);
  return loaded;
}

export function pasteInto(view: EditorView, data: DataTransfer, pasting: Paste.Pasting): void {
  const clipboard = { html: data.getData("text/html"), text: data.getData("text/plain"), files: [...data.files] };
  if (loaded) return loaded.takePaste(view, clipboard, pasting);
  void pasteLater(view, clipboard, pasting);
}

async function pasteLater(view: EditorView, clipboard: Paste.Clipboard, pasting: Paste.Pasting): Promise<void> {
  const paste = await loadPaste();
  if (paste) paste.takePaste(view, clipboard, pasting);
  else pasting.tell({ kind: "notLoaded" });
}

/** Copied content as plain text. A directive is written as it is, so that a paste brings it back. */
export const copiedText = (content: Fragment): string =>
  content.textBetween(0, content.size, "\n\n", ({ type, attrs }) =>
    type === types.directive ? String(attrs["source"]) : "\n",
  );

/** Puts the caret at the drop position. */
export function moveDropped(view: EditorView, event: DragEvent): boolean {
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (!place) return false;
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
  return true;
}

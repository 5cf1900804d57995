/** Handles pasted and dropped content: it is cleaned, or refused as a whole. */
import type { Node } from "prosemirror-model";
import { Fragment, Slice } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Result } from "../../../../manifests/result.ts";
import { types } from "../model/schema.ts";
import type { Pasted } from "../paste/clean.ts";
import { cleanHtml, cleanText } from "../paste/clean.ts";
import type { RichNotice, RichServices } from "../rich.ts";

export interface Pasting {
  readonly services: RichServices;
  readonly tell: (notice: RichNotice) => void;
}

const isPicture = ({ type }: File): boolean => type.startsWith("image/");

export function takePaste(view: EditorView, data: DataTransfer, { services, tell }: Pasting): void {
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  if (view.state.selection.$from.parent.type === types.code_block) return void insertCode(view, text, tell);
  const result = html === "" ? cleanText(text) : cleanHtml(html, location.origin);
  const files = [...data.files].filter(isPicture);
  // A copied picture comes as a file, and also as HTML that only names its source.
  const isPictureOnly =
    files.length > 0 && (!result.ok || result.value.blocks.every(({ textContent }) => textContent === ""));
  if (isPictureOnly) void upload(view, files, { services, tell });
  else insert(view, result, tell);
}

function insert(view: EditorView, result: Result<Pasted, "tooLong">, tell: Pasting["tell"]): void {
  if (!result.ok) return tell(result.error);
  const { blocks, pictures } = result.value;
  if (pictures > 0) tell("pictures");
  if (blocks.length > 0) view.dispatch(withBlocks(view, blocks).scrollIntoView().setMeta("paste", true));
}

/** Inserts blocks. A single paragraph joins the line; a table cell takes all blocks as one line of text. */
function withBlocks(view: EditorView, blocks: readonly Node[]) {
  const { tr, selection } = view.state;
  const [only] = blocks;
  const isCell = selection.$from.parent.type.spec.isolating === true;
  if (isCell) return tr.insertText(blocks.map(({ textContent }) => textContent).join(" "));
  if (blocks.length === 1 && only?.type === types.paragraph) return tr.replaceSelection(new Slice(only.content, 0, 0));
  return tr.replaceSelection(Slice.maxOpen(Fragment.from([...blocks])));
}

function insertCode(view: EditorView, text: string, tell: Pasting["tell"]): void {
  const result = cleanText(text);
  if (result.ok) view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/g, "\n")).scrollIntoView());
  else tell(result.error);
}

async function upload(view: EditorView, files: readonly File[], { services, tell }: Pasting): Promise<void> {
  for (const file of files) {
    const stored = await services.upload?.(file).catch(() => undefined);
    if (view.isDestroyed) return;
    if (stored) view.dispatch(view.state.tr.replaceSelectionWith(types.image.create(stored)).scrollIntoView());
    else tell("uploadFailed");
  }
}

/** Puts the caret at the drop position. */
export function moveDropped(view: EditorView, event: DragEvent): boolean {
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (!place) return false;
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
  return true;
}

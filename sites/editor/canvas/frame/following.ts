/**
 * Updates the draft in the frame after an edit: at once where the editor can show it, and again with the site's answer.
 */
import { shownSections } from "../../../../runtime/documents/content/entry.ts";
import type { PageOperation, SetFields } from "../../../../runtime/editing/operations/pageOperation.ts";
import { decodePointer, encodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Editor, Follow } from "../page/editor.ts";
import type { Studio } from "../studio/studio.ts";
import { textValueAt } from "../page/values.ts";
import type { FrameView } from "../draft/view.ts";

/** Every text in a value, with its pointer. */
function* textsIn(value: unknown, path: readonly PropertyKey[]): Generator<readonly [pointer: string, text: string]> {
  if (typeof value === "string") yield [encodePointer(path), value];
  else if (typeof value === "object" && value !== null)
    for (const [name, child] of Object.entries(value)) yield* textsIn(child, [...path, name]);
}

/** Texts that the page shows are updated at once. Everything else changes with the site's answer. */
function showTexts(frame: FrameView, { section, fields }: SetFields): void {
  for (const [pointer, text] of textsIn(fields, [])) frame.show(section, pointer, text);
}

/** Updates the text being written when another member changed it, so that the member does not overwrite it unseen. */
function showWriting(editor: Editor, view: FrameView): void {
  const mark = view.writing;
  const fields = mark && editor.section(mark.section)?.fields;
  if (!mark || !fields) return;
  const [field] = decodePointer(mark.pointer);
  const isAsked = editor.queue.peek().clashes.some((one) => one.section === mark.section && one.field === field);
  if (!isAsked) view.show(mark.section, mark.pointer, textValueAt(fields, mark.pointer));
}

const isMoved = ({ op }: PageOperation): boolean => op === "move" || op === "remove";

export async function following({ editor, frame }: Studio, follow: Follow): Promise<void> {
  const view = frame.peek();
  if (!view) return;
  if (follow.kind === "answer") {
    view.follow(follow.answer);
    view.select(editor.selected.peek(), false);
  } else if (follow.kind === "draft") {
    showWriting(editor, view);
    await view.refresh();
    view.select(editor.selected.peek(), false);
  } else {
    for (const operation of follow.operations) if (operation.op === "set") showTexts(view, operation);
    if (follow.operations.some(isMoved)) view.reorder(shownSections(editor.body.peek()).map(({ id }) => id));
  }
}

/** Lets the draft in the frame follow what was done: at once where that can be shown, and with the site's answer. */
import type { PageOperation, SetFields } from "../../../../runtime/editing/operations/pageOperation.ts";
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Follow } from "../page/editor.ts";
import type { Studio } from "../page/studio.ts";
import type { FrameView } from "./view.ts";

/** Every text in a value, with its pointer. */
function* textsIn(value: unknown, path: readonly PropertyKey[]): Generator<readonly [pointer: string, text: string]> {
  if (typeof value === "string") yield [encodePointer(path), value];
  else if (typeof value === "object" && value !== null)
    for (const [name, child] of Object.entries(value)) yield* textsIn(child, [...path, name]);
}

/** Texts that stand in the page are shown at once; everything else comes with the answer. */
function showTexts(frame: FrameView, { section, fields }: SetFields): void {
  for (const [pointer, text] of textsIn(fields, [])) frame.show(section, pointer, text);
}

const isMoved = ({ op }: PageOperation): boolean => op === "move" || op === "remove";

export function following({ editor, frame }: Studio, follow: Follow): void {
  const view = frame.peek();
  if (!view) return;
  if (follow.kind === "answer") {
    view.follow(follow.answer);
    view.select(editor.selected.peek(), false);
  } else if (follow.kind === "draft") void view.refresh().then(() => view.select(editor.selected.peek(), false));
  else {
    for (const operation of follow.operations) if (operation.op === "set") showTexts(view, operation);
    if (follow.operations.some(isMoved)) view.reorder(editor.body.peek().sections.map(({ id }) => id));
  }
}

import type { JSX } from "preact";
import { CANVAS, FIELDS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { siblingsAt } from "../../../../runtime/editing/operations/sectionTree.ts";
import { Dialog } from "../../drawing/Dialog.tsx";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import { moveTo, slotTitle } from "../studio/acts.ts";
import { type DropTarget, targetsFor } from "../page/tree.ts";

const WORDS = CANVAS.moveTo;

function targetText({ editor }: Studio, id: string, { at, index }: DropTarget): string {
  const others = siblingsAt(editor.body.value.sections, at).filter((section) => section.id !== id);
  const next = others[index];
  const previous = others.at(-1);
  const spot = next
    ? say(WORDS.before, { name: sectionNameOf(editor, next.id) })
    : previous
      ? say(WORDS.after, { name: sectionNameOf(editor, previous.id) })
      : "";
  const slot = at ? say(WORDS.into, { slot: slotTitle(editor, at), name: sectionNameOf(editor, at.parent) }) : "";
  return [slot, spot].filter((text) => text !== "").join(FIELDS.colon);
}

/** Lists every place in the page that accepts the section, so that no dragging is needed. */
export function MoveDialog({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { editor, moving } = studio;
  const section = editor.section(moving.value);
  if (!section) return null;
  const targets = targetsFor(editor.body.value, editor.types, section);
  return (
    <Dialog
      title={say(WORDS.title, { name: sectionNameOf(editor, section.id) })}
      close={CANVAS.insert.cancel}
      onClose={() => (moving.value = null)}
    >
      {targets.length === 0 && <p class="note">{CANVAS.outline.noPlace}</p>}
      <ul class="choices">
        {targets.map((target) => (
          <li key={`${target.at?.parent ?? ""} ${target.at?.slot ?? ""} ${target.index}`}>
            <button
              type="button"
              onClick={() => {
                moving.value = null;
                moveTo(studio, section.id, target.at, target.index);
              }}
            >
              {targetText(studio, section.id, target)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

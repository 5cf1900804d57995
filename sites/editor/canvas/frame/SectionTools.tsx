import type { JSX } from "preact";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { CANVAS } from "../../document/words.ts";
import { IconButton } from "../../drawing/IconButton.tsx";
import { duplicate, moveBy, remove } from "../studio/acts.ts";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import { moves } from "./moves.ts";

const WORDS = CANVAS.section;

/** Buttons at the corner of the selected section. */
export function SectionTools({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { editor, frame, inserting } = studio;
  const id = editor.selected.value;
  // Reading the signal subscribes to moves, so that the buttons follow the section.
  const count = moves.value;
  const box = id === null ? undefined : frame.value?.box(id);
  if (id === null || id === ENTRY || !box || studio.rich.value || !editor.section(id)) return null;
  const height = frame.value?.document.documentElement.clientHeight ?? 0;
  const isSeen = box.bottom > 0 && box.top < height;
  const top = Math.max(4, Math.min(box.top + 4, height - 44, box.bottom - 40));
  return (
    <div
      class="section-tools"
      role="toolbar"
      aria-label={sectionNameOf(editor, id)}
      data-count={count}
      hidden={!isSeen}
      style={{ insetBlockStart: `${top}px` }}
    >
      <IconButton icon="up" label={WORDS.moveUp} onClick={() => moveBy(studio, id, -1)} />
      <IconButton icon="down" label={WORDS.moveDown} onClick={() => moveBy(studio, id, 1)} />
      <IconButton icon="plus" label={WORDS.insertAfter} onClick={() => (inserting.value = { after: id })} />
      <IconButton icon="copy" label={WORDS.duplicate} onClick={() => duplicate(studio, id)} />
      <IconButton icon="trash" label={WORDS.remove} onClick={() => remove(studio, id)} />
    </div>
  );
}

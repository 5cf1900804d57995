import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useComputed } from "@preact/signals";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { ENTRY, entrySection } from "../../../../runtime/documents/content/entry.ts";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { Icon } from "../../drawing/icons.tsx";
import { type Studio, select } from "../studio/studio.ts";
import { moveBy, remove, slotTitle } from "../studio/acts.ts";
import { Dragging } from "./dragging.ts";
import { sectionName, typeName } from "../page/sectionName.ts";
import { type TreeRow, treeRows } from "../page/tree.ts";
import { pasteFromClipboard } from "../studio/clipboard.ts";
import { nameFor } from "../people/People.tsx";
import { SectionMenu } from "./SectionMenu.tsx";

interface Props {
  readonly studio: Studio;
}

/** Up and down go through the list; with Alt they move the section. */
function pressed(studio: Studio, id: string, event: KeyboardEvent): void {
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  if (by !== 0 && event.altKey) {
    moveBy(studio, id, by);
    focusRow(id);
  } else if (by !== 0) {
    const buttons = [...document.querySelectorAll<HTMLElement>(".row-name")];
    buttons[buttons.indexOf(event.currentTarget as HTMLElement) + by]?.focus();
  } else if (event.key === "Delete") {
    remove(studio, id);
    focusRow(studio.editor.selected.peek());
  } else return;
  event.preventDefault();
}

/** Returns the focus to a section's row after the list was drawn again. */
const focusRow = (id: string | null): void => {
  requestAnimationFrame(() => {
    if (id !== null) document.querySelector<HTMLElement>(`.row-name[data-id="${CSS.escape(id)}"]`)?.focus();
  });
};

interface RowProps extends Props {
  readonly row: TreeRow;
  readonly isHeld: boolean;
  readonly dragging: Dragging;
}

/** Draws a row only when its section changed. While the member types, one row of perhaps two hundred is drawn. */
function RememberedRow({ studio, row, isHeld, dragging }: RowProps): JSX.Element {
  const { section, depth, at, index } = row;
  return useMemo(
    () => <RowView studio={studio} row={row} isHeld={isHeld} dragging={dragging} />,
    [section, depth, at?.parent, at?.slot, index, isHeld],
  );
}

function RowView({ studio, row, isHeld, dragging }: RowProps): JSX.Element {
  const { section, depth, at } = row;
  const { editor } = studio;
  const type = editor.typeOf(section);
  const name = sectionName(section, type);
  const isSelected = editor.selected.value === section.id;
  const others = studio.people.value.filter((person) => person.section === section.id);
  return (
    <li
      class={`row${isSelected ? " is-selected" : ""}${isHeld ? " is-held" : ""}${dragging.classOf(section.id)}`}
      style={{ "--depth": String(depth) }}
      data-row={section.id}
      onPointerDown={(event) => section.id !== ENTRY && dragging.begin(event, section.id)}
    >
      <button
        type="button"
        class="row-name"
        data-id={section.id}
        aria-current={isSelected ? "true" : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => {
          select(studio, section.id);
          studio.tab.value = "stage";
        }}
        onKeyDown={(event) => pressed(studio, section.id, event)}
      >
        <bdi>{name}</bdi>
        <small>
          {at && row.index === 0 ? `${say(CANVAS.outline.slot, { slot: slotTitle(editor, at) })} · ` : ""}
          {others.map((person) => `${nameFor(person)} · `)}
          {type && !editor.inactive.has(section.type) ? typeName(section.type, type) : CANVAS.outline.unavailable}
        </small>
      </button>
      {section.id !== ENTRY && <SectionMenu studio={studio} id={section.id} name={name} />}
    </li>
  );
}

/** The row of an entry's values, which cannot move. */
function entryRow(page: Page): readonly TreeRow[] {
  const section = entrySection(page);
  return section ? [{ section, depth: 0, at: undefined, index: 0, of: 1 }] : [];
}

export function Outline({ studio }: Props): JSX.Element {
  const rows = useComputed(() => [
    ...entryRow(studio.editor.body.value),
    ...treeRows(studio.editor.body.value.sections),
  ]);
  const held = useComputed(() =>
    studio.editor.queue.value.unfinished.map(({ operation }) => operation.section).join(" "),
  );
  const heldIds = new Set(held.value.split(" "));
  const dragging = Dragging.of(studio);
  return (
    <nav class="outline" data-region aria-label={CANVAS.regions.outline} data-tab="outline">
      <div class="outline-head">
        <h2>{CANVAS.regions.outline}</h2>
        <button
          type="button"
          class="quiet"
          aria-keyshortcuts="/"
          onClick={() => (studio.inserting.value = { after: studio.editor.selected.peek() })}
        >
          <Icon name="plus" />
          {CANVAS.outline.insert}
        </button>
      </div>
      {rows.value.length === 0 && <p class="note">{CANVAS.outline.empty}</p>}
      <ul class="rows" ref={dragging.list}>
        {rows.value.map((row) => (
          <RememberedRow
            key={row.section.id}
            studio={studio}
            row={row}
            isHeld={heldIds.has(row.section.id)}
            dragging={dragging}
          />
        ))}
      </ul>
      <p class="note keys-hint">{CANVAS.outline.hint}</p>
      <button
        type="button"
        class="quiet"
        onClick={() => void pasteFromClipboard(studio, studio.editor.selected.peek())}
      >
        {CANVAS.section.pasteEnd}
      </button>
    </nav>
  );
}

/** Edits of whole sections, by button, key or drag. Each announces what it did and where the section is now. */
import type { NewSection } from "../../../../runtime/documents/content/section.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { type Siblings, placeOf, siblingsAt } from "../../../../runtime/editing/operations/sectionTree.ts";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import type { Editor } from "../page/editor.ts";
import { type InsertPlace, type Studio, sectionNameOf, select } from "./studio.ts";
import { duplicated, inserted, sectionsMadeBy, movedBy, movedTo, removed } from "../page/moves.ts";

const WORDS = CANVAS.notices;

export function moveBy({ editor, frame }: Studio, id: string, by: 1 | -1): void {
  const operations = movedBy(editor.body.peek(), id, by);
  if (!operations) return editor.say(say(by < 0 ? WORDS.first : WORDS.last, { name: sectionNameOf(editor, id) }));
  editor.act({ operations, name: CANVAS.act.move, spot: { section: id }, group: `move ${id}` });
  frame.peek()?.bring(id);
  tellPlace(editor, id);
}

export function moveTo(studio: Studio, id: string, at: Siblings | undefined, index: number): void {
  const { editor } = studio;
  if (!editor.act({ operations: movedTo(id, at, index), name: CANVAS.act.move, spot: { section: id } }))
    return editor.say(WORDS.notThere);
  select(studio, id);
  studio.frame.peek()?.bring(id);
  tellPlace(editor, id);
}

function tellPlace(editor: Editor, id: string): void {
  const { sections } = editor.body.peek();
  const place = placeOf(sections, id);
  if (!place) return;
  const { siblings } = place;
  const values = { name: sectionNameOf(editor, id), place: place.index + 1, of: siblingsAt(sections, siblings).length };
  editor.say(
    siblings
      ? say(WORDS.movedInto, {
          ...values,
          slot: slotTitle(editor, siblings),
          parent: sectionNameOf(editor, siblings.parent),
        })
      : say(WORDS.moved, values),
  );
}

export function slotTitle(editor: Editor, { parent, slot }: Siblings): string {
  const type = editor.typeOf(editor.section(parent));
  return type?.slots.find(({ name }) => name === slot)?.title ?? slot;
}

function added(studio: Studio, operations: readonly PageOperation[], act: string, word: string): boolean {
  const { editor } = studio;
  const id = sectionsMadeBy(operations);
  if (id === null || !editor.act({ operations, name: act, spot: { section: id } })) {
    editor.say(WORDS.notThere);
    return false;
  }
  editor.say(say(word, { name: sectionNameOf(editor, id) }));
  select(studio, id);
  return true;
}

export const duplicate = (studio: Studio, id: string): boolean =>
  added(studio, duplicated(studio.editor.body.peek(), id), CANVAS.act.duplicate, WORDS.duplicated);

export const insert = (studio: Studio, section: NewSection, { after, into }: InsertPlace): boolean =>
  added(studio, inserted(studio.editor.body.peek(), section, after, into), CANVAS.act.insert, WORDS.inserted);

export const paste = (studio: Studio, section: NewSection, after: string | null): boolean =>
  added(studio, inserted(studio.editor.body.peek(), section, after), CANVAS.act.paste, WORDS.pasted);

/** Removes a section and selects the one after it, so that keyboard users keep their place. */
export function remove(studio: Studio, id: string, word: string = WORDS.removed): void {
  const { editor } = studio;
  const name = sectionNameOf(editor, id);
  const { sections } = editor.body.peek();
  const place = placeOf(sections, id);
  if (!place || !editor.act({ operations: removed(id), name: CANVAS.act.remove, spot: { section: id } })) return;
  const left = siblingsAt(editor.body.peek().sections, place.siblings);
  select(studio, left[Math.min(place.index, left.length - 1)]?.id ?? place.siblings?.parent ?? null, false);
  editor.say(say(word, { name }));
}

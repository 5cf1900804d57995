import { history, undo } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import { EditorState, Selection, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { types } from "../../../../sites/editor/rich/model/schema.ts";
import { shownInstead } from "../../../../sites/editor/rich/view/shown.ts";
import { HARD_TEXTS } from "../model/hardTexts.ts";

/** A formatted text that is open while another member changes it. */
const docOf = (markdown: string): Node => {
  const kept = KeptText.open(markdown);
  if (!kept) throw new Error("the text opens as source only");
  return kept.doc;
};

/** The end of a block's text. */
const endOf = (doc: Node, block: number): number => {
  let at = 0;
  for (let index = 0; index < block; index += 1) at += doc.child(index).nodeSize;
  return at + doc.child(block).nodeSize - 1;
};

/** A text with the caret at the end of a block. */
function openedAt(markdown: string, block: number): { readonly state: EditorState; readonly seen: Node } {
  const seen = docOf(markdown);
  const state = EditorState.create({ doc: seen, plugins: [history()] });
  const selection = TextSelection.create(seen, endOf(seen, block));
  return { state: state.apply(state.tr.setSelection(selection)), seen };
}

const typed = (state: EditorState, text: string): EditorState => state.apply(state.tr.insertText(text));
const entered = (state: EditorState): EditorState => state.apply(state.tr.split(state.selection.head));
const shown = (state: EditorState, seen: Node, markdown: string): EditorState =>
  state.apply(shownInstead(state, seen, docOf(markdown)));
const textsOf = ({ doc }: EditorState): string[] => doc.content.content.map(({ textContent }) => textContent);

const TEXT = "One.\n\nTwo.\n\nThree.";
const THEIRS = "One, theirs.\n\nTwo.\n\nThree.";

describe("what a member types while another text is shown", () => {
  test("goes on behind a space that no Markdown holds yet", () => {
    const { state, seen } = openedAt(TEXT, 2);
    const after = typed(shown(typed(state, " "), seen, THEIRS), "More.");
    expect(textsOf(after)).toEqual(["One, theirs.", "Two.", "Three. More."]);
  });

  test("goes on in a paragraph that has just begun, wherever it is", () => {
    for (const [block, texts] of [
      [0, ["One, theirs.", "Mine", "Two.", "Three."]],
      [1, ["One, theirs.", "Two.", "Mine", "Three."]],
      [2, ["One, theirs.", "Two.", "Three.", "Mine"]],
    ] as const) {
      const { state, seen } = openedAt(TEXT, block);
      expect(textsOf(typed(shown(entered(state), seen, THEIRS), "Mine"))).toEqual(texts);
    }
  });

  test("goes on in an item that has just begun", () => {
    const seen = docOf("- One\n- Two\n\nLast.");
    const begun = types.list_item.create(null, types.paragraph.create());
    const state = EditorState.create({ doc: seen });
    const inside = state.apply(state.tr.insert(seen.child(0).nodeSize - 1, begun));
    const caret = Selection.near(inside.doc.resolve(seen.child(0).nodeSize + 1));
    const at = inside.apply(inside.tr.setSelection(caret));
    const after = typed(shown(at, seen, "- One\n- Two\n-\n\nLast, theirs."), "Mine");
    expect(textsOf(after)).toEqual(["OneTwoMine", "Last, theirs."]);
  });

  test("goes on at the same word of a paragraph that the other one changes elsewhere", () => {
    const { state, seen } = openedAt(TEXT, 2);
    for (const [theirs, whole] of [
      ["One.\n\nTwo.\n\nThe third: Three.", "The third: Three. More."],
      ["One.\n\nTwo.\n\n**Three**.", "Three. More."],
      ["One.\n\nTwo.\n\nThirteen.", "Thirteen. More."],
    ] as const)
      expect(textsOf(typed(shown(state, seen, theirs), " More.")).at(-1)).toBe(whole);
  });

  test("is taken back alone by an undo", () => {
    const { state, seen } = openedAt(TEXT, 2);
    let after = shown(typed(state, " More."), seen, THEIRS.replace("Three.", "Three. More."));
    undo(after, (tr) => (after = after.apply(tr)));
    expect(textsOf(after)).toEqual(["One, theirs.", "Two.", "Three."]);
  });

  test("goes on in a text that was empty, and has a paragraph of somebody else now", () => {
    const state = EditorState.create({ doc: docOf("") });
    expect(shown(state, state.doc, "Theirs.").doc.eq(docOf("Theirs."))).toBe(true);
    expect(shown(state, state.doc, "").doc.eq(docOf(""))).toBe(true);
  });
});

describe("a text in which the member has typed nothing", () => {
  const TEXTS = Object.values(HARD_TEXTS);

  /** The text with one of its last words changed, missing, or in two paragraphs. */
  const withOtherWords = (text: string): string[] =>
    [...text.matchAll(/\p{L}{3,}/gu)]
      .slice(-2)
      .flatMap(({ index, 0: word }) =>
        ["changed", "", `${word}\n\n${word}`].map(
          (instead) => text.slice(0, index) + instead + text.slice(index + word.length),
        ),
      );
  const becomes = (text: string, other: string): boolean => {
    const next = KeptText.open(other)?.doc;
    const state = EditorState.create({ doc: docOf(text) });
    return !next || state.apply(shownInstead(state, state.doc, next)).doc.eq(next);
  };

  test("has each changed or missing word of the other one, wherever it is", () => {
    const wrong = TEXTS.flatMap((text) => withOtherWords(text).filter((other) => !becomes(text, other)));
    expect(wrong).toEqual([]);
  });

  test("becomes the other one exactly, with its manner of writing", () => {
    expect(TEXTS.length).toBeGreaterThan(30);
    for (const [index, text] of TEXTS.entries())
      for (const other of [TEXTS[(index + 1) % TEXTS.length] ?? "", TEXTS[(index + 7) % TEXTS.length] ?? "", ""]) {
        const state = EditorState.create({ doc: docOf(text) });
        expect(shown(state, state.doc, other).doc.toJSON()).toEqual(docOf(other).toJSON());
      }
    const state = EditorState.create({ doc: docOf("- One\n- Two") });
    expect(shown(state, state.doc, "* One\n* Two").doc.eq(docOf("* One\n* Two"))).toBe(true);
  });
});

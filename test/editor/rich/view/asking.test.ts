/** Signs with which a member asks for a link or a menu, and those that are plain signs. */
import { EditorState, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { askedBySign } from "../../../../sites/editor/rich/view/asking.ts";
import { setLink } from "../../../../sites/editor/rich/view/commands.ts";

/** A text with the caret at a place. Without one, at its end. */
function caretIn(markdown: string, at?: number): EditorState {
  const kept = KeptText.open(markdown);
  if (!kept) throw new Error("the text opens as source only");
  const end = TextSelection.atEnd(kept.doc).from;
  return EditorState.create({ doc: kept.doc, selection: TextSelection.create(kept.doc, at ?? end) });
}

describe("a slash", () => {
  test.each([[""], ["- a\n- "], ["> a\n>\n> "]])("asks on the empty line at the end of %j", (text) => {
    const state = caretIn(text);
    const isEmpty = state.selection.$from.parent.content.size === 0;
    expect(askedBySign(state, "/")).toBe(isEmpty ? "/" : undefined);
  });

  test.each(["a", "a ", "# ", "`a`", "```\n\n```", "and/or"])("is a plain sign at the end of %j", (text) =>
    expect(askedBySign(caretIn(text), "/")).toBeUndefined(),
  );
});

describe("an at sign", () => {
  test("asks before a word", () => {
    expect(askedBySign(caretIn(""), "@")).toBe("@");
    expect(askedBySign(caretIn("(x", 2), "@")).toBe("@");
    expect(askedBySign(caretIn("see you", 5), "@")).toBe("@");
    expect(askedBySign(caretIn("# Title"), "@")).toBeUndefined();
  });

  test.each(["office", "a.b", ':a.b/c[d]{e="f"}', "```\na\n```"])("is a plain sign behind %j", (text) =>
    expect(askedBySign(caretIn(text), "@")).toBeUndefined(),
  );

  test("is a plain sign in place of selected words", () => {
    const state = caretIn("a b");
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 3)));
    expect(askedBySign(selected, "@")).toBeUndefined();
  });
});

test("a link without a selection has the words that it is given, or else its address", () => {
  const linked = (href: string, words?: string): string => {
    let after = caretIn("");
    setLink(href, words)(after, (tr) => (after = after.apply(tr)));
    return after.doc.textContent;
  };
  expect(linked("page:about", "About us")).toBe("About us");
  expect(linked("page:about", "")).toBe("page:about");
  expect(linked("mailto:a@b.example")).toBe("a@b.example");
});

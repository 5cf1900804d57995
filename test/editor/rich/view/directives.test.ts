/** A selected directive: what a copy of it is, and what a change of it leaves around it. */
import { Fragment } from "prosemirror-model";
import { EditorState, NodeSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { copiedText } from "../../../../sites/editor/rich/view/clipboard.ts";
import { insertMarkdown } from "../../../../sites/editor/rich/view/commands.ts";

const GO = ':acme.bits/go[the *pier*]{to="/a"}';
const opened = (markdown: string): KeptText => {
  const kept = KeptText.open(markdown);
  if (!kept) throw new Error("the text opens as source only");
  return kept;
};

test("is copied as plain text with its source, alone and in its line", () => {
  const { doc } = opened(`a ${GO}\\\nb`);
  expect(copiedText(doc.content)).toBe(`a ${GO}\nb`);
  expect(copiedText(Fragment.from(doc.firstChild?.child(1)))).toBe(GO);
});

test.each([
  [`[**${GO}**](/b)`, ':acme.bits/go[a]{to="/c"}', '[**:acme.bits/go[a]{to="/c"}**](/b)'],
  [`*${GO} b*`, ":acme.bits/go[a]", "*:acme.bits/go[a] b*"],
])("in %j keeps the marks around it when it is changed", (markdown, changed, written) => {
  const kept = opened(markdown);
  const state = EditorState.create({ doc: kept.doc, selection: NodeSelection.create(kept.doc, 1) });
  let after = state;
  insertMarkdown(changed)(state, (tr) => (after = state.apply(tr)));
  expect(kept.write(after.doc)).toEqual({ markdown: written, isFaithful: true });
});

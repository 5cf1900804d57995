/** Signs with which a member asks for something to insert: a slash on an empty line, and an at sign before a word. */
import type { EditorState } from "prosemirror-state";
import type { RichAsked } from "../model/rich.ts";
import { types } from "../model/schema.ts";

/** A character before which no word goes on: none, a space, or an opening bracket. */
const BEGINS_WORD = /^$|[\s([{]/u;

export function askedBySign({ selection }: EditorState, typed: string): RichAsked | undefined {
  const { $from, empty } = selection;
  const { parent, parentOffset } = $from;
  if (!empty || parent.type.spec.code === true) return undefined;
  if (typed === "/") return parent.type === types.paragraph && parent.content.size === 0 ? "/" : undefined;
  const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset, "", "x");
  return typed === "@" && BEGINS_WORD.test(before) ? "@" : undefined;
}

import type { Node } from "prosemirror-model";
import { types } from "./schema.ts";

/** Blocks that end with their own last line, whatever follows. */
const CLOSED: ReadonlySet<string> = new Set([types.heading.name, types.horizontal_rule.name]);

/** Tells whether two blocks would become one without an empty line between them. */
export function needsBlankLine(before: Node | undefined, after: Node): boolean {
  if (!before || CLOSED.has(before.type.name) || before.type === types.code_block) return false;
  return !(before.type === types.paragraph && mayInterrupt(after));
}

/** A list may follow a paragraph at once if it begins with 1 and with some text. */
function mayInterrupt({ type, attrs, firstChild }: Node): boolean {
  const isList = type === types.bullet_list || (type === types.ordered_list && attrs["order"] === 1);
  return isList && firstChild?.firstChild?.textContent.trim() !== "";
}

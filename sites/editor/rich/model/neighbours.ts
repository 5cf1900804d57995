import type { Node } from "prosemirror-model";
import { types } from "./schema.ts";

/** Blocks that their own last line ends. */
const CLOSED: ReadonlySet<string> = new Set([types.heading.name, types.horizontal_rule.name]);

/** Tells whether two blocks would merge without an empty line between them. */
export function needsBlankLine(before: Node | undefined, after: Node): boolean {
  if (!before || CLOSED.has(before.type.name) || before.type === types.code_block) return false;
  return !(before.type === types.paragraph && mayInterrupt(after));
}

/** A list can follow a paragraph directly only if it begins with 1 and its first item has text (CommonMark). */
function mayInterrupt({ type, attrs, firstChild }: Node): boolean {
  const isList = type === types.bullet_list || (type === types.ordered_list && attrs["order"] === 1);
  return isList && firstChild?.firstChild?.textContent.trim() !== "";
}

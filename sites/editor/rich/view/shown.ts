/** Changes an open text into another one. What the member has typed and no Markdown holds yet stays as it is. */
import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { type ChangedRun, changedRuns } from "../../../../runtime/editing/operations/changedRuns.ts";
import { canonical, isEmptyParagraph } from "../model/canonical.ts";

/** A block of a text, and its position. */
interface PlacedBlock {
  readonly node: Node;
  readonly at: number;
  /** True if the member changed it since the text was last read. */
  readonly isOwn: boolean;
}

/** The places where a run of open blocks becomes a run of other ones. */
interface Replaced {
  readonly old: readonly PlacedBlock[];
  readonly made: readonly PlacedBlock[];
  /** The end of the block before the run. */
  readonly after: number;
}

const endOf = ({ node, at }: PlacedBlock): number => at + node.nodeSize;

function placedBlocks(doc: Node, seen: Node): PlacedBlock[] {
  const known = new Set(seen.content.content);
  const isKnown = (node: Node): boolean => known.has(node) || seen.content.content.some((other) => other.eq(node));
  const found: PlacedBlock[] = [];
  doc.forEach((node, at) => found.push({ node, at, isOwn: !isKnown(node) }));
  return found;
}

/**
 * Tells whether a block can stay. A space at the end of a line is typed before the next word, and no Markdown holds it.
 */
const isSame = ({ node, isOwn }: PlacedBlock, { node: other }: PlacedBlock): boolean =>
  node.eq(other) || (isOwn && canonical([node]) === canonical([other]));

/** A paragraph that the member has just begun is in no Markdown either. */
const isBegun = ({ node, isOwn }: PlacedBlock): boolean => isOwn && isEmptyParagraph(node);

/** Changes a block where it differs, so that a caret elsewhere in it stays. */
function changeBlock(tr: Transaction, { node, at }: PlacedBlock, { node: made }: PlacedBlock): void {
  const start = node.sameMarkup(made) ? node.content.findDiffStart(made.content) : null;
  const ends = node.content.findDiffEnd(made.content);
  if (start === null || ends === null) return void tr.replaceWith(at, at + node.nodeSize, made);
  // Text that is there twice may be found from both sides.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  tr.replace(at + 1 + start, at + 1 + ends.a + overlap, made.slice(start, ends.b + overlap));
}

/** Goes from the last block to the first, so that the positions before stay right. */
function replaceRun(tr: Transaction, { old, made, after }: Replaced): void {
  const last = old.at(-1);
  if (made.length > old.length)
    tr.insert(
      last ? endOf(last) : after,
      made.slice(old.length).map(({ node }) => node),
    );
  for (const [index, block] of [...old.entries()].toReversed()) {
    const next = made[index];
    if (next) changeBlock(tr, block, next);
    else tr.delete(block.at, endOf(block));
  }
}

const replaced = (blocks: readonly PlacedBlock[], next: readonly PlacedBlock[], run: ChangedRun): Replaced => {
  const before = blocks[run.from - 1];
  return {
    old: blocks.slice(run.from, run.to),
    made: next.slice(run.newFrom, run.newTo),
    after: before ? endOf(before) : 0,
  };
};

/** Changes the document into `next`, so that the caret and the undo history stay. `seen` is the one last read. */
export function shownInstead({ tr, doc }: EditorState, seen: Node, next: Node): Transaction {
  const blocks = placedBlocks(doc, seen).filter((block) => !isBegun(block));
  const wanted = placedBlocks(next, next);
  for (const run of changedRuns(blocks, wanted, isSame).toReversed()) replaceRun(tr, replaced(blocks, wanted, run));
  return tr.setMeta("addToHistory", false);
}

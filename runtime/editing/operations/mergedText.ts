/**
 * Merges two edits of one Markdown text block by block. Nothing of either edit is lost: if both changed the same block,
 * there is no merged text.
 */
import { type ChangedRun, changedRuns } from "./changedRuns.ts";
import { sameJson } from "./sameJson.ts";
import { type TextBlocks, textBlocks } from "./textBlocks.ts";

/** A block of the merged text, with its index in each edit that has it. */
interface MergedBlock {
  readonly text: string;
  readonly now: number | undefined;
  readonly wanted: number | undefined;
}

type Side = "now" | "wanted";

interface Edit extends TextBlocks {
  readonly side: Side;
  readonly runs: readonly ChangedRun[];
}

const isSame = (one: string, other: string): boolean => one === other;
const newBlocks = ({ blocks }: Edit, run: ChangedRun): readonly string[] => blocks.slice(run.newFrom, run.newTo);
const isInsertion = ({ from, to }: ChangedRun): boolean => from === to;

/** The text with both edits; undefined if they collide. `now` is stored already, and comes first at the same place. */
export function mergedText(was: string, now: string, wanted: string): string | undefined {
  const { blocks } = textBlocks(was);
  const edit = (side: Side, text: string): Edit => {
    const parts = textBlocks(text);
    return { side, ...parts, runs: changedRuns(blocks, parts.blocks, isSame) };
  };
  const [theirs, mine] = [edit("now", now), edit("wanted", wanted)];
  const collides = theirs.runs.some((run) => mine.runs.some((other) => isCollision([theirs, run], [mine, other])));
  if (collides || (blocks.length === 0 && now !== wanted)) return undefined;
  return joined(mergedBlocks(blocks.length, theirs, mine), theirs, mine);
}

type EditRun = readonly [edit: Edit, run: ChangedRun];

/** Two edits collide in a block that both changed, unless they changed it alike. */
function isCollision([one, run]: EditRun, [other, otherRun]: EditRun): boolean {
  const [blocks, otherBlocks] = [newBlocks(one, run), newBlocks(other, otherRun)];
  if (isAlike([one, run], [other, otherRun])) return false;
  const touches = run.from <= otherRun.to && otherRun.from <= run.to;
  if (touches && (isInsertion(run) || isInsertion(otherRun)) && haveState(blocks, otherBlocks)) return true;
  return run.from < otherRun.to && otherRun.from < run.to;
}

const isAlike = ([one, run]: EditRun, [other, otherRun]: EditRun): boolean =>
  run.from === otherRun.from && run.to === otherRun.to && sameJson(newBlocks(one, run), newBlocks(other, otherRun));

/** True if a block of one may be an earlier state of a block of the other. The merged text would show it twice. */
const haveState = (blocks: readonly string[], others: readonly string[]): boolean =>
  blocks.some((block) => others.some((other) => block.startsWith(other) || other.startsWith(block)));

/** Goes through the old blocks: at each index first what is inserted there, then the block or what replaces it. */
function mergedBlocks(count: number, theirs: Edit, mine: Edit): MergedBlock[] {
  const found: MergedBlock[] = [];
  const put = (edit: Edit, run: ChangedRun): void => {
    for (let index = run.newFrom; index < run.newTo; index += 1)
      found.push({ text: edit.blocks[index] ?? "", now: undefined, wanted: undefined, [edit.side]: index });
  };
  const runAt = ({ runs }: Edit, at: number, isInserted: boolean): ChangedRun | undefined =>
    runs.find((run) => run.from === at && isInsertion(run) === isInserted);
  const takeAt = (at: number, isInserted: boolean): number => {
    const [run, own] = [runAt(theirs, at, isInserted), runAt(mine, at, isInserted)];
    if (run) put(theirs, run);
    if (own && !(run && isAlike([theirs, run], [mine, own]))) put(mine, own);
    return Math.max(run?.to ?? at, own?.to ?? at);
  };
  for (let at = 0; at <= count;) {
    takeAt(at, true);
    const next = takeAt(at, false);
    if (next === at) {
      if (at < count) found.push(unchanged(at, theirs, mine));
      at += 1;
    } else at = next;
  }
  return found;
}

/** An old block that both edits kept. */
function unchanged(at: number, theirs: Edit, mine: Edit): MergedBlock {
  const indexIn = ({ runs }: Edit): number =>
    at +
    runs
      .filter(({ to }) => to <= at)
      .reduce((moved, run) => moved + (run.newTo - run.newFrom) - (run.to - run.from), 0);
  const now = indexIn(theirs);
  return { text: theirs.blocks[now] ?? "", now, wanted: indexIn(mine) };
}

/** Joins the blocks with the gap that one of the edits has between them, or else with an empty line. */
function joined(blocks: readonly MergedBlock[], theirs: Edit, mine: Edit): string {
  const lineEnd = [...theirs.gaps, ...mine.gaps].some((gap) => gap.includes("\r\n")) ? "\r\n" : "\n";
  const apart = lineEnd + lineEnd;
  const [first, last] = [blocks[0], blocks.at(-1)];
  const gapBetween = (one: MergedBlock, other: MergedBlock): string => {
    if (one.now !== undefined && other.now === one.now + 1) return theirs.gaps[other.now] ?? apart;
    return one.wanted !== undefined && other.wanted === one.wanted + 1 ? (mine.gaps[other.wanted] ?? apart) : apart;
  };
  const start = first?.now === 0 ? theirs.gaps[0] : mine.gaps[0];
  const end = last?.wanted === mine.blocks.length - 1 ? mine.gaps.at(-1) : theirs.gaps.at(-1);
  const inside = blocks.map((block, index) => {
    const before = blocks[index - 1];
    return (before ? gapBetween(before, block) : "") + block.text;
  });
  return (start ?? "") + inside.join("") + (end ?? "");
}

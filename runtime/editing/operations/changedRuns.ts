/** Compares two lists item by item. */
import { COMPARED_ITEMS_MAX } from "../../../manifests/bounds/documents.ts";

/** A run of items of the old list, and the run of the new list in its place. Both ranges exclude their end. */
export interface ChangedRun {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

type Same<T> = (one: T, other: T) => boolean;

/** The runs in which the lists differ, in order: as few items as possible. Long differing lists are one run. */
export function changedRuns<T>(before: readonly T[], after: readonly T[], isSame: Same<T>): ChangedRun[] {
  const most = Math.min(before.length, after.length);
  const same = (one: number, other: number): boolean => isSame(before[one] as T, after[other] as T);
  let start = 0;
  while (start < most && same(start, start)) start += 1;
  let end = 0;
  while (end < most - start && same(before.length - 1 - end, after.length - 1 - end)) end += 1;
  const [to, newTo] = [before.length - end, after.length - end];
  if (start === to && start === newTo) return [];
  const isLong = (to - start) * (newTo - start) > COMPARED_ITEMS_MAX;
  if (isLong) return [{ from: start, to, newFrom: start, newTo }];
  return between(before.slice(start, to), after.slice(start, newTo), isSame).map((run) => ({
    from: run.from + start,
    to: run.to + start,
    newFrom: run.newFrom + start,
    newTo: run.newTo + start,
  }));
}

/** The lengths of the longest common subsequences of all ends of the two lists. */
function commonLengths<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: Same<T>,
): (at: number, newAt: number) => number {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let newAt = after.length - 1; newAt >= 0; newAt -= 1)
      lengths[at * width + newAt] = isSame(before[at] as T, after[newAt] as T)
        ? (lengths[(at + 1) * width + newAt + 1] ?? 0) + 1
        : Math.max(lengths[(at + 1) * width + newAt] ?? 0, lengths[at * width + newAt + 1] ?? 0);
  return (at, newAt) => lengths[at * width + newAt] ?? 0;
}

function between<T>(before: readonly T[], after: readonly T[], isSame: Same<T>): ChangedRun[] {
  const common = commonLengths(before, after, isSame);
  const runs: ChangedRun[] = [];
  let [at, newAt, from, newFrom] = [0, 0, 0, 0];
  const ended = (): void => {
    if (from < at || newFrom < newAt) runs.push({ from, to: at, newFrom, newTo: newAt });
  };
  while (at < before.length || newAt < after.length) {
    if (at < before.length && newAt < after.length && isSame(before[at] as T, after[newAt] as T)) {
      ended();
      [at, newAt] = [at + 1, newAt + 1];
      [from, newFrom] = [at, newAt];
    } else if (newAt === after.length || (at < before.length && common(at + 1, newAt) >= common(at, newAt + 1)))
      at += 1;
    else newAt += 1;
  }
  ended();
  return runs;
}

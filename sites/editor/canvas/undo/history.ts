/** Steps that can be undone and done again, across saves and reloads. Pure. */
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { withOperation } from "../queue/coalesce.ts";

/** The place of a change, so that undo leads there. */
export interface Spot {
  readonly section: string;
  /** Pointer in the section's fields. */
  readonly pointer?: string | undefined;
}

export interface UndoStep {
  readonly operations: readonly PageOperation[];
  readonly inverse: readonly PageOperation[];
  readonly spot: Spot | null;
  /** Said when it is undone, such as “Move”. */
  readonly name: string;
  /** The version of the page that it was done to: visitors who see a later one see the step, or its undoing. */
  readonly version: number;
}

export interface UndoHistory {
  readonly done: readonly UndoStep[];
  readonly undone: readonly UndoStep[];
  /** The typing that the last step may still take up, and its start. */
  readonly open: { readonly group: string; readonly at: number } | null;
  /** The published version at which the member was told that visitors go on seeing it; 0 for none. */
  readonly told: number;
}

export const NO_HISTORY: UndoHistory = { done: [], undone: [], open: null, told: 0 };

const MOST_STEPS = 200;
/** A pause in typing after which undo takes back only what came later. */
const PAUSE_MS = 1_500;

/** Adds a step. What is typed into one field without a pause is one step. */
export function recorded(history: UndoHistory, step: UndoStep, group: string | null, now: number): UndoHistory {
  const { done, open, told } = history;
  const last = done.at(-1);
  const joins = last !== undefined && group !== null && open?.group === group && now - open.at < PAUSE_MS;
  return {
    done: joins ? [...done.slice(0, -1), joined(last, step)] : [...done, step].slice(-MOST_STEPS),
    undone: [],
    open: group === null ? null : { group, at: now },
    told,
  };
}

const joined = (first: UndoStep, second: UndoStep): UndoStep => ({
  ...second,
  operations: all([...first.operations, ...second.operations]),
  inverse: all([...second.inverse, ...first.inverse]),
});

const all = (operations: readonly PageOperation[]): readonly PageOperation[] =>
  operations.reduce(withOperation, [] as readonly PageOperation[]);

/** Ends what the last step may take up. */
export const closed = (history: UndoHistory): UndoHistory => ({ ...history, open: null });

export interface Stepped {
  readonly step: UndoStep;
  readonly history: UndoHistory;
}

export function undo({ done, undone, told }: UndoHistory): Stepped | undefined {
  const step = done.at(-1);
  return step && { step, history: { done: done.slice(0, -1), undone: [...undone, step], open: null, told } };
}

export function redo({ done, undone, told }: UndoHistory): Stepped | undefined {
  const step = undone.at(-1);
  return step && { step, history: { done: [...done, step], undone: undone.slice(0, -1), open: null, told } };
}

/** Tells whether visitors see the step of this version or its undoing, and the member has not been told so. */
export const isUntold = ({ told }: UndoHistory, version: number, published: number): boolean =>
  version < published && told < published;

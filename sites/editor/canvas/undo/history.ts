/** The undo history, which survives saves and reloads. Pure. */
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { withOperation } from "../queue/coalesce.ts";

/** The place of a change, which undo scrolls to. */
export interface Spot {
  readonly section: string;
  /** Pointer in the section's fields. */
  readonly pointer?: string | undefined;
}

export interface UndoStep {
  readonly operations: readonly PageOperation[];
  readonly inverse: readonly PageOperation[];
  readonly spot: Spot | null;
  /** The name in the undo message, such as “Move”. */
  readonly name: string;
  /**
   * The page's version that the step changed. If a later version is published, visitors see the step or its undoing.
   */
  readonly version: number;
}

export interface UndoHistory {
  readonly done: readonly UndoStep[];
  readonly undone: readonly UndoStep[];
  /**
   * The group that the last step still merges with, and when its last edit was, in milliseconds; null if it merges with
   * nothing.
   */
  readonly open: { readonly group: string; readonly at: number } | null;
  /** The published version that the member was last told about; 0 for none. */
  readonly told: number;
}

export const NO_HISTORY: UndoHistory = { done: [], undone: [], open: null, told: 0 };

const MOST_STEPS = 200;
/** After this pause in typing, a new step begins. */
const PAUSE_MS = 1_500;

/** Adds a step. Edits of one group without a pause join the last step. */
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

/** Ends the last step, so that the next edit begins a new one. */
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

/** Tells whether a later version than this is published and the member has not been told so. */
export const isUntold = ({ told }: UndoHistory, version: number, published: number): boolean =>
  version < published && told < published;

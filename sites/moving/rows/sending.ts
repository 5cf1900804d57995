/** Sends planned edits in batches, each all or none. A row that the site refuses is left out, and its batch sent again. */
import { BATCH_MAX_ITEMS } from "../../../manifests/bounds/api.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { backEdits, type BatchAnswer, type PageEdit } from "../../../runtime/editing/operations/backEdits.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { type RequestFailure, isPassing } from "../../requests/requestFailure.ts";
import type { PlannedRow } from "./rowPlan.ts";

/** A row with an item of the batch. Undefined if the row changes nothing. */
interface Sendable {
  readonly edit?: object;
}

export interface Sent<Row extends Sendable = PlannedRow> {
  /** The edits that take the rows back, as far as there are some. */
  readonly done: readonly PageEdit[];
  /** The number of rows that the site took. */
  readonly taken: number;
  /** Rows that the site refused, with its reason. */
  readonly refused: readonly { readonly row: Row; readonly failure: RequestFailure }[];
  /** The failure that stopped the rest. Undefined if all was sent. */
  readonly stopped?: RequestFailure | undefined;
}

export interface EditSending {
  readonly client: {
    change<T>(
      path: string,
      change: { readonly method: "POST"; readonly body: unknown; readonly key: string },
    ): Promise<ApiAnswer<T>>;
  };
  readonly wait: (seconds: number) => Promise<void>;
  readonly newKey: () => string;
  /** Told after each batch, with the number of edits that are done. */
  readonly onProgress: (done: number) => void;
}

/** Characters of one request, so that its answer comes within a second. */
const BATCH_CHARS = 300_000;
/** Rows that one batch may lose to refusals before it stops. */
const REFUSED_MAX = 50;
/** Tries of one request while the site is busy or out of reach. */
const TRIES = 6;

export function batchesOf<T>(items: readonly T[], textOf: (item: T) => string): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let chars = Infinity;
  for (const item of items) {
    const { length } = textOf(item);
    const last = batches.at(-1);
    if (last && last.length < BATCH_MAX_ITEMS && chars + length <= BATCH_CHARS) last.push(item);
    else {
      batches.push([item]);
      chars = 0;
    }
    chars += length;
  }
  return batches;
}

export async function sendRows<Row extends Sendable>(sending: EditSending, rows: readonly Row[]): Promise<Sent<Row>> {
  const done: PageEdit[] = [];
  let taken = 0;
  const lost: { row: Row; failure: RequestFailure }[] = [];
  for (const batch of batchesOf(rows, ({ edit }) => JSON.stringify(edit))) {
    let rest = batch;
    while (rest.length > 0) {
      const sent = await sendEdits(
        sending,
        rest.map(({ edit }) => edit ?? {}),
      );
      if (sent.ok) {
        done.push(...sent.value);
        taken += rest.length;
        sending.onProgress(taken);
        break;
      }
      const row = rest[refusedIndex(sent.error, rest)];
      if (!row || lost.length >= REFUSED_MAX) return { done, taken, refused: lost, stopped: sent.error };
      lost.push({ row, failure: sent.error });
      rest = rest.filter((one) => one !== row);
    }
  }
  return { done, taken, refused: lost };
}

/** Takes edits back, the last first. */
export async function takeBack(sending: EditSending, edits: readonly PageEdit[]): Promise<RequestFailure | undefined> {
  let done = 0;
  for (const batch of batchesOf(edits.toReversed(), (edit) => JSON.stringify(edit))) {
    const sent = await sendEdits(sending, batch);
    if (!sent.ok) return sent.error;
    done += batch.length;
    sending.onProgress(done);
  }
  return undefined;
}

/** One request. While the site is busy or out of reach, it is sent again with the same key, so the site does it once. */
async function sendEdits(
  { client, wait, newKey }: EditSending,
  items: readonly object[],
): Promise<Result<readonly PageEdit[], RequestFailure>> {
  const key = newKey();
  for (let left = TRIES; ; left--) {
    const answer = await client.change<BatchAnswer>("/api/pages/batch", { method: "POST", body: { items }, key });
    if (answer.ok) return accepted(backEdits(answer.value.body));
    if (!isPassing(answer.error) || left <= 1) return refused(answer.error);
    await wait(answer.error.kind === "refused" && answer.error.retryAfter > 0 ? answer.error.retryAfter : 2);
  }
}

/** The row that a refusal is about: by the pointer of an issue, or by the page that has changed. */
function refusedIndex(failure: RequestFailure, rows: readonly Sendable[]): number {
  if (failure.kind !== "refused") return -1;
  const issues: readonly Issue[] = failure.detail.issues ?? [];
  const pointed = issues.map(({ pointer }) => /^\/items\/(\d+)(?:\/|$)/.exec(pointer)?.[1]).find(Boolean);
  if (pointed !== undefined) return Number(pointed);
  const { id, page = id } = failure.detail as { readonly id?: unknown; readonly page?: unknown };
  return rows.findIndex(({ edit }) => edit !== undefined && "page" in edit && edit.page === page);
}

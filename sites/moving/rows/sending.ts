/** Sends planned edits in batches, each all or none. A row that the site refuses is left out, and its batch sent again. */
import { BATCH_MAX_ITEMS } from "../../../manifests/bounds/api.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { backEdits, type BatchAnswer, type PageEdit } from "../../../runtime/editing/operations/backEdits.ts";
import { accepted, type Result } from "../../../manifests/result.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { askWhileBusy } from "../../requests/askWhileBusy.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
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
  /** Rows that were not sent because of that failure. */
  readonly left: readonly Row[];
}

/** An edit that takes another one back. */
interface BackRow {
  readonly edit: PageEdit;
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
/** Refusals after which nothing more is sent. One refusal may name several rows. */
const REFUSALS_MAX = 50;

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
  let refusals = 0;
  const lost: { row: Row; failure: RequestFailure }[] = [];
  const batches = batchesOf(rows, ({ edit }) => JSON.stringify(edit));
  for (const [index, batch] of batches.entries()) {
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
      const failure = sent.error;
      const named = refusedRows(failure, rest);
      if (named.size === 0 || refusals >= REFUSALS_MAX) {
        const left = [...rest, ...batches.slice(index + 1).flat()];
        return { done, taken, refused: lost, stopped: failure, left };
      }
      refusals += 1;
      lost.push(...[...named].map((row) => ({ row, failure })));
      rest = rest.filter((one) => !named.has(one));
    }
  }
  return { done, taken, refused: lost, left: [] };
}

/** Takes edits back, the last first. A page that has changed since stays as it is, and the answer names it. */
export const takeBack = (sending: EditSending, edits: readonly PageEdit[]): Promise<Sent<BackRow>> =>
  sendRows(
    sending,
    edits.toReversed().map((edit) => ({ edit })),
  );

/** The first failure of what was taken back. Undefined if all was. */
export const notTakenBack = ({ stopped, refused }: Sent<BackRow>): RequestFailure | undefined =>
  stopped ?? refused[0]?.failure;

/** One request. While the site is busy or out of reach, it is sent again with the same key, so the site does it once. */
async function sendEdits(
  { client, wait, newKey }: EditSending,
  items: readonly object[],
): Promise<Result<readonly PageEdit[], RequestFailure>> {
  const key = newKey();
  const answer = await askWhileBusy(wait, () =>
    client.change<BatchAnswer>("/api/pages/batch", { method: "POST", body: { items }, key }),
  );
  return answer.ok ? accepted(backEdits(answer.value.body)) : answer;
}

/** The rows that a refusal is about: by the pointer of an issue, or by the ids of pages. */
function refusedRows<Row extends Sendable>(failure: RequestFailure, rows: readonly Row[]): ReadonlySet<Row> {
  if (failure.kind !== "refused") return new Set();
  const issues: readonly Issue[] = failure.detail.issues ?? [];
  const pointed = issues.map(({ pointer }) => /^\/items\/(\d+)(?:\/|$)/.exec(pointer)?.[1]).find(Boolean);
  if (pointed !== undefined) return new Set(rows.slice(Number(pointed), Number(pointed) + 1));
  const { id, page = id, pages = [page] } = failure.detail as { id?: unknown; page?: unknown; pages?: unknown[] };
  return new Set(rows.filter(({ edit }) => edit !== undefined && "page" in edit && pages.includes(edit.page)));
}

/** Batches of edits: all of a batch or none, without the rows that the site refuses. */
import { expect, test } from "vitest";
import { accepted, refused } from "../../../manifests/result.ts";
import type { ApiAnswer } from "../../../sites/requests/answer.ts";
import type { Client, ChangeRequest } from "../../../sites/editor/api/client.ts";
import type { RequestFailure } from "../../../sites/requests/requestFailure.ts";
import type { PlannedRow } from "../../../sites/moving/rows/rowPlan.ts";
import { batchesOf, notTakenBack, sendRows, takeBack } from "../../../sites/moving/rows/sending.ts";

interface Edit {
  readonly body?: { readonly path: string };
  readonly page?: string;
}

const rowOf = (line: number, edit: object): PlannedRow => ({
  line,
  title: `row ${line}`,
  state: "new",
  changes: [],
  faults: [],
  edit,
  path: `/p-${line}`,
});
const creation = (line: number): PlannedRow => rowOf(line, { do: "create", body: { path: `/p-${line}` } });

const problem = (status: number, detail: object, retryAfter = 0): RequestFailure =>
  ({ kind: "refused", status, code: "INVALID_REQUEST", detail, retryAfter }) as RequestFailure;

/** A site that answers each request by a function of its edits, and remembers the requests. */
function siteWith(answer: (edits: readonly Edit[], count: number) => RequestFailure | null) {
  const sent: { readonly edits: readonly Edit[]; readonly key: string | undefined }[] = [];
  const waits: number[] = [];
  let keys = 0;
  const change = async (_path: string, { body, key }: ChangeRequest): Promise<ApiAnswer<unknown>> => {
    const { items: edits } = body as { items: readonly Edit[] };
    sent.push({ edits, key });
    const failure = answer(edits, sent.length);
    if (failure) return refused(failure);
    const idOf = (edit: Edit): string => edit.page ?? String(edit.body?.path.slice(1));
    return accepted({
      version: undefined,
      body: {
        versions: edits.map((edit) => ({ id: idOf(edit), version: 7 })),
        pages: edits.map((edit) =>
          edit.page ? { page: idOf(edit), inverse: [{ op: "set" }] } : { page: idOf(edit), inverse: null, isNew: true },
        ),
      },
    });
  };
  const sending = {
    client: { change } as unknown as Client,
    wait: async (seconds: number) => void waits.push(seconds),
    newKey: () => `key-${(keys += 1)}`,
    onProgress: () => undefined,
  };
  return { sending, sent, waits };
}

test("a new entry is taken back by its deletion, a change by its inverse, the last first", async () => {
  const { sending, sent } = siteWith(() => null);
  const { done } = await sendRows(sending, [creation(1), rowOf(2, { do: "edit", page: "gig" })]);
  expect(notTakenBack(await takeBack(sending, done))).toBeUndefined();
  expect(sent.at(-1)?.edits).toEqual([
    { do: "edit", page: "gig", expected: 7, operations: [{ op: "set" }] },
    { do: "delete", page: "p-1", expected: 7 },
  ]);
});

test("a row that is refused is left out, and the others are sent", async () => {
  const detail = { issues: [{ pointer: "/items/1/body/path", found: "/p-2", allowed: "" }] };
  const isThere = (edits: readonly Edit[]): boolean => edits.some(({ body }) => body?.path === "/p-2");
  const { sending } = siteWith((edits) => (isThere(edits) ? problem(400, detail) : null));
  const { done, refused: lost, stopped } = await sendRows(sending, [1, 2, 3].map(creation));
  expect([done.map(({ page }) => page), lost.map(({ row }) => row.line), stopped]).toEqual([
    ["p-1", "p-3"],
    [2],
    undefined,
  ]);
});

test("an entry that somebody changed meanwhile is left out", async () => {
  const stale = problem(409, { kind: "page", id: "gig", current: 3 });
  const { sending } = siteWith((edits) => (edits.some(({ page }) => page === "gig") ? stale : null));
  const { done, refused: lost } = await sendRows(sending, [rowOf(1, { page: "gig" }), rowOf(2, { page: "fair" })]);
  expect([done.map(({ page }) => page), lost.map(({ row }) => row.line)]).toEqual([["fair"], [1]]);
});

test("pages that one refusal names are left out together, and an entry that changed since stays", async () => {
  const beyond = problem(403, { pages: ["gig", "fair"] });
  const { sending, sent } = siteWith((edits) => (edits.some(({ page }) => page === "gig") ? beyond : null));
  const rows = ["gig", "fair", "pier"].map((page, line) => rowOf(line, { do: "edit", page }));
  const { done, refused: lost } = await sendRows(sending, rows);
  expect([done.map(({ page }) => page), lost.map(({ row }) => row.line), sent.length]).toEqual([["pier"], [0, 1], 2]);
  const edits = ["pier", "gig"].map((page) => ({ do: "delete" as const, page, expected: 7 }));
  const back = await takeBack(sending, edits);
  expect([back.taken, notTakenBack(back)]).toEqual([1, beyond]);
});

test("a busy site is asked again with the same key", async () => {
  const { sending, sent, waits } = siteWith((_, count) => (count < 3 ? problem(429, {}, 9) : null));
  expect((await sendRows(sending, [creation(1)])).done).toHaveLength(1);
  expect([sent.map(({ key }) => key), waits]).toEqual([
    ["key-1", "key-1", "key-1"],
    [9, 9],
  ]);
});

test("what is refused as a whole stops, and says what was done before", async () => {
  const rows = Array.from({ length: 250 }, (_, index) => creation(index));
  const { sending, sent } = siteWith((_, count) => (count > 1 ? problem(507, {}) : null));
  const { done, stopped, left } = await sendRows(sending, rows);
  expect([done.length, stopped?.kind, sent.length, left.length]).toEqual([100, "refused", 7, 150]);
});

test("a batch has at most 100 edits and 300,000 characters", () => {
  const sizes = (count: number, chars: number): number[] =>
    batchesOf(Array.from({ length: count }), () => "x".repeat(chars)).map(({ length }) => length);
  expect([sizes(99, 1), sizes(100, 1), sizes(101, 1)]).toEqual([[99], [100], [100, 1]]);
  expect([sizes(3, 100_000), sizes(3, 100_001), sizes(1, 400_000)]).toEqual([[3], [2, 1], [1]]);
});

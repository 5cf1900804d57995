/** The states of what pages have read, asked for by many pages of one publication. */
import { expect, test } from "vitest";
import { lendStorage } from "../../../capabilities/storage.ts";
import { partState } from "../../../runtime/plugins/storage/storageParts.ts";
import type { Pinned } from "../../../runtime/snapshots/pinned.ts";
import { ReadStates } from "../../../runtime/snapshots/reads.ts";
import { storagePartDependency } from "../../../runtime/snapshots/storageDependency.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { testPowers } from "../kernel/powers.ts";

const PLUGIN = "acme.list";
const PART = "shown:";

test("a part that many pages show is counted once, until its plugin writes", async () => {
  const { sql, ...powers } = testPowers();
  const lent = lendStorage(sql, { site: "main", plugin: PLUGIN }, { maxBytes: 1_000, maxKeys: 10 });
  const loan = loanOf(lent, { calls: 100, deadline: Number.MAX_SAFE_INTEGER });
  const put = (key: string) => askLoan(loan, "storage.put", { entries: [{ key, value: 1 }] });
  await put(`${PART}1`);
  let counts = 0;
  const counting: typeof sql = {
    ...sql,
    bytes: () => sql.bytes(),
    all: (text, ...values) => {
      if (text.includes("count(*)")) counts += 1;
      return sql.all(text, ...values);
    },
  };
  const pinned = { site: { site: "main" } } as unknown as Pinned;
  const states = new ReadStates({ ...powers, sql: counting }, pinned);
  const read = storagePartDependency(PLUGIN, PART, partState(sql, "main", PLUGIN, PART));
  const look = async (): Promise<Set<string>> =>
    new Set((await Promise.all(Array.from({ length: 1_000 }, () => states.of([read])))).flat());
  expect([await look(), counts]).toEqual([new Set(["stored"]), 1]);
  await put("other");
  expect([await look(), counts]).toEqual([new Set(["stored"]), 2]);
  await put(`${PART}2`);
  const changed = await look();
  expect([changed.has("stored"), changed.size, counts]).toEqual([false, 1_000, 3]);
});

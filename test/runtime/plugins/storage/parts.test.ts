/** The state of a part of a plugin's storage changes with each change of the part, and with no other. */
import { expect, test } from "vitest";
import { lendStorage } from "../../../../capabilities/storage.ts";
import { partOfKey, partState } from "../../../../runtime/plugins/storage/storageParts.ts";
import { isStored } from "../../../../runtime/snapshots/reads.ts";
import {
  storageDependency,
  storageOfDependency,
  storagePartDependency,
} from "../../../../runtime/snapshots/storageDependency.ts";
import { askLoan, loanOf } from "../../../capabilities/asking.ts";
import { testPowers } from "../../kernel/powers.ts";

const PLUGIN = "acme.a";
const PARTS = ["a:", "a:1", partOfKey("a:1"), partOfKey("a:10"), "b", partOfKey("b")];

function storage() {
  const { sql } = testPowers();
  const loan = loanOf(lendStorage(sql, { site: "main", plugin: PLUGIN }, { maxBytes: 10_000, maxKeys: 50 }), {
    calls: 10_000,
  });
  const put = (...keys: string[]) =>
    askLoan(loan, "storage.put", { entries: keys.map((key, n) => ({ key, value: n })) });
  const drop = (...keys: string[]) => askLoan(loan, "storage.delete", { keys });
  const states = () => PARTS.map((part) => partState(sql, "main", PLUGIN, part));
  return { sql, put, drop, states };
}

test("a change reaches the parts that hold the key, and no others", async () => {
  const { put, drop, states } = storage();
  await put("a:1", "a:10", "b", "c");
  const changed = async (change: () => Promise<unknown>) => {
    const before = states();
    await change();
    return PARTS.filter((_, at) => states()[at] !== before[at]);
  };
  expect(await changed(() => put("c", "d"))).toEqual([]);
  expect(await changed(() => put("x", "a:1"))).toEqual(["a:", "a:1", "=a:1"]);
  expect(await changed(() => put("x", "y", "a:10"))).toEqual(["a:", "a:1", "=a:10"]);
  expect(await changed(() => drop("b"))).toEqual(["b", "=b"]);
  expect(await changed(() => put("bb"))).toEqual(["b"]);
});

test("no sequence of writes brings an earlier state back with other rows", async () => {
  const { sql, put, drop, states } = storage();
  const rows = () =>
    JSON.stringify(sql.all("SELECT key, value FROM plugin_storage WHERE key >= 'a:' AND key < 'b' ORDER BY key"));
  const seen = new Map<string, string>();
  const steps = [
    ["put", "a:1"],
    ["put", "a:2", "a:1"],
    ["drop", "a:2"],
    ["put", "a:2"],
    ["drop", "a:1"],
    ["put", "a:1"],
    ["drop", "a:1", "a:2"],
  ];
  for (let turn = 0; turn < 40; turn += 1) {
    const [verb, ...keys] = steps[(turn * 5 + Math.floor(turn / 3)) % steps.length] ?? [];
    await (verb === "put" ? put(...keys) : drop(...keys));
    const [state = ""] = states();
    expect(seen.get(state) ?? rows()).toBe(rows());
    seen.set(state, rows());
  }
  expect(seen.size).toBeGreaterThan(10);
});

test("a name tells whether its part is as it was", async () => {
  const { sql, put } = storage();
  await put("a:1");
  const names = [
    storageDependency(PLUGIN, 1),
    ...PARTS.map((part) => storagePartDependency(PLUGIN, part, partState(sql, "main", PLUGIN, part))),
  ];
  const held = () => names.map((name) => isStored(sql, "main", name));
  expect(held()).toEqual(names.map(() => true));
  await put("b");
  expect(held()).toEqual([false, true, true, true, true, false, false]);
  expect(
    ["storage:", "storage:x", "storage:x/y", "storage:x@", "storage:x/@1", "document:x@1"].map(storageOfDependency),
  ).toEqual(Array.from({ length: 6 }, () => undefined));
});

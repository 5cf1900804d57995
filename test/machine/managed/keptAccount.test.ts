import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KeptAccount } from "../../../sites/machine/managed/keptAccount.ts";
import { emptyAccount, type AccountState, type TenantScript } from "../../../sites/machine/provider/state.ts";
import { openDataFolder, type DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { testFolder } from "../testFolder.ts";

const CODE = new TextEncoder().encode("export default {}");
const OWN = new TextEncoder().encode("export default { fetch: () => new Response() }");
const fileOf = (code: Uint8Array): string => `${createHash("sha256").update(code).digest("hex")}.js`;

const scriptOf = (id: string, code: Uint8Array): TenantScript => ({
  script: { id, tag: "t", etag: "e", tags: [] },
  metadata: { main_module: "index.js", bindings: [], compatibility_date: "2026-08-01" },
  modules: new Map([["index.js", code]]),
  classes: ["TenantWorkspaceDO"],
});

interface Opened {
  readonly kept: KeptAccount;
  readonly account: AccountState;
  readonly told: readonly string[];
}

function opened(folder: DataFolder): Opened {
  const account = emptyAccount("0".repeat(32), "This machine");
  const told: string[] = [];
  return { kept: new KeptAccount({ folder, account, tell: (line) => told.push(line) }), account, told };
}

/** A folder with two tenants' workers, of which one has code of its own. */
function filled(path: string): DataFolder {
  const folder = openDataFolder(path);
  const { kept, account } = opened(folder);
  account.tenants.set("production/one", scriptOf("one", CODE));
  account.tenants.set("production/two", scriptOf("two", OWN));
  account.buckets.add("one-store");
  kept.keep();
  return folder;
}

const provider = (folder: DataFolder, name: string): string => join(folder.state, "provider", name);
const workers = ({ account }: Opened): string[] => [...account.tenants.values()].map(({ script }) => script.id);
const asideIn = ({ aside }: DataFolder): string[] =>
  existsSync(aside)
    ? readdirSync(aside, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".damaged"))
    : [];

test("an account is as an earlier run stored it", () => {
  using here = testFolder();
  const again = opened(filled(here.path));
  expect([workers(again), [...again.account.buckets], again.told]).toEqual([["one", "two"], ["one-store"], []]);
});

describe("the code of a tenant's worker", () => {
  test.each<[string, (path: string) => void, number]>([
    ["is missing", (path) => rmSync(path), 0],
    ["is empty", (path) => writeFileSync(path, ""), 1],
    ["is cut", (path) => writeFileSync(path, readFileSync(path).subarray(3)), 1],
    ["has a changed byte", (path) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(33, 0, 1)), 1],
  ])("that %s takes away that worker alone, which is deployed again", (_, damage, kept) => {
    using here = testFolder();
    const folder = filled(here.path);
    damage(provider(folder, fileOf(OWN)));
    const again = opened(folder);
    expect([workers(again), again.told]).toEqual([
      ["one"],
      [
        expect.stringMatching(
          /^The code of the worker two was missing or damaged .+ deployed again from its release\.$/,
        ),
      ],
    ]);
    expect(asideIn(folder)).toHaveLength(kept);
    again.account.tenants.set("production/two", scriptOf("two", OWN));
    again.kept.keep();
    expect(workers(opened(folder))).toEqual(["one", "two"]);
  });
});

describe("the record of the workers", () => {
  test.each([
    ["is empty", ""],
    ["is cut", '{"buckets":["one-'],
    ["has another form", '{"buckets":[]}'],
  ])("that %s is set aside, and no text of it is told", (_, text) => {
    using here = testFolder();
    const folder = filled(here.path);
    writeFileSync(provider(folder, "account.json"), text);
    const again = opened(folder);
    expect([workers(again), again.told]).toEqual([
      [],
      [expect.stringMatching(/account\.json\) was damaged\. It is kept as aside.+deployed again from its release\.$/)],
    ]);
    expect([asideIn(folder).length, existsSync(provider(folder, "account.json"))]).toEqual([1, false]);
  });
});

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { publicStorePath } from "../../../sites/machine/damage/mendPublicStore.ts";
import { startLocal, type Local } from "../../../sites/machine/local.ts";
import { readMigrations } from "../../../sites/machine/state/migrations.ts";
import { simulatorFile } from "../../../sites/machine/runner/platform.ts";
import { STORES } from "../../../sites/machine/runner/simulator.ts";
import { shippedPictures } from "../../../sites/machine/runner/storage.ts";
import { dataFolderAt } from "../../../sites/machine/state/dataFolder.ts";
import { lossesKnown } from "../../../sites/machine/state/knownLosses.ts";
import { PLACES } from "../../../sites/machine/state/places.ts";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { takeInventory } from "../../../sites/machine/state/inventory.ts";
import { killed } from "../../faults/installation.ts";
import { persistently } from "../../support/driver.ts";
import { testFolder } from "../testFolder.ts";

/**
 * The stores of one machine through a worker's bindings. Most are Miniflare's, whose internals may change with any
 * version. These tests check what the runner relies on.
 */

const STORES_WORKER = fileURLToPath(new URL("../../fixtures/stores/wrangler.jsonc", import.meta.url));
const PICTURE = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

const data = testFolder();
let local: Local;
const told: string[] = [];

const start = (): Promise<Local> =>
  startLocal({
    port: 0,
    data: data.path,
    fresh: false,
    profile: "core",
    plugins: [],
    demo: false,
    extraWorkers: [STORES_WORKER],
    tell: (line) => told.push(line),
  });

beforeAll(async () => (local = await start()));
afterAll(async () => {
  await local?.stop();
  data[Symbol.dispose]();
});

test("wrangler writes the first start's migrations and pictures to the workers' stores", () => {
  const { migrations, objects } = takeInventory(dataFolderAt(data.path));
  expect([...migrations].toSorted()).toEqual(readMigrations().map(({ name }) => name));
  expect([...shippedPictures()].filter((key) => !objects.has(key))).toEqual([]);
});

const deed = async (path: string, body?: BodyInit): Promise<unknown> => {
  const response = await fetch(
    `http://127.0.0.1:${local.port}${path}`,
    body === undefined ? {} : { method: "POST", body },
  );
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

const send = (...errands: readonly object[]): Promise<unknown> => deed("/send", JSON.stringify(errands));
const diary = (): Promise<string[]> => deed("/diary") as Promise<string[]>;
const until = (entries: (all: string[]) => boolean): Promise<void> =>
  persistently(async () => {
    if (!entries(await diary())) throw new Error(`the diary says ${(await diary()).join("; ")}`);
  });

const WRITTEN = {
  rows: [{ id: "a", size: 1 }],
  kv: { value: "value", metadata: { m: 1 }, cacheStatus: null },
  keys: ["key"],
  part: "234",
  size: 10,
  type: "text/plain",
  objects: ["folder/object"],
};

const PUBLIC = {
  one: { n: 2 },
  texts: ["", "short", null],
  long: true,
  listed: [["a/one", "a/short", "a/three"], ["a/two"]],
  isComplete: [false, true],
  damaged: {},
};

describe("a part of the simulator", () => {
  test.each(Object.entries(STORES))("with the name %s has its class, its bindings and its reason", (_, store) => {
    const object = readFileSync(simulatorFile(store.objectFile), "utf8");
    expect(object).toMatch(new RegExp(`export \\{[^}]*\\b${store.className}\\b`, "s"));
    expect(object).toContain('from "miniflare:shared"');
    const entry = readFileSync(simulatorFile(store.entryFile), "utf8");
    for (const binding of ["MINIFLARE_OBJECT", "MINIFLARE_NAMESPACE"]) expect(entry).toContain(`"${binding}"`);
    expect(readFileSync(simulatorFile("shared/index"), "utf8")).toContain('"MINIFLARE_BLOBS"');
    expect(store.why).toMatch(/^It .+\.$/);
  });
});

describe("a store", () => {
  test("stores bytes unchanged", async () => {
    await deed("/write");
    expect(await deed("/read")).toEqual(WRITTEN);
  });

  test("of public content reads, lists and removes values as KV does, and keeps long ones", async () => {
    await deed("/public/write");
    expect(await deed("/public/read")).toEqual(PUBLIC);
  });

  test("of public content answers lists that need no disposal", async () => {
    // A garbage collection finds what is not disposed of, and a later request of the same worker says it.
    for (let round = 0; round < 3; round++) await deed("/public/lists");
    for (let round = 0; round < 20; round++) await deed("/public/half");
    expect(readFileSync(local.log, "utf8")).not.toContain("not disposed properly");
  });

  test("of public content stores several values whole or not at all", async () => {
    expect(await deed("/public/half")).toBe("neither");
    expect(await deed("/public/read")).toEqual(PUBLIC);
  });

  test("runs a batch of statements whole or not at all", async () => {
    expect(await deed("/half")).toBe("neither");
    expect(await deed("/read")).toEqual(WRITTEN);
  });

  test("keeps everything after workerd was killed", async () => {
    await killed({ port: local.port, data: data.path, secrets: local.secrets });
    await persistently(async () => expect(await deed("/read")).toEqual(WRITTEN));
    expect(await deed("/public/read")).toEqual(PUBLIC);
  });

  test("resizes a picture", async () => {
    const picture = readFileSync(`${PICTURE}home.webp`);
    expect(await deed("/picture", picture)).toEqual({ type: "image/webp", begin: "WEBP" });
  });
});

/** Starts again after a change to the folder of a stopped run. */
async function startedAfter(change: () => void): Promise<void> {
  await local.stop();
  change();
  local = await start();
}

const blobsOfTest = (): string => join(data.path, "state", PLACES.buckets, "test-bucket/blobs");

describe("a stored file with one changed bit", () => {
  beforeAll(() =>
    startedAfter(() => {
      const [blob = ""] = readdirSync(blobsOfTest());
      const bytes = readFileSync(join(blobsOfTest(), blob));
      bytes[4] = (bytes[4] ?? 0) ^ 1;
      writeFileSync(join(blobsOfTest(), blob), bytes);
      using database = new DatabaseSync(publicStorePath(join(data.path, "state")));
      database.exec("UPDATE public_values SET text = '[]' WHERE key = 'hosts/damaged.example'");
    }),
  );

  test("is not served if it is a value of the public store", async () => {
    expect(await deed("/public/read")).toEqual({ ...PUBLIC, damaged: null });
    expect(told.join("\n")).toContain(
      "A value of the public store of the tenant unknown has changed bytes: hosts/damaged.example. It is not served.",
    );
  });

  test("is not served, is set aside, and is named by the run, its record and its health", async () => {
    expect(await deed("/read")).toEqual({ ...WRITTEN, part: undefined });
    const lost = { what: expect.stringMatching(/^An archive of the tenant folder has changed bytes: folder\/object/) };
    expect(local.missing).toEqual([expect.objectContaining(lost)]);
    expect(lossesKnown(dataFolderAt(data.path).losses)).toEqual(local.missing);
    expect(readdirSync(blobsOfTest())).toEqual([]);
    expect(readdirSync(data.at("aside"), { recursive: true }).join()).toMatch(
      /test-bucket.blobs.[0-9a-f]{80}\.damaged/,
    );
    const health = await requestLocal({ port: local.port, host: "localhost", path: "/api/health" });
    expect([health.status, JSON.parse(health.text)]).toEqual([503, expect.objectContaining({ lost: 1 })]);
  });
});

describe("an alarm", () => {
  test("fires after workerd was killed meanwhile", async () => {
    await deed("/wake");
    await killed({ port: local.port, data: data.path, secrets: local.secrets });
    await persistently(() => deed("/read"));
    await until((all) => all.includes("alarm"));
    expect((await diary()).filter((entry) => entry === "alarm")).toHaveLength(1);
  });
});

describe("a queue", () => {
  const names = Array.from({ length: 7 }, (_, n) => `errand-${n}`);

  test("delivers each message once, in batches", async () => {
    await send(...names.map((name) => ({ name })));
    await until((all) => all.filter((entry) => entry.startsWith("test-errands errand-")).length === names.length);
    expect((await diary()).filter((entry) => entry.startsWith("test-errands errand-")).toSorted()).toEqual(
      names.map((name) => `test-errands ${name} 1`),
    );
  });

  test("keeps undeliverable messages over a kill and a stop, without a new send", async () => {
    await deed("/hold");
    await send({ name: "waits" });
    await killed({ port: local.port, data: data.path, secrets: local.secrets });
    await persistently(() => deed("/read"));
    await local.stop();
    local = await start();
    await deed("/release");
    await until((all) => all.some((entry) => / waits \d$/.test(entry)));
    expect((await diary()).filter((entry) => entry.includes(" waits "))).toHaveLength(1);
  });

  test("moves a message to the dead-letter queue after its last retry", async () => {
    await send({ name: "lost", isHopeless: true });
    await until((all) => all.includes("test-lost-errands lost 1"));
    expect((await diary()).filter((entry) => entry.includes(" lost "))).toHaveLength(1);
  });
});

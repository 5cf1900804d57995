import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataFolder } from "../../sites/machine/state/dataFolder.ts";
import { takeInventory } from "../../sites/machine/state/inventory.ts";
import { readDatabase } from "../../sites/machine/state/databases.ts";
import { PLACES } from "../../sites/machine/state/places.ts";
import { removeOrphans } from "../../sites/machine/damage/mendBuckets.ts";
import { lossesIn } from "../../sites/machine/state/losses.ts";
import { shippedPictures } from "../../sites/machine/runner/storage.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal, type LocalReply } from "../../sites/machine/process/request.ts";
import { fillWithDemo } from "../support/filled.ts";
import { testFolder, type TestFolder } from "./testFolder.ts";
import { readyOf, start, type Ready, type Run } from "./runner.ts";

/** Starts on a data folder that an operator has damaged. Nothing that existed may be replaced. */

interface Backup {
  readonly id: string;
  readonly sha256: string;
}

/** A stopped folder with two sites and a backup of the first tenant. */
const whole = testFolder();
let backup: Backup;

const begin = (here: TestFolder, ...args: string[]): Run =>
  start("--json", "--port", "0", "--data", here.path, "--profile", "core", ...args);

const hostOf = (url: string): string => new URL(url).hostname;

const visit = ({ port, sites }: Ready, site: number, path = "/"): Promise<LocalReply> =>
  requestLocal({ port, host: hostOf(sites[site]?.url ?? ""), path });

const statuses = async (ready: Ready): Promise<number[]> => [
  (await visit(ready, 0)).status,
  (await visit(ready, 1)).status,
];

const bearerOf = ({ secrets }: Ready): string =>
  /^PROVISIONING_SECRET=(.+)$/m.exec(readFileSync(secrets, "utf8"))?.[1] ?? "";

/** Sends an operator's request about a tenant. */
function operate(ready: Ready, method: "POST" | "PUT", about: string, body: unknown): Promise<LocalReply> {
  const { port } = ready;
  const headers = { authorization: `Bearer ${bearerOf(ready)}`, "content-type": "application/json" };
  return requestLocal({
    port,
    host: "localhost",
    path: `/api/admin/tenants/${about}`,
    method,
    headers,
    body: JSON.stringify(body),
  });
}

const setStatus = async (ready: Ready, tenant: string, status: string): Promise<void> =>
  expect((await operate(ready, "PUT", `${tenant}/status`, { status })).status).toBe(200);

async function stopped(run: Run): Promise<string> {
  run.kill("SIGINT");
  const { code, stderr } = await run.ended;
  expect(code).toBe(0);
  return stderr;
}

function copied(): TestFolder {
  const here = testFolder();
  cpSync(whole.path, here.path, { recursive: true });
  return here;
}

/** The database of a tenant's workspace. */
function databaseOf(here: TestFolder, tenant: string): string {
  const folder = here.at(join("state", PLACES.workspaces));
  const paths = readdirSync(folder)
    .filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
    .map((file) => join(folder, file));
  const found = paths.find((path) => tenantIn(path) === tenant);
  if (found === undefined) throw new Error(`There is no workspace of ${tenant}.`);
  return found;
}

function tenantIn(path: string): unknown {
  const database = new DatabaseSync(path);
  try {
    return database.prepare("SELECT tenant FROM sites").get()?.["tenant"];
  } finally {
    database.close();
  }
}

beforeAll(async () => {
  await fillWithDemo(whole.path);
  await using run = begin(whole);
  backup = await backUp(await readyOf(run));
  await stopped(run);
});

async function backUp({ port, site }: Ready): Promise<Backup> {
  await using owner = await Owner.logIn({ port, hostname: hostOf(site), subject: "ottilie-marchbank" });
  return owner.done<Backup>({ method: "POST", path: "/api/backups", body: {} });
}

afterAll(() => whole[Symbol.dispose]());

describe("a tenant's state", () => {
  test("is kept at the start, is shown, and is ended by the operator", async () => {
    using here = copied();
    await using before = begin(here);
    const first = await readyOf(before);
    await setStatus(first, "saltmarrow", "suspended");
    await setStatus(first, "pocketful", "read_only");
    await stopped(before);
    await using run = begin(here);
    const ready = await readyOf(run);
    expect(ready.sites.map((site) => site.state)).toEqual(["suspended", "read_only"]);
    expect(await statuses(ready)).toEqual([503, 200]);
    for (const tenant of ["saltmarrow", "pocketful"]) await setStatus(ready, tenant, "active");
    expect(await statuses(ready)).toEqual([200, 200]);
  });
});

const LOST = {
  what: expect.stringMatching(/tenant saltmarrow .*saltmarrow-yard/) as string,
  mend: expect.stringContaining("/api/admin/tenants/saltmarrow/restore") as string,
};

/** Starts on a folder without the first tenant's workspace. Answers the run after it has reported the loss. */
async function namesTheLoss(run: Run): Promise<Ready> {
  const ready = await readyOf(run);
  expect(ready.missing).toEqual([LOST]);
  expect(ready.sites.map(({ state }) => state)).toEqual(["lost", "active"]);
  const headers = { authorization: `Bearer ${bearerOf(ready)}` };
  const status = await requestLocal({ port: ready.port, host: "localhost", path: "/api/admin/status", headers });
  expect(JSON.parse(status.text)).toMatchObject({ losses: ready.missing });
  const [lost, other] = await statuses(ready);
  expect([lost === 200, other]).toEqual([false, 200]);
  return ready;
}

describe("a workspace", () => {
  test("whose file is missing is reported at each start, gets no demo content, and accepts its backup", async () => {
    using here = copied();
    rmSync(databaseOf(here, "saltmarrow"));
    await using first = begin(here);
    await namesTheLoss(first);
    await stopped(first);
    await using second = begin(here);
    const ready = await namesTheLoss(second);
    const restored = await operate(ready, "POST", "saltmarrow/restore", {
      backup: backup.id,
      sha256: backup.sha256,
      confirmation: "RESTORE saltmarrow",
    });
    expect([restored.status, restored.text]).toEqual([200, expect.any(String)]);
    expect(await statuses(ready)).toEqual([200, 200]);
    await stopped(second);
    expect(lossesIn(takeInventory(openDataFolder(here.path)), shippedPictures())).toEqual([]);
  });

  test("whose file is empty is reported as lost", () => {
    using here = copied();
    writeFileSync(databaseOf(here, "saltmarrow"), "");
    expect(lossesIn(takeInventory(openDataFolder(here.path)), shippedPictures())).toEqual([LOST]);
  });
});

describe("the control plane", () => {
  test.each([
    ["gone", (path: string) => rmSync(path)],
    ["empty", (path: string) => writeFileSync(path, "")],
  ])("that is %s stops a start with one line that names the tenants", async (_, lose) => {
    using here = copied();
    const folder = here.at(join("state", PLACES.controlPlane));
    for (const name of readdirSync(folder).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file)))
      lose(join(folder, name));
    const { code, stdout, stderr } = await begin(here).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^The control plane in [^\n]+ of pocketful, saltmarrow\. Restore [^\n]+ Nothing was changed\.\n$/,
    );
  });
});

describe("data of a later release", () => {
  test("stops a start with the reason in one line, and stays unchanged", async () => {
    using here = copied();
    const path = databaseOf(here, "pocketful");
    const database = new DatabaseSync(path);
    database.exec("INSERT INTO schema_version (version) VALUES (1000)");
    database.close();
    const before = readFileSync(path);
    const { code, stdout, stderr } = await begin(here).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The data in [^\n]+ by a later release: its workspaces have schema step 1000, [^\n]+\n$/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("the bucket", () => {
  test("without its index is empty, and the members' lost uploads are reported", () => {
    using here = copied();
    const database = new DatabaseSync(databaseOf(here, "saltmarrow"));
    const row = database.prepare(
      "INSERT INTO media_objects (digest, object, type, bytes, state) VALUES (?, 'a.webp', 'image/webp', 1, ?)",
    );
    for (const state of ["kept", "loose", "placed"]) row.run(state, state);
    database.close();
    expect(takeInventory(openDataFolder(here.path)).objects.size).toBeGreaterThan(10);
    rmSync(here.at(join("state", PLACES.bucketIndex)), { recursive: true });
    const inventory = takeInventory(openDataFolder(here.path));
    expect(inventory.objects.size).toBe(0);
    expect(lossesIn(inventory, shippedPictures())).toEqual([
      {
        what: expect.stringMatching(/^The bucket lacks 2 of the 2 files .* saltmarrow /) as string,
        mend: expect.stringContaining("state/v3/r2") as string,
      },
    ]);
  });
});

describe("the buckets", () => {
  test("lose only unreferenced files", () => {
    using here = copied();
    const folder = openDataFolder(here.path);
    const buckets = readdirSync(here.at("state/v3/r2")).filter((name) => name.startsWith("drawbridge-"));
    const files = (): string[] =>
      buckets.flatMap((bucket) => readdirSync(here.at(join("state/v3/r2", bucket, "blobs"))).toSorted());
    const before = files();
    expect([buckets.length, removeOrphans(folder, readDatabase), files()]).toEqual([2, 0, before]);
    for (const bucket of buckets) writeFileSync(here.at(join("state/v3/r2", bucket, "blobs/cut-off")), "bytes");
    expect([removeOrphans(folder, readDatabase), files()]).toEqual([2, before]);
  });
});

describe("lost secrets and the lost bytes of the demo's pictures", () => {
  test("are reported with the consequences and created once, and are stored again", async () => {
    using here = copied();
    rmSync(here.at("secrets.env"));
    rmSync(here.at("signing.key.json"));
    rmSync(here.at("state/v3/r2/drawbridge-media"), { recursive: true });
    await using run = begin(here);
    const ready = await readyOf(run);
    expect(ready.missing.map(({ what }) => what.split(" ").slice(0, 3).join(" "))).toEqual([
      "SESSION_SECRET was missing",
      "PROVISIONING_SECRET was missing",
      "PLUGIN_SETTINGS_SECRET was missing",
      "There was no",
    ]);
    const { text } = await visit(ready, 0);
    const [, picture = ""] = /src="(\/media\/[^"]+)"/.exec(text) ?? [];
    expect((await visit(ready, 0, picture)).status).toBe(200);
    expect(await stopped(run)).toMatch(/^\d+ missing pictures of the demo are stored again\.$/m);
    await using next = begin(here);
    expect((await readyOf(next)).missing).toEqual([]);
  });
});

describe("a damaged record of installed plugins", () => {
  test("does not end the start, and reverts no owner's decision", async () => {
    using here = copied();
    const record = here.at("state/plugins.json");
    const before = readFileSync(record, "utf8");
    writeFileSync(record, before.slice(0, before.length / 2));
    const stateOf = async ({ port, site }: Ready, wanted?: "disabled"): Promise<string> => {
      await using owner = await Owner.logIn({ port, hostname: hostOf(site), subject: "ottilie-marchbank" });
      const path = "/api/plugins/drawbridge.poll";
      if (wanted) await owner.done({ method: "PUT", path: `${path}/state`, body: { state: wanted } });
      return (await owner.read<{ state: string }>(path)).state;
    };
    await using run = begin(here);
    expect(await stateOf(await readyOf(run), "disabled")).toBe("disabled");
    await stopped(run);
    await using next = start("--json", "--port", "0", "--data", here.path, "--profile", "plugins");
    expect(await stateOf(await readyOf(next))).toBe("disabled");
    expect(JSON.parse(readFileSync(record, "utf8"))).toEqual(JSON.parse(before));
  });
});

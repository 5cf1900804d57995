import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeIndex } from "../../../sites/machine/damage/bucketRows.ts";
import { examineFolder } from "../../../sites/machine/damage/examining.ts";
import type { MendedState } from "../../../sites/machine/damage/mending.ts";
import { publicStorePath } from "../../../sites/machine/damage/mendPublicStore.ts";
import { shippedPictures } from "../../../sites/machine/runner/storage.ts";
import { blobsOf, indexOf } from "../../../sites/machine/state/buckets.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { workspacePath } from "../../../sites/machine/state/inventory.ts";
import { objectId } from "../../../sites/machine/state/objectId.ts";
import { PLACES } from "../../../sites/machine/state/places.ts";
import { fillWithDemo } from "../../support/filled.ts";
import { testFolder } from "../testFolder.ts";

/** Every kind of file of a data folder, damaged in every way, in front of the functions that judge a folder. */

const whole = testFolder();
const SHIPPED = shippedPictures();
const NOW = Date.UTC(2026, 9, 1);
const hex = (text: string | Buffer, digest = "sha256"): string => createHash(digest).update(text).digest("hex");

const object = (folder: string, name: string): string => join(folder, `${objectId(basename(folder), name)}.sqlite`);
const workspaceOf = (tenant: string): string => workspacePath({ hosted: new Map() }, tenant);
const state = (path: string, folder = whole.path): string => join(folder, "state", path);

const UPLOAD = Buffer.from("the bytes of a picture that a member uploaded");
const UPLOADED = `saltmarrow/${hex(UPLOAD)}/boat.webp`;
const BLOBS = { upload: blobName(1), width: blobName(2), archive: blobName(3), login: blobName(4) };

function blobName(number: number): string {
  return `${String(number).repeat(64)}${NOW.toString(16).padStart(16, "0")}`;
}

function made(path: string, ...statements: readonly string[]): string {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

function store(bucket: string, key: string, blob: string, bytes: Buffer): void {
  mkdirSync(blobsOf(state(""), bucket), { recursive: true });
  writeFileSync(join(blobsOf(state(""), bucket), blob), bytes);
  const row = {
    key,
    blob,
    type: "image/webp",
    bytes: bytes.length,
    md5: hex(bytes, "md5"),
    sha256: hex(bytes),
    at: NOW,
  };
  changeIndex(state(""), bucket, { add: [row], drop: [], now: 0 });
}

const ARTIFACT = object("v3/do/drawbridge-plugin-sandbox-PluginArtifactDO", "sha256-one");
const COUNTER = object("v3/do/drawbridge-public-mcp-CallLimitDO", "one");
const QUEUE = object(PLACES.queues, "drawbridge-publish");
const DEAD_LETTERS = object(PLACES.queues, "drawbridge-dead-letter");
const LOGINS = object(PLACES.storeIndex, "replace-oauth-id");
const LOGIN = join(PLACES.stores, "replace-oauth-id/blobs", BLOBS.login);
const CONTROL_PLANE = PLACES.controlPlane;

/** The demo's folder, and a file of every kind that the demo lacks. */
beforeAll(async () => {
  await fillWithDemo(whole.path);
  for (const other of ["built", "config", "logs"]) rmSync(join(whole.path, other), { recursive: true, force: true });
  store("drawbridge-media", UPLOADED, BLOBS.upload, UPLOAD);
  store("drawbridge-media", `${UPLOADED}/w400`, BLOBS.width, Buffer.from("a narrow picture"));
  store(
    "drawbridge-backups",
    "saltmarrow/backups/one",
    BLOBS.archive,
    Buffer.from('{"format":"drawbridge.archive"}\n'.repeat(20)),
  );
  made(
    state(workspaceOf("saltmarrow")),
    `INSERT INTO media_objects (digest, object, type, bytes, state) VALUES ('${hex(UPLOAD)}', 'boat.webp', 'image/webp', ${UPLOAD.length}, 'kept')`,
  );
  made(
    state(ARTIFACT),
    "CREATE TABLE files (path TEXT PRIMARY KEY, text TEXT NOT NULL)",
    filled("files", "path, text"),
  );
  made(state(COUNTER), "CREATE TABLE counts (a, b)", filled("counts", "a, b"));
  made(state(QUEUE), "CREATE TABLE named (queue, more)", filled("named", "queue, more"));
  made(state(DEAD_LETTERS), "CREATE TABLE named (queue, more)", filled("named", "queue, more"));
  made(
    state(LOGINS),
    "CREATE TABLE _mf_entries (key TEXT PRIMARY KEY, blob_id TEXT NOT NULL, expiration INTEGER, metadata TEXT)",
    `INSERT INTO _mf_entries VALUES ('grant:one', '${BLOBS.login}', NULL, NULL)`,
    filled("_mf_entries", "key, blob_id"),
  );
  mkdirSync(dirname(state(LOGIN)), { recursive: true });
  writeFileSync(state(LOGIN), '{"grant":1}');
});

/** Rows that fill several pages, so that a page behind the header can be damaged. */
const filled = (table: string, columns: string): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO ${table} (${columns}) SELECT 'row ' || i, hex(randomblob(60)) FROM n`;

afterAll(() => whole[Symbol.dispose]());

type Harm = (path: string) => void;

const HARMS = {
  missing: (path) => rmSync(path),
  empty: (path) => writeFileSync(path, ""),
  cut: (path) => writeFileSync(path, readFileSync(path).subarray(0, readFileSync(path).length / 2)),
  flipped: flip,
  "put back": (path) => putBack(path),
} as const satisfies Record<string, Harm>;
type HarmName = keyof typeof HARMS;

/** Changes bytes in the middle of a small file, or of a database's second page, which is the root of its first table. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const from = path.endsWith(".sqlite") ? 4096 : bytes.length >> 1;
  randomBytes(600).copy(bytes, from, 0, Math.min(600, bytes.length - from));
  writeFileSync(path, bytes);
}

/** Brings a database back as it was before its last rows, as from an older backup of this one file. */
function putBack(path: string): void {
  if (!path.endsWith(".sqlite")) return writeFileSync(path, readFileSync(path));
  const database = new DatabaseSync(path);
  const earlier: Readonly<Record<string, string>> = {
    _mf_objects: `DELETE FROM _mf_objects WHERE uploaded >= ${NOW} OR key LIKE '%.webp'`,
    public_values: "DELETE FROM public_values WHERE key LIKE '%/pages/home/%'",
    _cf_ALARM: "DELETE FROM _cf_ALARM",
  };
  for (const [table, query] of Object.entries(earlier))
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table)) database.exec(query);
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get()) {
    database.exec("CREATE TABLE IF NOT EXISTS _cf_METADATA (key INTEGER PRIMARY KEY, value BLOB)");
    database.exec(`INSERT OR REPLACE INTO _cf_METADATA VALUES (1, ${NOW}000000)`);
  }
  database.close();
}

/** The answer of a start: a refusal, a loss, a repair, or nothing. */
type Told = "refused" | "nothing" | { readonly loss: RegExp } | { readonly repair: RegExp };

interface Kind {
  readonly path: string;
  readonly told: Readonly<Record<HarmName, Told>>;
}

const all = (told: Told): Kind["told"] => ({ missing: told, empty: told, cut: told, flipped: told, "put back": told });

const LOST_SITE = { loss: /workspace of the tenant saltmarrow does not hold its site saltmarrow-yard/ };
const DAMAGED_SITE = { loss: /the workspace of the tenant saltmarrow\) was damaged: .+ kept as aside\// };
const ALARMS = { repair: /^Set \d alarms? again/ };
const INDEX = { repair: /^The index of the bucket drawbridge-media had lost \d+ files?\./ };
const ARCHIVES = { loss: /index of the bucket drawbridge-backups was lost, and with it the names of 1 archive\./ };
const STORE = { repair: /public store had lost \d+ values? of the site saltmarrow-yard of the tenant saltmarrow/ };
const LOST_LOGINS = { loss: /Members must connect their agents again/ };
const UPLOAD_LOST = {
  loss: /^The bucket lacks 1 of the 1 file that members of the tenant saltmarrow uploaded.+boat\.webp/,
};
const setAside = (what: string): Told => ({ repair: new RegExp(`\\(${what}\\) was damaged: .+ kept as aside/`) });

const KINDS: Readonly<Record<string, () => Kind>> = {
  "the control plane": () => ({ path: only(CONTROL_PLANE), told: { ...all("refused"), "put back": "nothing" } }),
  "a list of alarms": () => ({
    path: join(PLACES.workspaces, "metadata.sqlite"),
    told: { ...all(ALARMS), cut: setAside("a list of alarms"), flipped: setAside("a list of alarms") },
  }),
  "a workspace": () => ({
    path: workspaceOf("saltmarrow"),
    told: { missing: LOST_SITE, empty: LOST_SITE, cut: DAMAGED_SITE, flipped: DAMAGED_SITE, "put back": ALARMS },
  }),
  "the queue": () => ({
    path: QUEUE,
    told: {
      missing: "nothing",
      empty: { repair: /^The queue drawbridge-publish was lost/ },
      cut: setAside("a queue"),
      flipped: setAside("a queue"),
      "put back": "nothing",
    },
  }),
  "the queue of dead letters": () => ({
    path: DEAD_LETTERS,
    told: { ...all("nothing"), cut: setAside("a queue"), flipped: setAside("a queue") },
  }),
  "the code of a plugin": () => ({
    path: ARTIFACT,
    told: {
      ...all("nothing"),
      cut: setAside("the stored code of a plugin"),
      flipped: setAside("the stored code of a plugin"),
    },
  }),
  "a counter": () => ({
    path: COUNTER,
    told: {
      ...all("nothing"),
      cut: setAside("a counter of agents' calls"),
      flipped: setAside("a counter of agents' calls"),
    },
  }),
  "the index of uploads": () => ({
    path: inState(indexOf("", "drawbridge-media")),
    told: all(INDEX),
  }),
  "the index of archives": () => ({ path: inState(indexOf("", "drawbridge-backups")), told: all(ARCHIVES) }),
  "the public store": () => ({ path: inState(publicStorePath("")), told: all(STORE) }),
  "the index of agents' logins": () => ({
    path: LOGINS,
    told: { ...all(LOST_LOGINS), "put back": "nothing" },
  }),
  "an upload": () => ({
    path: join(PLACES.buckets, "drawbridge-media/blobs", BLOBS.upload),
    told: { missing: UPLOAD_LOST, empty: UPLOAD_LOST, cut: UPLOAD_LOST, flipped: "nothing", "put back": "nothing" },
  }),
  "a picture in another width": () => ({
    path: join(PLACES.buckets, "drawbridge-media/blobs", BLOBS.width),
    told: all("nothing"),
  }),
  "an archive": () => ({
    path: join(PLACES.buckets, "drawbridge-backups/blobs", BLOBS.archive),
    told: {
      ...all({ loss: /object saltmarrow\/backups\/one of the tenant saltmarrow .+ has lost its bytes/ }),
      flipped: "nothing",
      "put back": "nothing",
    },
  }),
  "a login of an agent": () => ({ path: LOGIN, told: all("nothing") }),
  "the secrets": () => ({
    path: "../secrets.env",
    told: {
      missing: { loss: /^SESSION_SECRET was missing/ },
      empty: { loss: /^SESSION_SECRET was missing/ },
      cut: { loss: / was missing in / },
      flipped: "refused",
      "put back": "nothing",
    },
  }),
  "the signing key": () => ({
    path: "../signing.key.json",
    told: { ...all("nothing"), missing: { loss: /^There was no .+signing\.key\.json/ } },
  }),
};

const inState = (path: string): string => path.replace(/^\//, "");

const only = (folder: string): string =>
  join(folder, readdirSync(state(folder)).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? "");

/** Another pointer with the digest of its text, as an earlier backup of the store has it. */
const OTHER_POINTER = '{"sequence":900}';
const SET_POINTER = `UPDATE public_values SET text = '${OTHER_POINTER}', sha256 = '${hex(OTHER_POINTER)}'
  WHERE key LIKE '%/saltmarrow-yard/current'`;

const CASES = Object.keys(KINDS).flatMap((kind) =>
  (Object.keys(HARMS) as HarmName[]).map((harm) => [kind, harm] as const),
);

function begin(folder: string): MendedState | string {
  try {
    return examineFolder(openDataFolder(folder), { isManaged: false, shipped: SHIPPED, now: () => NOW + 1 });
  } catch (error) {
    return (error as Error).message;
  }
}

/** Every file of the buckets, wherever it is now. */
const bytesIn = (folder: string): string[] =>
  ["state/v3/r2", "aside"]
    .filter((place) => existsSync(join(folder, place)))
    .flatMap((place) => readdirSync(join(folder, place), { recursive: true, encoding: "utf8" }))
    .flatMap((name) => /blobs\/([0-9a-f]{80})/.exec(name)?.[1] ?? [])
    .toSorted();

describe("a start on a folder of which one file is damaged", () => {
  test.each(CASES)("%s, %s", (name, harm) => {
    using here = testFolder();
    cpSync(whole.path, here.path, { recursive: true });
    const { path, told } = (KINDS[name] as () => Kind)();
    HARMS[harm](state(path, here.path));
    const before = bytesIn(here.path);
    const expected = told[harm];
    const found = begin(here.path);
    if (expected === "refused") {
      expect(found).toEqual(expect.stringMatching(/(?:damaged|missing or empty).+(?:backup|Correct)/));
      expect(found).not.toContain("--fresh");
      return;
    }
    if (typeof found === "string") throw new Error(found);
    const [losses, lines] = [found.losses.map(({ what }) => what), found.lines];
    if (expected === "nothing") expect([losses, lines.filter((line) => !line.startsWith("Removed"))]).toEqual([[], []]);
    else if ("loss" in expected) expect(losses.join("\n")).toMatch(new RegExp(expected.loss, "m"));
    else expect([losses, lines.join("\n")]).toEqual([[], expect.stringMatching(new RegExp(expected.repair, "m"))]);
    expect([...found.losses.map(({ mend }) => mend), ...lines].join()).not.toContain("--fresh");
    expect(found.kept.workspaces.get("pocketful")?.sites.size).toBe(1);
    // No start deletes bytes that were there, neither this one nor the next.
    if (expected !== "nothing") expect(typeof begin(here.path)).toBe("object");
    expect(bytesIn(here.path)).toEqual(before);
  });

  test("has 85 cases", () => expect(CASES).toHaveLength(85));

  test.each([
    ["other text", "UPDATE public_values SET text = text || ' ' WHERE key LIKE '%/saltmarrow-yard/catalogue/%'", 1],
    ["a pointer to another publication", SET_POINTER, 1],
    ["no pointer", "DELETE FROM public_values WHERE key LIKE '%/saltmarrow-yard/current'", 1],
  ])("a value of the public store: %s", (_, harm, lost) => {
    using here = testFolder();
    cpSync(whole.path, here.path, { recursive: true });
    made(publicStorePath(join(here.path, "state")), harm);
    const found = begin(here.path);
    const told = new RegExp(`public store had lost ${lost} values? of the site saltmarrow-yard`);
    expect(found).toMatchObject({ losses: [], lines: [expect.stringMatching(told)] });
    expect(begin(here.path)).toMatchObject({ losses: [], lines: [] });
  });
});

import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type CliCommand, type Invocation, Options } from "../../../sites/cli/command/command.ts";
import { printOutcome } from "../../../sites/cli/terminal/output.ts";
import { backup, restore } from "../../../sites/machine/copies/commands.ts";
import { changeIndex } from "../../../sites/machine/damage/bucketRows.ts";
import { copyFile } from "../../../sites/machine/copies/copying.ts";
import { makeBackup } from "../../../sites/machine/copies/making.ts";
import { examineBackup } from "../../../sites/machine/copies/record.ts";
import { restoreBackup } from "../../../sites/machine/copies/restoring.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { keepVersion, ownVersion } from "../../../sites/machine/state/dataVersion.ts";
import { lock } from "../../../sites/machine/state/lock.ts";
import { testFolder, type TestFolder } from "../testFolder.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const FULL = Object.assign(new Error("ENOSPC: no space left on device, copyfile"), { code: "ENOSPC" });

/** A data folder with a database whose last rows are only in its write-ahead log. */
function filled(here: TestFolder): DatabaseSync {
  const folder = openDataFolder(here.at("data"));
  keepVersion(folder);
  writeFileSync(folder.secrets, "SESSION_SECRET=of-a-test\n");
  mkdirSync(join(folder.state, "v3/r2/bucket/blobs"), { recursive: true });
  writeFileSync(join(folder.state, "v3/r2/bucket/blobs/a"), "bytes");
  const database = new DatabaseSync(join(folder.state, "v3/rows.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE rows (value TEXT); INSERT INTO rows VALUES ('one'), ('two')");
  return database;
}

const rowsIn = (path: string): unknown[] => {
  const database = new DatabaseSync(path);
  try {
    return database.prepare("SELECT value FROM rows").all();
  } finally {
    database.close();
  }
};

const make = (here: TestFolder, name = "backup", copy = copyFile): ReturnType<typeof makeBackup> =>
  makeBackup({ data: here.at("data"), target: here.at(name), now: NOW, copy });

/** All files below a folder, with their bytes. */
const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile() && !path.endsWith("-shm") && !path.startsWith("lock"))
    .toSorted()
    .map((path) => `${path} ${readFileSync(join(folder, path)).toString("base64")}`);

describe("a backup of a folder without a run", () => {
  test("is complete, private and of one release, and restores the same data", async () => {
    using here = testFolder();
    using database = filled(here);
    expect(await make(here)).toEqual({
      folder: here.at("backup"),
      release: ownVersion().release,
      files: 4,
      bytes: expect.any(Number),
      missing: [],
    });
    expect(examineBackup(here.at("backup")).faults).toEqual([]);
    expect([statSync(here.at("backup")).mode & 0o777, existsSync(here.at("backup.part"))]).toEqual([0o700, false]);
    database.exec("INSERT INTO rows VALUES ('three')");
    expect(restoreBackup({ backup: here.at("backup"), data: here.at("restored") })).toMatchObject({
      madeAt: "2026-11-23T12:00:00.000Z",
    });
    expect(rowsIn(here.at("restored/state/v3/rows.sqlite"))).toEqual([{ value: "one" }, { value: "two" }]);
    expect(readFileSync(here.at("restored/secrets.env"), "utf8")).toBe("SESSION_SECRET=of-a-test\n");
    expect(readFileSync(here.at("restored/state/v3/r2/bucket/blobs/a"), "utf8")).toBe("bytes");
  });

  test.each([
    ["is there already", "backup", /already exists/],
    ["is inside the data", "data/backup", /inside the data folder/],
    ["has no folder around it", "no/backup", /The folder .* does not exist/],
  ])("is refused where it %s", async (_, name, says) => {
    using here = testFolder();
    using _database = filled(here);
    mkdirSync(here.at("backup"));
    await expect(make(here, name)).rejects.toThrow(says);
  });

  test("is refused where there is no data", async () => {
    using here = testFolder();
    await expect(make(here)).rejects.toThrow(/There is no data in/);
    expect(readdirSync(here.path)).toEqual([]);
  });

  test("waits while a run begins or ends", async () => {
    using here = testFolder();
    using _database = filled(here);
    const held = lock(openDataFolder(here.at("data")));
    const made = make(here);
    held.release();
    expect((await made).files).toBe(4);
  });

  test("removes the rest of a killed backup, and nothing else", async () => {
    using here = testFolder();
    using _database = filled(here);
    mkdirSync(here.at("backup.part/data/state"), { recursive: true });
    writeFileSync(here.at("backup.part/data/state/half"), "half");
    expect((await make(here)).files).toBe(4);
    mkdirSync(here.at("other.part"));
    writeFileSync(here.at("other.part/mine"), "mine");
    await expect(make(here, "other")).rejects.toThrow(/holds something else/);
    expect(readFileSync(here.at("other.part/mine"), "utf8")).toBe("mine");
  });
});

/** Damages a page behind the first, so that the database opens. */
function damagePage(path: string): void {
  const bytes = readFileSync(path);
  randomBytes(2_000).copy(bytes, 4096);
  writeFileSync(path, bytes);
}

describe("a backup of damaged data", () => {
  test.each<[string, (path: string) => void]>([
    [
      "no database any more",
      (path) => writeFileSync(path, "no database, but as long as the header of one would be.".repeat(20)),
    ],
    ["damaged in its middle", damagePage],
  ])("holds what is whole, and names a file that is %s", async (_, damage) => {
    using here = testFolder();
    filled(here).close();
    const other = here.at("data/state/v3/do/drawbridge-workspace-TenantWorkspaceDO");
    mkdirSync(other, { recursive: true });
    const broken = join(other, `${"0".repeat(64)}.sqlite`);
    const database = new DatabaseSync(broken);
    database.exec("CREATE TABLE rows (value TEXT); INSERT INTO rows VALUES ('one')");
    database.close();
    damage(broken);
    const made = await make(here);
    expect(made.missing).toEqual([
      expect.stringMatching(/^state\/v3\/do\/.+0\.sqlite \(the workspace\) was damaged: .+\.$/),
    ]);
    const { record, faults } = examineBackup(here.at("backup"));
    expect([faults, record?.lacks]).toEqual([[], made.missing]);
    expect(record?.files.map(({ path }) => path)).toContain(`${broken.slice(here.at("data/").length)}.damaged`);
    expect(restoreBackup({ backup: here.at("backup"), data: here.at("restored") }).lacks).toEqual(made.missing);
    expect(rowsIn(here.at("restored/state/v3/rows.sqlite"))).toEqual([{ value: "one" }, { value: "two" }]);
    expect(readFileSync(broken).length).toBeGreaterThan(0);
  });

  test("names a stored file with changed bytes, and keeps it as it is", async () => {
    using here = testFolder();
    filled(here).close();
    const blob = "0".repeat(80);
    const row = { key: "saltmarrow/backups/one", blob, type: "text/plain", bytes: 5, sha256: "", at: NOW };
    changeIndex(here.at("data/state"), "bucket", { add: [{ ...row, md5: "0".repeat(32) }], drop: [], now: NOW });
    writeFileSync(here.at(`data/state/v3/r2/bucket/blobs/${blob}`), "bytes");
    expect((await make(here)).missing).toEqual([
      "An archive of the tenant saltmarrow has changed bytes: saltmarrow/backups/one in bucket.",
    ]);
    expect(readFileSync(here.at(`backup/data/state/v3/r2/bucket/blobs/${blob}`), "utf8")).toBe("bytes");
  });
});

test("the command says by its exit code that a backup is incomplete, and so do its check and its restore", async () => {
  using here = testFolder();
  filled(here).close();
  writeFileSync(here.at("data/state/v3/rows.sqlite"), "no database, but as long as a header. ".repeat(40));
  const called = (command: CliCommand, target: string, options: object = {}) =>
    command.run({
      args: [target],
      options: new Options({ data: here.at("data"), ...options }),
      now: NOW,
    } as unknown as Invocation);
  const outcomes = [
    await called(backup, here.at("backup")),
    await called(backup, here.at("backup"), { verify: true }),
    await called(restore, here.at("backup"), { data: here.at("restored") }),
  ];
  expect(outcomes.map(({ ok, isIncomplete }) => [ok, isIncomplete])).toEqual(outcomes.map(() => [false, true]));
  for (const { lines } of outcomes) expect(lines.join("\n")).toMatch(/Not in the backup.+rows\.sqlite/);
  expect(outcomes.map((outcome) => printOutcome({ ...outcome, lines: [] }, false))).toEqual([3, 3, 3]);
});

describe("a full disk", () => {
  test.each([0, 1, 2, 3])("after %i files leaves no backup and unchanged data", async (count) => {
    using here = testFolder();
    using _database = filled(here);
    const before = contents(here.at("data"));
    let copied = 0;
    const full = make(here, "backup", (from, to) => {
      if (copied++ === count) throw FULL;
      copyFile(from, to);
    });
    await expect(full).rejects.toThrow(/the disk is full.*the data was not changed/);
    expect(readdirSync(here.path)).toEqual(["data"]);
    expect(contents(here.at("data"))).toEqual(before);
  });

  test("leaves nothing of a restore", async () => {
    using here = testFolder();
    using _database = filled(here);
    await make(here);
    let copied = 0;
    const restore = (): unknown =>
      restoreBackup({
        backup: here.at("backup"),
        data: here.at("restored"),
        copy: (from, to) => {
          if (copied++ === 2) throw FULL;
          copyFile(from, to);
        },
      });
    expect(restore).toThrow(/Nothing was restored/);
    expect(readdirSync(here.path).toSorted()).toEqual(["backup", "data"]);
  });
});

describe("a backup", () => {
  const RECORD = "backup.json";
  const DATABASE = "data/state/v3/rows.sqlite";

  test.each<[string, (at: (path: string) => string) => void, RegExp]>([
    ["with a changed byte", (at) => appendFileSync(at("data/secrets.env"), "x"), /secrets\.env has changed/],
    ["with a missing file", (at) => rmSync(at(DATABASE)), /rows\.sqlite is missing/],
    ["with another file", (at) => writeFileSync(at("data/state/more"), ""), /state\/more does not belong/],
    ["without its record", (at) => rmSync(at(RECORD)), /backup\.json cannot be read/],
    ["with a broken record", (at) => writeFileSync(at(RECORD), "{}"), /a format that this release cannot read/],
    [
      "whose database is damaged, though its digest fits",
      (at) => {
        const bytes = readFileSync(at(DATABASE)).fill(7, 4_096, 4_200);
        writeFileSync(at(DATABASE), bytes);
        const record = JSON.parse(readFileSync(at(RECORD), "utf8")) as { files: { path: string; sha256: string }[] };
        const digest = createHash("sha256").update(bytes).digest("hex");
        for (const file of record.files) if (file.path.endsWith("rows.sqlite")) file.sha256 = digest;
        writeFileSync(at(RECORD), JSON.stringify(record));
      },
      /rows\.sqlite is damaged/,
    ],
  ])("%s is reported as incomplete, and not restored", async (_, harm, says) => {
    using here = testFolder();
    using _database = filled(here);
    await make(here);
    harm((path) => here.at(join("backup", path)));
    expect(examineBackup(here.at("backup")).faults).toEqual([expect.stringMatching(says)]);
    expect(() => restoreBackup({ backup: here.at("backup"), data: here.at("restored") })).toThrow(
      /is damaged .*nothing was restored/,
    );
    expect(existsSync(here.at("restored"))).toBe(false);
  });

  test("is not restored into a folder with data", async () => {
    using here = testFolder();
    using _database = filled(here);
    await make(here);
    expect(() => restoreBackup({ backup: here.at("backup"), data: here.at("data") })).toThrow(/is not empty/);
    mkdirSync(here.at("empty"));
    expect(restoreBackup({ backup: here.at("backup"), data: here.at("empty") }).files).toHaveLength(4);
  });

  test("of a later release is not restored", async () => {
    using here = testFolder();
    using _database = filled(here);
    const path = here.at("data/version.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ ...ownVersion(), release: "9.0.0", layout: 99 }));
    await make(here);
    expect(() => restoreBackup({ backup: here.at("backup"), data: here.at("restored") })).toThrow(/release 9\.0\.0/);
    expect(readdirSync(here.path).toSorted()).toEqual(["backup", "data"]);
  });
});

test.each([
  ["backup", true],
  ["restore", true],
  ["health", false],
])("svc %s --help names the exit code of incomplete work: %s", (name, isNamed) => {
  const svc = fileURLToPath(new URL("../../../sites/svc.ts", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [svc, name, "--help"], { encoding: "utf8" });
  expect([stdout.includes("Exit codes: 0 "), stdout.includes("3 done but incomplete")]).toEqual([true, isNamed]);
});

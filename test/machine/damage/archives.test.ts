import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { headLine, rowLine, type ArchiveRow } from "../../../runtime/backups/archive.ts";
import { Aside } from "../../../sites/machine/damage/aside.ts";
import { mendBuckets, type MendedBuckets } from "../../../sites/machine/damage/mendBuckets.ts";
import { blobsOf, indexOf } from "../../../sites/machine/state/buckets.ts";
import { openDataFolder, type DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { takeInventory } from "../../../sites/machine/state/inventory.ts";
import { Soundness } from "../../../sites/machine/state/soundness.ts";
import { testFolder } from "../testFolder.ts";

/** Archives in a bucket whose index is gone. */

const AT = Date.UTC(2026, 0, 2);
const BACKUPS = "drawbridge-backups";
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const PICTURE = Buffer.from("the bytes of a picture that no library names any more");
const COLUMNS = ["digest", "object", "type", "bytes"];
const PICTURE_ROW: ArchiveRow = [sha256(PICTURE), "boat.webp", "image/webp", PICTURE.length];
const LEFT_OUT: ArchiveRow = ["0".repeat(64), "gone.webp", "image/webp", 7];

const bodyOf = (...rows: readonly ArchiveRow[]): Buffer => Buffer.from(rows.map(rowLine).join(""));
const memberOf = (name: string, columns: string[], body: Buffer, rows: number) => ({
  name,
  columns,
  rows,
  bytes: body.length,
  sha256: sha256(body),
});

const MEDIA = bodyOf(PICTURE_ROW, LEFT_OUT);
const PAGES = bodyOf(["page one"], ["page two"]);
const HEAD = {
  schema: 3,
  tenant: "saltmarrow",
  sites: ["saltmarrow-yard"],
  submissions: true,
  members: [memberOf("documents", ["body"], PAGES, 2), memberOf("media_objects", COLUMNS, MEDIA, 2)],
};
const WHOLE = Buffer.concat([Buffer.from(headLine(HEAD)), PAGES, MEDIA]);
const SPLIT = Buffer.from(headLine(HEAD, true));

let blobs = 0;
function stored(folder: DataFolder, bytes: Uint8Array, at = AT): string {
  const blob = String((blobs += 1)).padStart(64, "0") + at.toString(16).padStart(16, "0");
  mkdirSync(blobsOf(folder.state, BACKUPS), { recursive: true });
  writeFileSync(join(blobsOf(folder.state, BACKUPS), blob), bytes);
  return blob;
}

function mended(folder: DataFolder): MendedBuckets {
  const reading = new Soundness(folder).read;
  return mendBuckets(folder, takeInventory(folder, reading), {
    aside: new Aside(folder, AT),
    reading,
    now: () => AT + 5,
  });
}

function rowsOf(folder: DataFolder): Record<string, unknown>[] {
  const database = new DatabaseSync(indexOf(folder.state, BACKUPS));
  try {
    return database
      .prepare("SELECT key, blob_id AS blob, custom_metadata AS facts FROM _mf_objects ORDER BY key")
      .all();
  } finally {
    database.close();
  }
}

const factsIn = (text: unknown): Record<string, unknown> => {
  const { facts } = JSON.parse(String(text)) as { facts: string };
  return JSON.parse(facts) as Record<string, unknown>;
};

const nameOf = (bytes: Uint8Array): string => `saltmarrow/backups/${sha256(bytes).slice(0, 32)}`;

describe("an archive whose index was lost", () => {
  test("gets a name and its facts again, with the files that it needs", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const [archive, picture] = [stored(folder, WHOLE), stored(folder, PICTURE)];
    const { losses, lines } = mended(folder);
    expect([losses, lines]).toEqual([
      [],
      [
        expect.stringContaining("had lost 2 files"),
        expect.stringMatching(/^Named 1 archive of the tenants saltmarrow anew/),
      ],
    ]);
    const [first, second] = rowsOf(folder);
    expect([first, second]).toMatchObject([
      { key: nameOf(WHOLE), blob: archive },
      { key: `saltmarrow/media/${sha256(PICTURE)}`, blob: picture },
    ]);
    expect(factsIn(first?.["facts"])).toEqual({
      createdAt: AT,
      createdBy: "",
      submissions: true,
      media: { files: 2, bytes: PICTURE.length + 7, missing: 1 },
      sha256: sha256(WHOLE),
      beside: 0,
    });
    expect(mended(folder)).toEqual({ losses: [], lines: [] });
  });

  test("comes back with its members, if it was split", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const expected = [stored(folder, SPLIT), ...[PAGES, MEDIA].map((bytes) => stored(folder, bytes))];
    expect(mended(folder).losses).toEqual([]);
    const rows = rowsOf(folder);
    expect(new Map(rows.map(({ key, blob }) => [key, blob]))).toEqual(
      new Map([
        [nameOf(SPLIT), expected[0]],
        [`${nameOf(SPLIT)}/${sha256(PAGES)}`, expected[1]],
        [`${nameOf(SPLIT)}/${sha256(MEDIA)}`, expected[2]],
      ]),
    );
    expect(factsIn(rows.find(({ key }) => key === nameOf(SPLIT))?.["facts"])).toMatchObject({
      beside: PAGES.length + MEDIA.length,
      media: { missing: 2 },
    });
  });

  test.each<[string, (folder: DataFolder) => void]>([
    ["has a changed byte", (folder) => void stored(folder, changed(WHOLE))],
    ["is cut", (folder) => void stored(folder, WHOLE.subarray(0, -3))],
    ["has more at its end", (folder) => void stored(folder, Buffer.concat([WHOLE, Buffer.from("[]\n")]))],
    ["lacks a member", (folder) => void [stored(folder, SPLIT), stored(folder, PAGES)]],
  ])("stays nameless, and is told, if it %s", (_, damage) => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    damage(folder);
    const { losses, lines } = mended(folder);
    expect([losses.map(({ what }) => what), lines]).toEqual([[expect.stringContaining("names of 1 archive.")], []]);
  });

  test("is no archive of a bucket to which members upload", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    stored(folder, WHOLE);
    const uploads = blobsOf(folder.state, "svc-saltmarrow-store");
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, "0".repeat(64) + AT.toString(16).padStart(16, "0")), WHOLE);
    rmSync(blobsOf(folder.state, BACKUPS), { recursive: true });
    expect(mended(folder).losses.map(({ what }) => what)).toEqual([expect.stringContaining("svc-saltmarrow-store")]);
  });

  test("that is younger than the index is a leftover of a request that was never answered", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    stored(folder, WHOLE);
    mended(folder);
    stored(folder, SPLIT, AT + 1);
    expect(mended(folder)).toEqual({ losses: [], lines: [] });
    expect(readFileSync(indexOf(folder.state, BACKUPS)).length).toBeGreaterThan(0);
  });
});

function changed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 4] = (copy.at(-4) ?? 0) ^ 1;
  return copy;
}

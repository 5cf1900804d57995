import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startLocal } from "../../sites/machine/local.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { dataFolderAt } from "../../sites/machine/state/dataFolder.ts";
import { ownVersion, versionIn } from "../../sites/machine/state/dataVersion.ts";
import { takeInventory } from "../../sites/machine/state/inventory.ts";
import { HOSTNAME, OWNER, TITLE } from "../fixtures/data/site.ts";
import { testFolder, type TestFolder } from "./testFolder.ts";

/** Data folders of all earlier releases. This release must read and continue each. */

const KEPT = globSync(join(import.meta.dirname, "../fixtures/data/*.json.gz")).toSorted();
/** Stored folders contain only what these tests need. */
const KEPT_MAX_BYTES = 256 * 1024;

function unpacked(path: string): TestFolder {
  const here = testFolder();
  const files = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as Record<string, string>;
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(here.at(name)), { recursive: true });
    writeFileSync(here.at(name), Buffer.from(bytes, "base64"));
  }
  return here;
}

test("the stored releases include the first, and each is small", () => {
  expect(KEPT.map((path) => basename(path, ".json.gz"))).toContain("0.1.0");
  for (const path of KEPT) expect(readFileSync(path).byteLength).toBeLessThan(KEPT_MAX_BYTES);
});

describe.each(KEPT.map((path) => [basename(path, ".json.gz"), path] as const))("data of release %s", (_, path) => {
  test("is upgraded, serves its content, and accepts changes", async () => {
    using here = unpacked(path);
    const local = await startLocal({
      port: 0,
      data: here.path,
      fresh: false,
      profile: "core",
      plugins: [],
      demo: false,
    });
    try {
      const ask = (at: string) => requestLocal({ port: local.port, host: HOSTNAME, path: at });
      const [home, moved] = [await ask("/"), await ask("/old")];
      expect([home.status, home.text]).toEqual([200, expect.stringContaining(`<h1>${TITLE}</h1>`)]);
      expect([moved.status, new URL(moved.headers.location ?? "", "http://x").pathname]).toEqual([301, "/about"]);
      expect(local.missing).toEqual([]);

      await using owner = await Owner.logIn({ port: local.port, hostname: HOSTNAME, subject: OWNER });
      const backups = await owner.read<{ items: { id: string }[] }>("/api/backups");
      const verified = await owner.change({ method: "POST", path: `/api/backups/${backups.items[0]?.id}/verify` });
      expect([backups.items.length, verified.status]).toEqual([1, 200]);
      const { version } = await owner.read<{ version: number }>("/api/redirects");
      const body = { body: { entries: [{ from: "/old", to: "/", status: 301 }] } };
      expect((await owner.change({ method: "PUT", path: "/api/redirects", version, body })).status).toBe(200);
    } finally {
      await local.stop();
    }
    expect(versionIn(here)).toEqual(ownVersion());
    const steps = [...takeInventory(dataFolderAt(here.path)).workspaces.values()].map(({ step }) => step);
    expect(steps).toEqual([ownVersion().step]);
  });
});

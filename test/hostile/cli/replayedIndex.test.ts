/** An attacker who can write to the place of an index puts an older one there. The author's key has signed it, too. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readIndexFile } from "../../../sites/cli/plugin/index/documents.ts";
import { clearDesks, type Desk, oneLine, type Ran, signedDesk } from "../../cli/svc.ts";

afterAll(clearDesks);

const [INDEX, RECORD] = ["public/index.json", "notices/released-acme.json"];
const BASE = "https://acme.example/plugins/";

const release = (desk: Desk, ...more: readonly string[]): Promise<Ran> =>
  desk.plugin("release", "notices", "--key", "key.json", "--to", "public", ...more);

function describeNext(desk: Desk, folder = "notices"): void {
  desk.write(`${folder}/CHANGELOG.md`, "## Unreleased\n\n- More.\n");
}

/** A desk with two releases of a plugin, and the index as it was after the first one. */
async function releasedDesk(): Promise<{ readonly desk: Desk; readonly older: string }> {
  const desk = await signedDesk();
  describeNext(desk);
  await release(desk, "--base", BASE, "--name", "acme");
  const older = desk.read(INDEX);
  describeNext(desk);
  await release(desk, "--step", "patch");
  describeNext(desk);
  return { desk, older };
}

const versionsIn = (desk: Desk, file: string): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(readIndexFile(join(desk.path, file)).index.plugins).map(([id, { versions }]) => [
      id,
      Object.keys(versions),
    ]),
  );

/** Another index with the number of the last one, by the same key. */
async function forked(desk: Desk): Promise<string> {
  desk.write("older.json", desk.read(INDEX));
  const making = ["--previous", "older.json", "--base", BASE, "--out", "other.json"];
  await desk.plugin("index", "make", ...making);
  await desk.plugin("index", "sign", "other.json", "--key", "key.json");
  return desk.read("other.json");
}

describe("a release on top of", () => {
  test.each<[string, string, (desk: Desk, older: string) => Promise<void> | void]>([
    ["an older index", "rolled_back", (desk, older) => desk.write(INDEX, older)],
    ["no index, where one was", "gone", (desk) => rmSync(join(desk.path, INDEX))],
    [
      "an index with the number of the last one, and other content",
      "changed",
      async (desk, older) => {
        desk.write(INDEX, older);
        desk.write(INDEX, await forked(desk));
      },
    ],
  ])("%s is refused as %s, and nothing is written", async (_, reason, attack) => {
    const { desk: opened, older } = await releasedDesk();
    using desk = opened;
    await attack(desk, older);
    const files = ["notices/plugin.jsonc", "notices/CHANGELOG.md", RECORD];
    const before = files.map((file) => desk.read(file));
    for (const more of [[], ["--dry-run"]]) {
      const { code, out } = await release(desk, "--step", "patch", "--name", "acme", "--base", BASE, ...more, "--json");
      expect([code, oneLine(out)]).toEqual([1, expect.objectContaining({ reason })]);
    }
    expect(files.map((file) => desk.read(file))).toEqual(before);
    expect(() => desk.read("public/acme.notices-0.1.2.json")).toThrow("ENOENT");
  });

  test("an older index says what to do, and that loses no version", async () => {
    const { desk: opened, older } = await releasedDesk();
    using desk = opened;
    desk.write(INDEX, older);
    const { out } = await release(desk, "--step", "patch");
    expect(out).toContain(
      `${RECORD} is version 2, as it was last released. Copy it to public/index.json and release again.`,
    );
    desk.write(INDEX, desk.read(RECORD));
    expect((await release(desk, "--step", "patch")).code).toBe(0);
    expect(versionsIn(desk, INDEX)).toEqual({ "acme.notices": ["0.1.0", "0.1.1", "0.1.2"] });
    expect(readFileSync(join(desk.path, RECORD))).toEqual(readFileSync(join(desk.path, INDEX)));
  });

  test("an older index of several plugins is refused if they share a record", async () => {
    const { desk: opened, older } = await releasedDesk();
    using desk = opened;
    const shared = ["--record", "acme.index.json"];
    expect((await release(desk, "--step", "patch", ...shared)).code).toBe(0);
    desk.write(INDEX, older);
    await desk.plugin("init", "acme.other");
    describeNext(desk, "other");
    const args = ["release", "other", "--key", "key.json", "--to", "public"];
    expect((await desk.plugin(...args, ...shared)).out).toContain("(rolled_back)");
    // The folder of one plugin knows nothing of the others' releases, and the command says that.
    expect((await desk.plugin(...args)).talk).toContain("Name one --record for all of them");
  });

  test("another index of the same author is refused by its name", async () => {
    const { desk: opened } = await releasedDesk();
    using desk = opened;
    const { code, talk } = await release(desk, "--step", "patch", "--name", "tools");
    expect([code, talk]).toEqual([2, expect.stringContaining("public/index.json is the index acme, not tools.")]);
    desk.write("tools.json", desk.read(RECORD));
    desk.write(INDEX, "");
    rmSync(join(desk.path, INDEX));
    const more = ["--name", "tools", "--base", BASE, "--record", "tools.json"];
    const other = await release(desk, "--step", "patch", ...more);
    expect([other.code, other.talk]).toEqual([
      2,
      expect.stringContaining("is the record of the index acme, not of tools"),
    ]);
  });

  test("a record that was cut off is refused", async () => {
    const { desk: opened } = await releasedDesk();
    using desk = opened;
    desk.write(RECORD, desk.read(RECORD).slice(0, -20));
    const { code, talk } = await release(desk, "--step", "patch");
    expect([code, talk]).toEqual([2, expect.stringContaining(RECORD)]);
  });
});

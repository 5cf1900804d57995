import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { INDEX_COMMANDS } from "../../sites/cli/commands.ts";
import { claimsOf, newestOf } from "../../manifests/distribution/claims.ts";
import { judgeIndex, type SeenIndex } from "../../manifests/distribution/judgeIndex.ts";
import { packageSha256 } from "../../sites/cli/plugin/signed/packageFile.ts";
import { clearDesks, signedDesk, type Desk, type Ran } from "./svc.ts";

// Some calls start a process.
vi.setConfig({ testTimeout: 60_000 });
afterAll(clearDesks);

// The commands in docs/plugins/trust.md under "Indexes".
const BASE = "https://acme.example/plugins";

const make = (desk: Desk, ...args: readonly string[]): Promise<Ran> =>
  desk.plugin("index", "make", "--base", BASE, "--out", "index.json", ...args);
const first = (desk: Desk): Promise<Ran> => make(desk, "notices.json", "--name", "acme", "--keys", "trust.json");
const signWith = (desk: Desk, key: string): Promise<Ran> => desk.plugin("index", "sign", "index.json", "--key", key);

/** Judges the index as a site with these keys does, which may have read an earlier version. */
const judged = (desk: Desk, keys: readonly unknown[], seen?: SeenIndex) =>
  judgeIndex(readFileSync(join(desk.path, "index.json")), { name: "acme" }, { keys, seen }, Date.now(), packageSha256);

const keysOf = (desk: Desk): unknown[] => JSON.parse(desk.read("trust.json")) as unknown[];

describe("an index", () => {
  test("of a signed package is made, signed and taken by a site", async () => {
    using desk = await signedDesk();
    expect([(await first(desk)).code, (await signWith(desk, "key.json")).code]).toEqual([0, 0]);
    const read = await judged(desk, keysOf(desk));
    if (!read.ok) throw new Error(read.error.detail);
    const { index } = read.value;
    const { kid } = JSON.parse(desk.read("key.json")) as { kid: string };
    expect(index).toMatchObject({ index: "acme", version: 1 });
    expect(index.plugins["acme.notices"]).toMatchObject({
      publisher: kid,
      versions: { "0.1.0": { package: `${BASE}/notices.json`, digest: expect.stringMatching(/^sha256-/) as string } },
    });
  });

  test("lists several plugins of one publisher, and leaves out none", async () => {
    using desk = await signedDesk();
    desk.write("trust.json", (await desk.plugin("keygen", "lantern.key.json", "--publishers", "lantern")).out);
    const packages = ["harbour.json", "ferry.json"];
    for (const file of packages) {
      const folder = join(import.meta.dirname, `../fixtures/plugins/lantern-${file.replace(".json", "")}`);
      await desk.plugin("pack", folder, "--out", file);
      await desk.plugin("sign", file, "--key", "lantern.key.json");
    }
    const made = await make(desk, ...packages, "--name", "acme", "--keys", "trust.json");
    expect([made.code, (await signWith(desk, "lantern.key.json")).code]).toEqual([0, 0]);
    const read = await judged(desk, keysOf(desk));
    expect(read.ok && Object.keys(read.value.index.plugins)).toEqual(["lantern.harbour", "lantern.ferry"]);
  });

  test("hands out the next version of a plugin, and no attack on the way to it is taken (lantern-atlas)", async () => {
    using desk = await signedDesk();
    cpSync(join(import.meta.dirname, "../fixtures/plugins/lantern-atlas"), join(desk.path, "atlas"), {
      recursive: true,
    });
    desk.write("trust.json", (await desk.plugin("keygen", "lantern.key.json", "--publishers", "lantern")).out);
    const release = async (file: string): Promise<void> => {
      await desk.plugin("pack", "atlas", "--out", file);
      await desk.plugin("sign", file, "--key", "lantern.key.json");
    };
    await release("one.json");
    await make(desk, "one.json", "--name", "acme", "--keys", "trust.json");
    await signWith(desk, "lantern.key.json");
    const [one, old] = [await judged(desk, keysOf(desk)), desk.read("index.json")];
    if (!one.ok) throw new Error(one.error.detail);
    desk.write("atlas/plugin.jsonc", desk.read("atlas/plugin.jsonc").replace('"1.0.0"', '"1.1.0"'));
    await release("two.json");
    await make(desk, "two.json", "--previous", "index.json");
    await signWith(desk, "lantern.key.json");
    const [two, next] = [await judged(desk, one.value.index.keys, one.value), desk.read("index.json")];
    if (!two.ok) throw new Error(two.error.detail);
    const [claim] = claimsOf(two.value.index);
    expect(claim && [claim.plugin, newestOf(claim), claim.versions]).toEqual([
      "lantern.atlas",
      "1.1.0",
      ["1.1.0", "1.0.0"],
    ]);

    const { keys } = two.value.index;
    desk.write("index.json", old);
    expect(await judged(desk, keys, two.value)).toMatchObject({ error: { reason: "rolled_back" } });
    desk.write("index.json", next.replace('"signature":"', '"signature":"A'));
    expect(await judged(desk, keys, two.value)).toMatchObject({ ok: false });
    desk.write("index.json", next);
    const late = (two.value.index.expires + 1) * 1000;
    const bytes = readFileSync(join(desk.path, "index.json"));
    const frozen = await judgeIndex(bytes, { name: "acme" }, { keys, seen: two.value }, late, packageSha256);
    expect(frozen).toMatchObject({ error: { reason: "expired" } });
    expect(await judged(desk, [JSON.parse(desk.read("key.json"))], undefined)).toMatchObject({ ok: false });
  });

  test("is followed by one that keeps what was listed, and may withdraw it", async () => {
    using desk = await signedDesk();
    await first(desk);
    await signWith(desk, "key.json");
    const before = await judged(desk, keysOf(desk));
    if (!before.ok) throw new Error(before.error.detail);
    await make(desk, "--previous", "index.json", "--withdraw", "acme.notices@0.1.0=It loses texts.");
    await signWith(desk, "key.json");
    const after = await judged(desk, before.value.index.keys, before.value);
    expect(after).toMatchObject({
      ok: true,
      value: {
        index: { version: 2, plugins: { "acme.notices": { versions: { "0.1.0": { withdrawn: "It loses texts." } } } } },
      },
    });
  });

  test("hands over to another key when the old one signs it", async () => {
    using desk = await signedDesk();
    await first(desk);
    await signWith(desk, "key.json");
    const before = await judged(desk, keysOf(desk));
    if (!before.ok) throw new Error(before.error.detail);
    desk.write("next-trust.json", (await desk.plugin("keygen", "next.json")).out);
    await make(desk, "--previous", "index.json", "--keys", "next-trust.json");
    expect((await signWith(desk, "key.json")).talk).toContain("This key may not sign the next version");
    const rotated = await judged(desk, before.value.index.keys, before.value);
    if (!rotated.ok) throw new Error(rotated.error.detail);
    await make(desk, "--previous", "index.json");
    await signWith(desk, "key.json");
    expect(await judged(desk, rotated.value.index.keys, rotated.value)).toMatchObject({
      error: { reason: "wrong_key" },
    });
    await signWith(desk, "next.json");
    expect(await judged(desk, rotated.value.index.keys, rotated.value)).toMatchObject({ ok: true });
  });

  test("gives no version other bytes than before", async () => {
    using desk = await signedDesk();
    await first(desk);
    desk.change("notices/plugin.jsonc", '"name": "', '"name": "More ');
    await desk.plugin("pack", "notices", "--out", "other.json");
    await desk.plugin("sign", "other.json", "--key", "key.json");
    const { code, talk } = await make(desk, "other.json", "--previous", "index.json");
    expect([code, talk]).toEqual([2, expect.stringContaining("Give the plugin another version number.")]);
  });

  test.each([
    ["without a name", [], /--name is missing/],
    ["without keys", ["--name", "acme"], /Name the keys/],
    ["for no days", ["--name", "acme", "--keys", "trust.json", "--days", "0"], /--days takes a whole number up to 90/],
    ["for too many days", ["--name", "acme", "--keys", "trust.json", "--days", "91"], /--days takes/],
    ["with a name that is none", ["--name", "A c", "--keys", "trust.json"], /The index would not be valid/],
    [
      "withdrawing what is not listed",
      ["--name", "acme", "--keys", "trust.json", "--withdraw", "acme.notices@9.0.0=Old."],
      /--withdraw takes a listed version/,
    ],
  ])("is not made %s", async (_how, args, says) => {
    using desk = await signedDesk();
    const { code, talk } = await make(desk, "notices.json", ...args);
    expect([code, talk]).toEqual([2, expect.stringMatching(says)]);
  });

  test("is not made of addresses without https", async () => {
    using desk = await signedDesk();
    const args = ["index", "make", "notices.json", "--base", "http://acme.example", "--out", "index.json"];
    expect(await desk.plugin(...args, "--name", "acme", "--keys", "trust.json")).toMatchObject({ code: 2 });
  });

  test("is not what a package is, and no package is signed as one", async () => {
    using desk = await signedDesk();
    expect((await desk.plugin("index", "sign", "notices.json", "--key", "key.json")).code).toBe(2);
  });
});

test.each(INDEX_COMMANDS)(
  "svc plugin index $name --help has examples with options that it has",
  async ({ name, examples, options }) => {
    using desk = await signedDesk();
    const { code, out } = await desk.plugin("index", name, "--help");
    expect([code, out]).toEqual([0, expect.stringContaining(`$ svc plugin index ${name} `)]);
    const known = ["--json", ...options.map(([notation]) => notation.split(" ")[0])];
    for (const example of examples) expect(known).toEqual(expect.arrayContaining(example.match(/--[a-z-]+/g) ?? []));
  },
);

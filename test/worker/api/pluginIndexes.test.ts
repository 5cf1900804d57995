/** Plugin indexes that an operator listed (operating.md), on a running site with a simulated internet. */
import { calculateJwkThumbprint } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { INDEX_FRESH_MS, INDEXES_MAX } from "../../../manifests/bounds/packages.ts";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import type { PluginIndexesView } from "../../../sites/web/api/indexes/views.ts";
import { db, migrate, operator } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, done } from "./apiClient.ts";
import { digestOf, HOST, listed, payloadOf, places, signedIndex, signedOrigin } from "./pluginIndex.ts";
import { type Key, aKey } from "./signingKeys.ts";
import { aPackage, PACKAGE_KEY } from "./packages.ts";

let now = Date.now();
let key: Key;
let publisher = "";
let owner: Editor;

const entryOf = (versions: Index["plugins"][string]["versions"], by = publisher) => ({
  "acme.tool": { name: "Tool", description: "Counts.", publisher: by, versions },
});

const indexOf = (change: Partial<Index>): Index => ({
  index: "acme",
  version: 1,
  expires: Math.floor(now / 1000) + 3_600,
  keys: [{ ...key.shown }],
  plugins: {},
  ...change,
});

async function publish(change: Partial<Index>, by: Key = key): Promise<void> {
  const index = indexOf(change);
  const document = await signedIndex(index, by);
  places.set(`${HOST}/${index.index}`, () => Response.json(document));
}

const admin = async (method: string, path = "", body?: object): Promise<Response> =>
  (
    await operator(`/api/admin/plugin-indexes${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    })
  ).response;
const list = (name = "acme", change: object = {}) =>
  admin("POST", "", { name, url: `${HOST}/${name}`, keys: [key.shown], ...change });

const read = async (text = ""): Promise<PluginIndexesView> =>
  done(await callApi(owner, "GET", `/api/plugin-indexes?text=${encodeURIComponent(text)}`));
const add = (query = "", index = "acme", plugin = "acme.tool"): Promise<Response> =>
  callApi(owner, "POST", `/api/plugin-indexes/${index}/plugins/${plugin}${query}`);
const refusedWith = async (response: Response): Promise<unknown> => {
  const { code, reason } = await response.json<{ code: string; reason?: string }>();
  return reason === undefined ? code : `${code} ${reason}`;
};
const refusals = async () => (await read()).indexes.map(({ refusal }) => refusal?.reason ?? null);
/** Advances the clock, so that the index is read again. */
const later = (): void => void (now += INDEX_FRESH_MS);

beforeAll(migrate);
beforeEach(async () => {
  now = Date.now();
  places.clear();
  await db.prepare("DELETE FROM plugin_indexes").run();
  [key, owner] = [await aKey(), await anEditor()];
  publisher = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: PACKAGE_KEY.x as string });
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const answer = places.get(String(input));
    return answer ? answer() : new Response(null, { status: 404 });
  });
});
afterEach(() => void vi.restoreAllMocks());

describe("an index that an operator listed", () => {
  test("is searched, and a plugin of it is added, disabled, with the index it is from", async () => {
    await publish({ plugins: entryOf(await listed("1.0.0")) });
    expect((await list()).status).toBe(200);
    const { indexes, items, total } = await read("count");
    expect(indexes).toMatchObject([{ name: "acme", version: 1, refusal: null }]);
    expect([total, items]).toMatchObject([1, [{ plugin: "acme.tool", index: "acme", versions: ["1.0.0"], publisher }]]);
    expect((await read("nowhere")).items).toEqual([]);
    const response = await add();
    expect(response.status).toBe(201);
    expect(await response.json<PluginView>()).toMatchObject({
      id: "acme.tool",
      state: "disabled",
      grant: null,
      origin: { index: "acme", publisher },
    });
  });

  test("is tried without a change: what would be asked, touched and in the way, and nothing is stored", async () => {
    await publish({ plugins: entryOf(await listed("1.0.0")) });
    await list();
    const tried = await add("?dryRun=true");
    expect(tried.status).toBe(200);
    expect(await tried.json()).toMatchObject({
      id: "acme.tool",
      version: "1.0.0",
      state: "disabled",
      origin: { index: "acme", publisher },
      consent: expect.arrayContaining([expect.objectContaining({ needsGrant: true })]),
      touched: { total: 0, listed: [] },
      taken: [],
    });
    expect(await codeOf(await callApi(owner, "GET", "/api/plugins/acme.tool"))).toBe("NOT_FOUND");
    expect(await refusedWith(await add("?dryRun=true&version=9.0.0"))).toBe("NOT_FOUND");
    expect((await add()).status).toBe(201);
  });

  test("says what is outdated, and brings the newest", async () => {
    const first = await listed("1.0.0");
    await publish({ plugins: entryOf(first) });
    await list();
    await add();
    expect((await read()).outdated).toEqual([]);
    later();
    await publish({ version: 2, plugins: entryOf({ ...first, ...(await listed("1.1.0")) }) });
    expect((await read()).outdated).toEqual([
      { plugin: "acme.tool", installed: "1.0.0", waiting: null, newest: "1.1.0", index: "acme" },
    ]);
    expect((await add()).status).toBe(201);
  });

  test("gives a version once it was seen there for the days that the site waits, which no later index changes", async () => {
    const versions = await listed("1.0.0");
    const { digest = "" } = versions["1.0.0"] ?? {};
    await publish({ plugins: entryOf(versions) });
    await list();
    const wish = { rule: null, demands: { days: 7, signatures: 1 } };
    await done(await callApi(owner, "PUT", "/api/plugin-updates", { body: wish }));
    const seen = async (): Promise<unknown> =>
      JSON.parse(String(await db.prepare("SELECT seen FROM plugin_indexes").first("seen")));
    expect(await refusedWith(await add())).toBe("PLUGIN_REJECTED too_young");
    expect(await refusedWith(await callApi(owner, "GET", "/api/plugin-indexes/acme/plugins/acme.tool"))).toBe(
      "PLUGIN_REJECTED too_young",
    );
    const first = now;
    later();
    await publish({ version: 2, plugins: entryOf({ ...versions, ...(await listed("1.1.0")) }) });
    await read();
    expect(await seen()).toMatchObject({ [digest]: first });
    const earlier = JSON.stringify({ [digest]: now - 7 * 24 * 60 * 60 * 1000 });
    await db.prepare("UPDATE plugin_indexes SET seen = ?").bind(earlier).run();
    expect(await refusedWith(await add("?version=1.1.0"))).toBe("PLUGIN_REJECTED too_young");
    expect((await add("?version=1.0.0")).status).toBe(201);
  });

  test("shows where a package comes from, if a trusted key has stated it for this package", async () => {
    const versions = await listed("1.0.0");
    const { digest = "", package: address = "" } = versions["1.0.0"] ?? {};
    await publish({ plugins: entryOf(versions) });
    await list();
    const shown = async (statement?: object): Promise<unknown> => {
      const place = address.replace(".json", ".provenance.json");
      places.delete(place);
      if (statement) places.set(place, () => Response.json(statement));
      const path = "/api/plugin-indexes/acme/plugins/acme.tool";
      return (await done<{ provenance: unknown }>(await callApi(owner, "GET", path))).provenance;
    };
    const stranger = await aKey();
    expect(await shown()).toBe(null);
    expect(await shown(await signedOrigin(digest, PACKAGE_KEY))).toEqual({
      refusal: null,
      source: "git+https://code.example/acme/tool",
      commit: "c0ffee",
      builder: "https://ci.example/workflow",
      signedBy: [expect.stringMatching(/^[\w-]{43}$/)],
    });
    expect(await shown(await signedOrigin(digest, stranger.own))).toMatchObject({
      refusal: "wrong_key",
      source: null,
      signedBy: [],
    });
    expect(await shown(await signedOrigin(`sha256-${"A".repeat(43)}`, PACKAGE_KEY))).toMatchObject({
      refusal: "other_package",
    });
    expect(await shown({})).toMatchObject({ refusal: "malformed" });
    expect((await add()).status).toBe(201);
  });

  test("is asked once in a while, and not with every search", async () => {
    await publish({});
    await list();
    await Promise.all([read(), read()]);
    const before = vi.mocked(fetch).mock.calls.length;
    await read();
    expect(vi.mocked(fetch).mock.calls.length).toBe(before);
    later();
    await read();
    expect(vi.mocked(fetch).mock.calls.length).toBe(before + 1);
  });

  test("is listed, shown and removed by the operator alone, and stays remembered", async () => {
    await publish({ version: 5 });
    await list();
    expect(await (await admin("GET")).json()).toMatchObject({ items: [{ name: "acme", version: 5, refusal: null }] });
    expect(await (await admin("DELETE", "/acme")).json()).toEqual({ name: "acme", changed: true });
    expect((await read()).indexes).toEqual([]);
    expect(await codeOf(await add())).toBe("NOT_FOUND");
    await publish({ version: 4 });
    await list();
    expect(await refusals()).toEqual(["rolled_back"]);
  });

  test("has no more others beside it than there may be", async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= INDEXES_MAX; at++) statuses.push((await list(`n${at}`)).status);
    expect(statuses).toEqual([...Array.from({ length: INDEXES_MAX }, () => 200), 409]);
    expect((await list("n0")).status).toBe(200);
  });

  test.each([
    { url: "https://127.0.0.1/index.json" },
    { url: "http://index.example/" },
    { keys: [] },
    { hosts: ["router.local"] },
    { extra: true },
  ])("is refused as an entry with %j", async (change) => {
    expect(await codeOf(await list("acme", change))).toBe("INVALID_REQUEST");
  });
});

describe("an index in the hands of an attacker", () => {
  test.each<[string, () => Promise<void>, string]>([
    ["replays an older one", () => publish({ version: 2 }), "rolled_back"],
    ["changes what it said", () => publish({ version: 3, expires: indexOf({}).expires + 60 }), "changed"],
    ["drops a plugin", () => publish({ version: 4 }), "shrunk"],
    ["is signed by a stranger", async () => publish({ version: 4 }, await aKey()), "wrong_key"],
    [
      "sends no end",
      async () => void places.set(`${HOST}/acme`, () => new Response("x".repeat(800 * 1024))),
      "too_large",
    ],
    ["sends nothing", async () => void places.delete(`${HOST}/acme`), "unreachable"],
    [
      "leads elsewhere",
      async () => void places.set(`${HOST}/acme`, () => Response.redirect("https://evil.example/")),
      "redirected",
    ],
  ])("%s: that is said, and what was taken before holds until it expires", async (_what, attack, reason) => {
    await publish({ version: 3, plugins: entryOf(await listed("1.0.0")) });
    await list();
    expect((await read()).total).toBe(1);
    later();
    await attack();
    const seen = await read();
    expect([seen.indexes[0]?.refusal?.reason, seen.indexes[0]?.version, seen.total]).toEqual([reason, 3, 1]);
    now += 3_600_000;
    expect((await read()).total).toBe(0);
    expect(await refusedWith(await add())).toMatch(/^PLUGIN_REJECTED index_/);
  });

  test("brings no package but the one it lists, nor another plugin under a name", async () => {
    const [{ "1.0.0": good }, { "1.0.0": other }] = [
      await listed("1.0.0"),
      await listed("1.0.0", { id: "acme.other" }),
    ] as [
      Record<string, { digest: string; package: string; engine: string }>,
      Record<string, { digest: string; package: string; engine: string }>,
    ];
    if (!good || !other) throw new Error("nothing was listed");
    await publish({ plugins: entryOf({ "1.0.0": { ...good, digest: other.digest } }) });
    await list();
    expect(await refusedWith(await add())).toBe("PLUGIN_REJECTED other_than_listed");
    later();
    await publish({ index: "acme2", plugins: entryOf({ "1.0.0": other }) });
    await list("acme2");
    expect(await refusedWith(await add("", "acme2"))).toBe("PLUGIN_REJECTED other_than_listed");
  });

  test("makes no package believed that no trusted key signed", async () => {
    const stranger = await aKey();
    const made = await aPackage({}, { "main.js": "export const hooks = {};" }, stranger.own);
    places.set(`${HOST}/p.json`, () => Response.json(made));
    const versions = {
      "1.0.0": { digest: await digestOf(payloadOf(made)), package: `${HOST}/p.json`, engine: "^1.0.0" },
    };
    await publish({ plugins: entryOf(versions, await calculateJwkThumbprint(stranger.shown)) });
    await list();
    expect(await refusedWith(await add())).toBe("PLUGIN_REJECTED unknown_key");
  });

  test("names a publisher that has not signed the package, and is refused", async () => {
    await publish({ plugins: entryOf(await listed("1.0.0"), "A".repeat(43)) });
    await list();
    expect(await refusedWith(await add())).toBe("PLUGIN_REJECTED other_publisher");
  });

  test("takes no plugin over that a site has from another index, and that is said", async () => {
    await publish({ plugins: entryOf(await listed("1.0.0")) });
    await publish({ index: "aardvark", plugins: entryOf(await listed("2.0.0")) });
    await Promise.all([list(), list("aardvark")]);
    expect((await read()).items.map(({ index }) => index)).toEqual(["aardvark", "acme"]);
    await add();
    const { outdated, rivals } = await read();
    expect([outdated, rivals.map(({ index }) => index)]).toEqual([[], ["aardvark"]]);
    expect(await refusedWith(await add("", "aardvark"))).toBe("PLUGIN_REJECTED other_index");
    await callApi(owner, "DELETE", "/api/plugins/acme.tool");
    expect(await refusedWith(await add("", "aardvark"))).toBe("PLUGIN_REJECTED other_index");
  });

  test("offers no version that is withdrawn", async () => {
    const versions = await listed("1.0.0");
    const [entry] = Object.values(versions);
    if (!entry) throw new Error("nothing was listed");
    await publish({ plugins: entryOf({ "1.0.0": { ...entry, withdrawn: "It loses texts." } }) });
    await list();
    expect((await read()).items[0]?.versions).toEqual([]);
    expect(await refusedWith(await add("?version=1.0.0"))).toBe("PLUGIN_REJECTED withdrawn");
    expect(await refusedWith(await add())).toBe("PLUGIN_REJECTED withdrawn");
  });

  test("sends a package that is too large, or from elsewhere, for nothing", async () => {
    const at = { digest: `sha256-${"A".repeat(43)}`, engine: "^1.0.0" };
    places.set(`${HOST}/big`, () => new Response("x".repeat(2 * 1024 * 1024 + 1)));
    const versions = {
      "1.0.0": { ...at, package: `${HOST}/big` },
      "1.0.1": { ...at, package: "https://evil.example/p.json" },
      "1.0.2": { ...at, package: `${HOST}/gone` },
    };
    await publish({ plugins: entryOf(versions) });
    await list();
    const reasons = ["1.0.0", "1.0.1", "1.0.2"].map(async (version) => refusedWith(await add(`?version=${version}`)));
    expect(await Promise.all(reasons)).toEqual([
      "PLUGIN_REJECTED package_too_large",
      "PLUGIN_REJECTED package_redirected",
      "PLUGIN_REJECTED package_unreachable",
    ]);
  });
});

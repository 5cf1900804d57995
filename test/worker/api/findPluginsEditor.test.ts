import { beforeAll, describe, expect, test } from "vitest";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import type { PluginDetailView } from "../../../runtime/plugins/management/views.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { db, migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done } from "./apiClient.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";
import { aPackage, ASKS } from "./packages.ts";
import { HOST, listed, listIndex, places, publisherOf, publishIndex } from "./pluginIndex.ts";
import { type Key, aKey } from "./signingKeys.ts";

beforeAll(migrate);

const FIND = `${START}/plugins/find`;
const TOOL = `${START}/plugins/acme.tool`;
const to = (response: Response): string => response.headers.get("location") ?? "";
const at = (index: string, version?: string): string =>
  `${FIND}/acme.tool?index=${index}${version === undefined ? "" : `&version=${version}`}`;
const detail = async (owner: Editor): Promise<PluginDetailView> =>
  done(await callApi(owner, "GET", "/api/plugins/acme.tool"));

const entry = async (
  versions: Index["plugins"][string]["versions"],
  change: object = {},
): Promise<Index["plugins"]> => ({
  "acme.tool": { name: "Tool", description: "Counts boats.", publisher: await publisherOf(), versions, ...change },
});

/** Publishes the next version of an index and makes the site read it at once. */
async function publishNext(index: string, key: Key, version: number, plugins: Index["plugins"]): Promise<void> {
  await publishIndex(index, key, { version, plugins });
  await db.prepare("UPDATE plugin_indexes SET checked_at = NULL").run();
}

describe("plugins of the listed indexes, without a script", () => {
  test("are found by words, read with their licence and size, and added switched off", async () => {
    const owner = await anEditor();
    const { index } = await listIndex(await entry(await listed("1.0.0", { license: "MIT" })));
    expect(await pageOf(owner, `${START}/plugins`)).toContain(`href="${FIND}"`);
    expect(await pageOf(owner, `${FIND}?text=rockets`)).toContain("No list has a plugin with these words.");
    const list = await pageOf(owner, `${FIND}?text=boats`);
    expect(list).toContain('<span class="badge is-published">trusted publisher</span>');
    expect(list).toContain(`href="${at(index)}"`);
    const html = await pageOf(owner, at(index));
    expect(html).toContain('<dt>Licence</dt><dd><bdi class="text">MIT</bdi></dd>');
    expect(html).toMatch(/<dt>Size<\/dt><dd>[\d.]+ KB<\/dd>/);
    expect(html).toContain("Keep up to 1000 B of its own data, in at most 10 entries");
    expect(html).toContain('Its author says: <bdi class="text">to count</bdi>');
    const added = await submit(owner, at(index), formOf(html, "add"));
    expect([added.status, to(added)]).toEqual([303, `${TOOL}?done=installed`]);
    expect(await detail(owner)).toMatchObject({ state: "disabled", grant: null, license: "MIT", origin: { index } });
    expect(await pageOf(owner, at(index))).toContain("This version is installed.");
    expect(await pageOf(owner, FIND)).toContain("All plugins are up to date.");
  });

  test("that are newer than those of the site are read with what is new, and wait or take over", async () => {
    const owner = await anEditor();
    const first = await listed("1.0.0");
    const { index, key } = await listIndex(await entry(first));
    await submit(owner, at(index), formOf(await pageOf(owner, at(index)), "add"));
    await submit(owner, TOOL, formOf(await pageOf(owner, TOOL), "grant"));
    await submit(owner, TOOL, formOf(await pageOf(owner, TOOL), "enable"));
    const second = { ...first, ...(await listed("1.0.1")) };
    await publishNext(index, key, 2, await entry(second));
    const update = `${FIND}/acme.tool?index=${index}&amp;version=1.0.1`;
    expect(await pageOf(owner, FIND)).toContain(`<a href="${update}">Read the update: Tool</a>`);
    const taken = await submit(owner, at(index), formOf(await pageOf(owner, at(index, "1.0.1")), "add"));
    expect([to(taken), (await detail(owner)).version]).toEqual([`${TOOL}?done=updated`, "1.0.1"]);
    const more = { capabilities: { ...ASKS, media: { read: true } } };
    const older = await pageOf(owner, at(index, "1.0.0"));
    expect([older.includes("A newer version is installed."), older.includes('data-form="add"')]).toEqual([true, false]);
    const third = { ...second, ...(await listed("1.1.0", more)) };
    await publishNext(index, key, 3, await entry(third));
    const html = await pageOf(owner, at(index));
    expect(html).toMatch(/<span class="badge is-waiting">New<\/span>/);
    expect(to(await submit(owner, at(index), formOf(html, "add")))).toBe(`${TOOL}?done=waits`);
    const list = await pageOf(owner, FIND);
    expect(list).toContain(`<a href="${TOOL}">Read what version 1.1.0 asks for</a>`);
    expect(await done(await callApi(owner, "GET", "/api/plugin-indexes"))).toMatchObject({
      outdated: [{ plugin: "acme.tool", installed: "1.0.1", waiting: "1.1.0", newest: "1.1.0", index }],
    });
    await publishNext(index, key, 4, await entry({ ...third, ...(await listed("1.2.0", more)) }));
    expect(await pageOf(owner, FIND)).toContain(`version=1.2.0">Read the update: Tool</a>`);
  });
});

describe("what is refused is said in words", () => {
  type Attack = (index: string, key: Key, versions: Index["plugins"][string]["versions"]) => Promise<void>;
  const soon = Math.floor(Date.now() / 1000) + 600;

  test.each<[string, Attack, string]>([
    ["shrunk", (index, key) => publishNext(index, key, 4, {}), "It left out something that it listed before."],
    [
      "replayed",
      async (index, key, versions) => publishNext(index, key, 2, await entry(versions)),
      "It sent an older list than the last time.",
    ],
    [
      "mixed with another",
      async (index, key, versions) => {
        await publishIndex("another", key, { version: 4, plugins: await entry(versions) });
        const other = places.get(`${HOST}/another`);
        if (other) places.set(`${HOST}/${index}`, other);
      },
      "It sent another list than the one the operator chose.",
    ],
    [
      "frozen until it expired",
      async (index, key, versions) =>
        publishIndex(index, key, { version: 4, expires: soon - 1_200, plugins: await entry(versions) }),
      "It has expired",
    ],
    [
      "signed by a stranger",
      async (index, _, versions) => publishIndex(index, await aKey(), { version: 4, plugins: await entry(versions) }),
      "It is signed with a key that may not sign this list.",
    ],
  ])("of an index that is %s, whose last word still counts", async (_what, attack, words) => {
    const owner = await anEditor();
    const versions = await listed("1.0.0");
    const { index, key } = await listIndex(await entry(versions));
    await publishNext(index, key, 3, await entry(versions));
    expect(await pageOf(owner, FIND)).not.toContain("this list was not accepted");
    await attack(index, key, versions);
    await db.prepare("UPDATE plugin_indexes SET checked_at = NULL").run();
    const html = await pageOf(owner, FIND);
    expect([html.includes(words), html.includes("this list was not accepted"), html.includes(at(index))]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("of a package with other bytes, of an unknown key, and of one that is gone", async () => {
    const owner = await anEditor();
    const [good, other] = [await listed("1.0.0"), await listed("1.0.1", { name: "Swapped" })];
    const [one, two] = [good["1.0.0"], other["1.0.1"]];
    if (!one || !two) throw new Error("nothing was listed");
    const { own } = await aKey();
    const stranger = await aPackage({ version: "1.0.2" }, undefined, own);
    places.set(`${HOST}/strange.json`, () => Response.json(stranger));
    places.set(`${HOST}/gone.json`, () => new Response(null, { status: 404 }));
    const versions = {
      "1.0.0": { ...one, digest: two.digest },
      "1.0.2": { ...one, digest: two.digest, package: `${HOST}/strange.json` },
      "1.0.3": { ...one, digest: two.digest, package: `${HOST}/gone.json` },
    };
    const { index } = await listIndex(await entry(versions));
    const said = async (version: string): Promise<[number, string]> => {
      const response = await open(owner, at(index, version));
      const html = await response.text();
      expect(html).not.toContain('data-form="add"');
      return [response.status, /<ul><li><bdi>(.*?)<\/bdi>/.exec(html)?.[1] ?? ""];
    };
    expect(await said("1.0.0")).toEqual([422, expect.stringContaining("not the package that the list names")]);
    expect(await said("1.0.2")).toEqual([
      422,
      expect.stringContaining("No publisher that this installation trusts has signed"),
    ]);
    expect(await said("1.0.3")).toEqual([422, "The package was not accepted. It did not answer."]);
    expect((await open(owner, at(index, "9.9.9"))).status).toBe(404);
    expect((await open(owner, at("nobodys"))).status).toBe(404);
  });

  test("of a publisher whom nobody trusts, and in German", async () => {
    const owner = await anEditor();
    const { index } = await listIndex(await entry(await listed("1.0.0"), { publisher: "A".repeat(43) }));
    expect(await pageOf(owner, FIND)).toContain('<span class="badge is-failed">unknown publisher</span>');
    const german = await (await open(owner, at(index), { "accept-language": "de" })).text();
    expect(german).toContain("unbekannter Herausgeber");
    expect(german).toContain("Ein anderer Herausgeber hat es signiert");
  });
});

/**
 * False and foreign source maps on the real loader. A map is information for members who manage plugins. It never hides
 * the place in the package, and no other reader sees it.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { SOURCE_MAP_BODY_MAX_BYTES, SOURCE_MAPS_KEPT } from "../../../manifests/bounds/calls.ts";
import type { InvocationsView, PluginDetailView } from "../../../runtime/plugins/management/views.ts";
import { memberOf } from "../../worker/api/apiClient.ts";
import { pageOf } from "../../worker/api/editorBrowser.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  type Editor,
  addPlugin,
  aSiteWith,
  callApi,
  codeOf,
  done,
  PLUGIN,
  sqlOf,
  uploadPlugin,
  viewOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

const FAILING = "export const routes = {\n  go() {\n    throw new RangeError('no room');\n  },\n};";
const CONTRIBUTES = { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "member" }] };
const THROWN = { function: "go", file: "main.js", line: 3, column: 11 };

/** Maps line 3 from column 5 on to line 8, column 9 of the source. */
const MAP = { sources: ["lib/rooms.ts"], mappings: ";;IAOQ" };
const SOURCE = { file: "lib/rooms.ts", line: 8, column: 9 };

const asMember = ({ cookie }: Editor) => ({ headers: { cookie } });
const siteWithFailing = (): Promise<Editor> => aSiteWith(FAILING, { contributes: CONTRIBUTES });
const put = (editor: Editor, body: object): Promise<Response> =>
  callApi(editor, "PUT", `/api/plugins/${PLUGIN}/map`, { body });
const digestOf = async (owner: Editor): Promise<string> => (await viewOf(owner)).digest;

async function placesOf(owner: Editor): Promise<unknown> {
  await visit(owner, "/go", asMember(owner));
  const path = `/api/plugins/${PLUGIN}/invocations`;
  const { items } = await done<InvocationsView>(await callApi(owner, "GET", path));
  return items[0]?.report?.fault?.places;
}

const kept = async (owner: Editor): Promise<number> =>
  (await sqlOf(owner, "SELECT digest FROM plugin_source_maps WHERE plugin = ?", PLUGIN)).length;

describe("a source map beside a package", () => {
  test("names the place in the author's source beside the place in the package: in the API, in the plugin's view and in the editor", async () => {
    const owner = await siteWithFailing();
    expect(await placesOf(owner)).toEqual([THROWN]);
    const digest = await digestOf(owner);
    expect(await done(await put(owner, { digest, ...MAP }))).toEqual({ plugin: PLUGIN, digest, sources: 1 });
    expect(await placesOf(owner)).toEqual([{ ...THROWN, source: SOURCE }]);
    const { failures } = await done<PluginDetailView>(await callApi(owner, "GET", `/api/plugins/${PLUGIN}`));
    expect(failures[0]?.report?.fault?.places).toEqual([{ ...THROWN, source: SOURCE }]);
    expect(await pageOf(owner, `/_editor/plugins/${PLUGIN}`)).toContain(
      "at go (lib/rooms.ts:8:9, packed as main.js:3:11)",
    );
  });

  test("changes nothing else of the plugin: its digest, grant and answers stay", async () => {
    const owner = await siteWithFailing();
    const before = await viewOf(owner);
    const { status } = await visit(owner, "/go", asMember(owner));
    await done(await put(owner, { digest: before.digest, ...MAP }));
    expect(await viewOf(owner)).toMatchObject({ ...before, failures: [{}] });
    expect((await visit(owner, "/go", asMember(owner))).status).toBe(status);
  });

  test("that points elsewhere in the file does not change the place in the package", async () => {
    const owner = await siteWithFailing();
    await done(await put(owner, { digest: await digestOf(owner), sources: ["main.ts"], mappings: "AAAA;;;AACA" }));
    expect(await placesOf(owner)).toEqual([THROWN]);
  });

  test.each([
    ["a name that leaves the folder", { sources: ["../../etc/passwd"] }],
    ["a name with markup", { sources: ["<img src=x onerror=alert(1)>"] }],
    ["a name with controls", { sources: ["a\u001b[2J.ts"] }],
    ["the lines of the sources", { sourcesContent: ["const key = 'secret';"] }],
    ["a step into a source that there is not", { mappings: "ACAA" }],
    ["mappings that are none", { mappings: "<script>" }],
    ["no sources", { sources: [] }],
    ["a digest that is none", { digest: "../x" }],
  ])("with %s is refused and not stored", async (_, change) => {
    const owner = await siteWithFailing();
    const body = { digest: await digestOf(owner), ...MAP, ...change };
    expect(await codeOf(await put(owner, body))).toBe("INVALID_REQUEST");
    expect(await kept(owner)).toBe(0);
  });

  test("that is too large is refused before it is read", async () => {
    const owner = await siteWithFailing();
    const body = { digest: await digestOf(owner), ...MAP, mappings: ";".repeat(SOURCE_MAP_BODY_MAX_BYTES) };
    expect(await codeOf(await put(owner, body))).toBe("TOO_LARGE");
    expect(await kept(owner)).toBe(0);
  });

  test("of another version, or of an unknown plugin, is refused", async () => {
    const owner = await siteWithFailing();
    expect(await codeOf(await put(owner, { digest: `sha256-${"a".repeat(43)}`, ...MAP }))).toBe("CONFLICT");
    const path = "/api/plugins/acme.nobody/map";
    const digest = await digestOf(owner);
    expect(await codeOf(await callApi(owner, "PUT", path, { body: { digest, ...MAP } }))).toBe("NOT_FOUND");
    expect(await kept(owner)).toBe(0);
  });

  test("of an earlier version has no effect on the next, and only the last few are stored", async () => {
    const owner = await siteWithFailing();
    await done(await put(owner, { digest: await digestOf(owner), ...MAP }));
    for (let n = 1; n <= SOURCE_MAPS_KEPT + 1; n += 1) {
      await addPlugin(owner, FAILING, { contributes: CONTRIBUTES, version: `1.0.${n}` });
      expect(await placesOf(owner)).toEqual([THROWN]);
      await done(await put(owner, { digest: await digestOf(owner), ...MAP }));
      expect(await kept(owner)).toBe(Math.min(n + 1, SOURCE_MAPS_KEPT));
    }
  });

  test("is accepted only from members who may manage plugins, and shown only to them", async () => {
    const owner = await siteWithFailing();
    const editor = await memberOf(owner.site, "editor");
    const body = { digest: await digestOf(owner), ...MAP };
    expect(await codeOf(await put(editor, body))).toBe("FORBIDDEN");
    expect(await kept(owner)).toBe(0);
    await done(await put(owner, body));
    expect(await codeOf(await callApi(editor, "GET", `/api/plugins/${PLUGIN}/invocations`))).toBe("FORBIDDEN");
    expect(await codeOf(await callApi(owner, "GET", `/api/plugins/${PLUGIN}/map`))).toBe("METHOD_NOT_ALLOWED");
    const seen = await (await visit(owner, "/go", asMember(owner))).text();
    expect(seen).not.toContain("rooms.ts");
  });

  test("of a waiting version is stored with it, and removed with the plugin", async () => {
    const owner = await siteWithFailing();
    const asking = {
      contributes: CONTRIBUTES,
      version: "2.0.0",
      capabilities: { storage: { maxBytes: 10, maxKeys: 1 } },
    };
    const { waiting } = await done<PluginDetailView>(await uploadPlugin(owner, FAILING, asking));
    await done(await put(owner, { digest: waiting?.digest, ...MAP }));
    expect(await placesOf(owner)).toEqual([THROWN]);
    await done(await callApi(owner, "DELETE", `/api/plugins/${PLUGIN}`));
    expect(await kept(owner)).toBe(0);
  });

  test("leaves an audit row without its content", async () => {
    const owner = await siteWithFailing();
    await done(await put(owner, { digest: await digestOf(owner), ...MAP }));
    const rows = await sqlOf(owner, "SELECT * FROM outbox");
    expect(JSON.stringify(rows)).toContain("plugin.map");
    expect(JSON.stringify(rows)).not.toContain("rooms.ts");
  });
});

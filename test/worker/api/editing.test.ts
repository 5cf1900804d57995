import { beforeAll, describe, expect, test } from "vitest";
import { get, migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, refused, routeOf, textSection } from "./apiClient.ts";

beforeAll(migrate);

interface Written {
  readonly versions: readonly { kind: string; id: string; version: number }[];
}

const publish = async (editor: Editor): Promise<void> => {
  const { change } = await done<{ change: number }>(await callApi(editor, "GET", "/api/changes"));
  await done(await callApi(editor, "POST", "/api/publish", { ifMatch: change }), routeOf("POST", "/api/publish"));
};

describe("a member", () => {
  test("reads who they are, changes a page, publishes it, and visitors see it", async () => {
    const editor = await anEditor();
    const context = await done<{ member: object }>(
      await callApi(editor, "GET", "/api/site"),
      routeOf("GET", "/api/site"),
    );
    expect(context.member).toMatchObject({ id: editor.identity, role: "owner" });

    const pages = await done<{ items: { id: string; version: number }[] }>(
      await callApi(editor, "GET", "/api/pages"),
      routeOf("GET", "/api/pages"),
    );
    expect(pages.items.map(({ id }) => id)).toEqual(["home", "about"]);

    const read = await callApi(editor, "GET", "/api/pages/home");
    expect(read.headers.get("etag")).toBe('"1"');
    await done(read, routeOf("GET", "/api/pages/{page}"));

    const changed = await callApi(editor, "PATCH", "/api/pages/home", {
      ifMatch: 1,
      body: { changes: { title: "Welcome" } },
    });
    expect(changed.headers.get("etag")).toBe('"2"');
    expect(await done<Written>(changed, routeOf("PATCH", "/api/pages/{page}"))).toEqual({
      versions: [{ kind: "page", id: "home", version: 2 }],
    });

    expect(await (await get(`${editor.site.origin}/`)).response.text()).toContain("<h1>Home</h1>");
    await publish(editor);
    expect(await (await get(`${editor.site.origin}/?fresh`)).response.text()).toContain("<h1>Welcome</h1>");
  });

  test("publishes one page of two, and a colleague who types meanwhile is not held up", async () => {
    const editor = await anEditor();
    const title = (page: string, ifMatch: number, title: string) =>
      callApi(editor, "PATCH", `/api/pages/${page}`, { ifMatch, body: { changes: { title } } });
    await done(await title("home", 1, "Not yet"));
    await done(await title("about", 1, "About us all"));
    const { change } = await done<{ change: number }>(await callApi(editor, "GET", "/api/changes"));
    await done(await title("home", 2, "Still typing"));
    const only = { pages: ["about"] };
    await done(await callApi(editor, "POST", "/api/publish", { ifMatch: change, body: { only } }));
    await done(await title("home", 3, "And on"));
    const [home, about] = await Promise.all(
      ["/", "/about"].map(async (path) => (await get(`${editor.site.origin}${path}?fresh`)).response.text()),
    );
    expect([home, about]).toEqual([
      expect.stringContaining("<h1>Home</h1>"),
      expect.stringContaining("<h1>About us all</h1>"),
    ]);
    const left = await done<{ pages: { id: string }[] }>(await callApi(editor, "GET", "/api/changes"));
    expect(left.pages.map(({ id }) => id)).toEqual(["home"]);
  });

  test("hears who was faster", async () => {
    const editor = await anEditor();
    await done(
      await callApi(editor, "POST", "/api/pages/home/sections", { ifMatch: 1, body: { section: textSection("text") } }),
    );
    const stale = await callApi(editor, "PATCH", "/api/pages/home", {
      ifMatch: 1,
      body: { changes: { title: "Late" } },
    });
    expect(stale.headers.get("etag")).toBe('"2"');
    expect(await refused(stale)).toMatchObject({
      status: 412,
      code: "STALE_VERSION",
      current: 2,
      changedBy: `member:${editor.identity}`,
    });
  });
});

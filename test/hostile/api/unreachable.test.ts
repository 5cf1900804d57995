import { beforeAll, describe, expect, test } from "vitest";
import { runInDurableObject } from "cloudflare:test";
import { type Editor, anEditor, callApi, done, refused } from "../../worker/api/apiClient.ts";
import { migrate, payloadFor, provisionWith, unique, workspaceOf } from "../../worker/site/harness.ts";

beforeAll(migrate);

const TAKEN = ["/api", "/api/v1", "/media/photos", "/cdn-cgi", "/cdn-cgi/trace", "/index"];
const FREE = ["/apis", "/api-docs", "/media", "/mediation", "/index-of-names", "/docs/index", "/docs/api"];

const create = (editor: Editor, path: string): Promise<Response> =>
  callApi(editor, "POST", "/api/pages", { body: { body: { path, title: "New" } } });

interface Created {
  readonly page: string;
}

interface Read {
  readonly version: number;
  readonly body: { readonly path: string; readonly entries: readonly object[] };
}

const read = async (editor: Editor, path: string): Promise<Read> => done<Read>(await callApi(editor, "GET", path));

describe("a path no visitor reaches", () => {
  test.each(TAKEN)("such as %s is refused for a new page and for one that moves, with the reason", async (path) => {
    const editor = await anEditor();
    const issue = {
      pointer: expect.stringMatching(/path$/),
      found: expect.stringContaining(path),
      allowed: expect.stringMatching(/path/),
    };
    expect(await refused(await create(editor, path))).toMatchObject({ code: "INVALID_REQUEST", issues: [issue] });
    const moved = await callApi(editor, "PATCH", "/api/pages/about", { ifMatch: 1, body: { changes: { path } } });
    expect(await refused(moved)).toMatchObject({ code: "INVALID_REQUEST", issues: [issue] });
  });

  test("is told apart from one that only begins alike", async () => {
    const editor = await anEditor();
    for (const path of FREE) expect([path, (await create(editor, path)).status]).toEqual([path, 201]);
  });

  test("is refused in a provisioning", async () => {
    const payload = payloadFor(unique("taken"));
    payload.document.pages.push({ id: "v1", path: "/api/v1", title: "Hidden", sections: [] });
    const { response } = await provisionWith(payload);
    expect(await refused(response)).toMatchObject({
      code: "INVALID_REQUEST",
      issues: [{ pointer: "/document/pages/2/path", found: "/api/v1" }],
    });
  });

  test("is refused as the source of a redirect, and stays where it was before", async () => {
    const editor = await anEditor();
    const { version, body } = await read(editor, "/api/redirects");
    const put = (from: string): Promise<Response> =>
      callApi(editor, "PUT", "/api/redirects", {
        ifMatch: version,
        body: { body: { entries: [...body.entries, { from, to: "/about", status: 301 }] } },
      });
    for (const from of ["/api", "/api/*", "/_editor/x", "/media/old.png"]) {
      expect(await refused(await put(from))).toMatchObject({
        issues: [{ found: from, pointer: expect.stringMatching(/\/from$/) }],
      });
    }
    expect((await put("/_assets/old.css")).status).toBe(200);
  });

  test("that a page has had before keeps nobody from reading, editing and moving it", async () => {
    const editor = await anEditor();
    const { page } = await done<Created>(await create(editor, "/old"));
    await runInDurableObject(workspaceOf(editor.site.name), (_, { storage: { sql } }) => {
      sql.exec(`UPDATE documents SET body = replace(body, '"/old"', '"/api/old"') WHERE id = ?`, page);
    });
    const { version, body } = await read(editor, `/api/pages/${page}`);
    expect(body.path).toBe("/api/old");
    await done(
      await callApi(editor, "PATCH", `/api/pages/${page}`, {
        ifMatch: version,
        body: { changes: { title: "Edited" } },
      }),
    );
    await done(
      await callApi(editor, "PATCH", `/api/pages/${page}`, {
        ifMatch: version + 1,
        body: { changes: { path: "/found" } },
      }),
    );
    expect(JSON.stringify((await read(editor, "/api/redirects")).body)).not.toContain("/api/old");
  });
});

test("a new page says where it is and which version it has", async () => {
  const editor = await anEditor();
  const response = await create(editor, "/somewhere");
  const location = response.headers.get("location") ?? "";
  const { page } = await done<Created>(response);
  expect([location, response.headers.get("etag")]).toEqual([`/api/pages/${page}`, '"1"']);
  expect((await callApi(editor, "GET", location)).headers.get("etag")).toBe('"1"');
});

test("every problem names its request", async () => {
  const editor = await anEditor();
  for (const [method, path] of [
    ["GET", "/api/nothing"],
    ["PUT", "/api/site"],
    ["GET", "/api/admin/status"],
    ["GET", "/api/auth/logout"],
    ["GET", "/api/pages/nothing"],
  ] as const) {
    expect((await refused(await callApi(editor, method, path)))["instance"]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  }
});

test("a picture is no path that leads out of the library", async () => {
  const editor = await anEditor();
  const image = { src: "/media/../api/site", alt: "", width: 1, height: 1 };
  const changed = await callApi(editor, "PATCH", "/api/pages/about", { ifMatch: 1, body: { changes: { image } } });
  expect(await refused(changed)).toMatchObject({ issues: [{ pointer: expect.stringMatching(/image\/src$/) }] });
});

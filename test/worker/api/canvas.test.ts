import { beforeAll, describe, expect, test } from "vitest";
import { EDIT, START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { anEditor, type Editor } from "./apiClient.ts";
import { open } from "./editorBrowser.ts";

beforeAll(migrate);

const location = (response: Response): [number, string | null] => [response.status, response.headers.get("location")];

async function opened(editor: Editor): Promise<{ readonly headers: Headers; readonly markup: string }> {
  const answer = await open(editor, `${EDIT}?page=home`);
  expect(answer.status).toBe(200);
  return { headers: answer.headers, markup: await answer.text() };
}

describe("the canvas", () => {
  test("opens at the first page of the site, and keeps whose role may not write outside", async () => {
    const [author, viewer] = [await anEditor("author"), await anEditor("viewer")];
    expect(location(await open(author, EDIT))).toEqual([303, `${EDIT}?page=home`]);
    expect(location(await open(viewer, EDIT))).toEqual([303, START]);
    expect(location(await open({ site: author.site, cookie: "" }, EDIT))).toEqual([
      303,
      `/api/auth/start?return=${encodeURIComponent(EDIT)}`,
    ]);
    expect((await open(author, `${EDIT}?page=${encodeURIComponent('"><script>')}`)).status).toBe(404);
  });

  test.each([
    ["/about", "about"],
    ["/About/", "about"],
    ["/", "home"],
    ["/no-such-page", "home"],
    ["//elsewhere.example/about", "home"],
    ["https://elsewhere.example/about", "home"],
    ["about", "home"],
    ["/about\n", "home"],
    ["", "home"],
  ])("opens for whoever comes from %j at the page %s", async (path, page) => {
    const author = await anEditor("author");
    const from = `${EDIT}?path=${encodeURIComponent(path)}`;
    expect(location(await open(author, from))).toEqual([303, `${EDIT}?page=${page}`]);
    const stranger = { site: author.site, cookie: "" };
    expect(location(await open(stranger, from))).toEqual([303, `/api/auth/start?return=${encodeURIComponent(from)}`]);
  });

  test("runs its own files by their addresses and nothing else, in no frame and no cache", async () => {
    const editor = await anEditor("author");
    const { headers, markup } = await opened(editor);
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((rule): [string, string] => {
        const [name = "", ...rest] = rule.split(" ");
        return [name, rest.join(" ")];
      }),
    );
    const [, script = ""] = /<script type="module" src="([^"]+)" integrity="sha256-[^"]+">/.exec(markup) ?? [];
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)" integrity="sha256-[^"]+">/.exec(markup) ?? [];
    expect(policy.get("script-src")?.split(" ")).toContain(editor.site.origin + script);
    expect(policy.get("style-src")?.split(" ")).toContain(editor.site.origin + style);
    expect(Object.fromEntries(policy)).toMatchObject({
      "default-src": "'none'",
      "img-src": "'self' blob:",
      "connect-src": "'self'",
      "frame-src": "'self'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "'none'",
    });
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*|data:/);
    expect([headers.get("cache-control"), headers.get("cross-origin-opener-policy")]).toEqual([
      "private, no-store",
      "same-origin",
    ]);

    const file = await open({ site: editor.site, cookie: "" }, script);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect([file.headers.get("cache-control"), file.headers.get("x-content-type-options")]).toEqual([
      "public, max-age=31536000, immutable",
      "nosniff",
    ]);
  });

  test.each(["canvas.json", "..%2fcanvas.json", "no-such.js", ""])("has no file called %j", async (name) => {
    const editor = await anEditor("author");
    expect((await open(editor, `${START}/canvas/${name}`)).status).toBe(404);
  });
});

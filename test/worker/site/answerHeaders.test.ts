import { beforeAll, describe, expect, test } from "vitest";
import type { AnswerKind } from "../../../runtime/serving/answerHeaders.ts";
import { FORM_SCRIPT_PATH } from "../../../runtime/forms/script.ts";
import { OPERATOR_ROUTES } from "../../../sites/web/api/operator/routes.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import { VISITOR_ROUTES } from "../../../sites/web/api/routes/visitors.ts";
import { ADDRESSES as LOGIN } from "../../../sites/web/auth/index.ts";
import { SCRIPT_PATH } from "../../../sites/web/assets/assetPaths.ts";
import { STYLE_PATH } from "../../../sites/web/document/sheetPath.ts";
import type { EditorPage } from "../../../sites/editor/pages/desk/page.ts";
import { AREAS } from "../../../sites/editor/pages/bar/areas.ts";
import { expectKind } from "../../support/answerKinds.ts";
import { addressOf } from "../api/examples.ts";
import { open } from "../api/editorBrowser.ts";
import { type Editor, anEditor, nameOf } from "../api/apiClient.ts";
import { get, mediaBucket, migrate, operator, send } from "./harness.ts";

let editor: Editor;
beforeAll(async () => {
  await migrate();
  editor = await anEditor();
});

const DIGEST = "7".repeat(64);
const at = (path: string): string => `${editor.site.origin}${path}`;
const colons = (path: string): string => path.replace(/:(\w+)/g, "no-$1");

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  return (await send(new Request(at(path), { redirect: "manual", ...init }))).response;
}

/** The answer for the first visitor, from the cache, and past the cache. */
async function seen(path: string, init: RequestInit = {}): Promise<Response[]> {
  await answer(path, { method: "HEAD" });
  return [await answer(path, init), await answer(path, init), await answer(`${path}?past`, init)];
}

describe("every public answer says what its kind has to", () => {
  test.each<[string, number, AnswerKind]>([
    ["/", 200, "page"],
    ["/about", 200, "page"],
    ["/nothing", 404, "page"],
    ["/gone", 410, "page"],
    ["/robots.txt", 200, "publishedFile"],
    ["/sitemap.xml", 200, "publishedFile"],
    ["/llms.txt", 200, "publishedFile"],
    ["/about.md", 200, "publishedFile"],
    [FORM_SCRIPT_PATH, 200, "asset"],
    ["/Old-Page", 301, "redirect"],
    ["/moved-302", 302, "redirect"],
    ["/ABOUT", 308, "respelt"],
    ["/media/nothing", 404, "text"],
    [`/media/${DIGEST}/a.png`, 404, "text"],
    ["/%00", 404, "text"],
  ])("%s, %i", async (path, status, kind) => {
    for (const response of await seen(path)) {
      expect(response.status).toBe(status);
      expectKind(response, kind);
    }
  });

  test("a style sheet, and what a browser has already", async () => {
    const [sheet = ""] = /\/_assets\/[0-9a-f]{64}\.css/.exec(await (await answer("/")).text()) ?? [];
    for (const response of await seen(sheet)) expectKind(response, "asset");
    for (const response of await seen("/", { headers: { "if-none-match": "*" } })) expectKind(response, "page");
  });

  test("a method a page does not take, and a name nobody serves", async () => {
    const kinds = { "/": "text", "/api/site": "problem", "/_editor": "editorPage" } as const;
    for (const [path, kind] of Object.entries(kinds)) expectKind(await answer(path, { method: "POST" }), kind);
    expectKind((await get("https://nobody-serves-this.example/")).response, "text");
  });
});

describe("a file of the library", () => {
  test.each<[string, string, Record<string, string>, number, AnswerKind, string | undefined]>([
    ["shown", "a.png", {}, 200, "media", 'inline; filename="a.png"'],
    ["drawn", "a.svg", {}, 200, "media", 'inline; filename="a.svg"'],
    ["saved", "a.pdf", {}, 200, "media", 'attachment; filename="a.pdf"'],
    ["had already", "b.png", { "if-none-match": `"${DIGEST}"` }, 304, "media", 'inline; filename="b.png"'],
    ["in part", "c.png", { range: "bytes=1-2" }, 206, "media", 'inline; filename="c.png"'],
    ["in a part it has not", "d.png", { range: "bytes=99-" }, 416, "noSuchPart", undefined],
  ])("%s, before and after it is in the cache", async (_, name, headers, status, kind, disposition) => {
    await mediaBucket.put(`${editor.site.name}/${DIGEST}/${name}`, "0123456789");
    const path = `/media/${DIGEST}/${name}`;
    const first = await answer(path, { headers });
    await answer(path);
    for (const response of [first, await answer(path, { headers })]) {
      expect(response.status).toBe(status);
      expectKind(response, kind, disposition === undefined ? {} : { "content-disposition": disposition });
    }
  });
});

describe("every address of the API", () => {
  test.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s refuses strangers with a problem",
    async (_, { method, path }) => {
      const init = {
        method,
        headers: { origin: editor.site.origin, "if-match": '"1"', "idempotency-key": crypto.randomUUID() },
      };
      const response = await answer(addressOf(path), init);
      expect([401, 404, 428]).toContain(response.status);
      expectKind(response, "problem");
      expectKind(await answer(addressOf(path), { method: "OPTIONS" }), "problem");
    },
  );

  test.each(VISITOR_ROUTES.map((route) => [route.path, route] as const))(
    "%s of visitors",
    async (_, { name, method, path, params }) => {
      expect(["form", "form link"]).toContain(Object.keys(params).join(" "));
      const address = addressOf(path, { form: "home.nothing" });
      const kind = name.startsWith("leav") ? "visitorPage" : /^confirm|link/i.test(name) ? "text" : "problem";
      expectKind(await answer(address, { method }), kind);
      expectKind(await answer(address, { method: "PATCH" }), "problem");
    },
  );

  test.each(OPERATOR_ROUTES.map(({ method, path }) => [method, addressOf(path)] as const))(
    "%s %s of the operator",
    async (method, path) => {
      const { response } = await operator(path, { method, headers: { authorization: "Bearer wrong" } });
      expectKind(response, response.status === 404 ? "text" : "problem");
      const { response: asked } = await operator(path, { method });
      expectKind(asked, asked.ok ? "json" : "problem");
    },
  );

  test("that describe it, answer a plugin, and are none", async () => {
    expectKind(await answer("/api/openapi.json"), "json");
    expectKind(await answer("/api/plugins/acme.nothing/routes/there"), "problem");
    expectKind(await answer("/api/nothing/there"), "problem");
  });
});

describe("every address of logins", () => {
  test.each(Object.entries(LOGIN))("%s", async (path, { method }) => {
    for (const accept of ["text/html", "*/*"]) {
      const response = await answer(`/api/auth${path}`, {
        method,
        headers: { accept, origin: editor.site.origin, "cf-connecting-ip": "2001:db8:7::1" },
      });
      const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
      expectKind(response, isPage ? "loginPage" : response.status < 400 ? "loginStep" : "problem");
    }
    expectKind(await answer(`/api/auth${path}`, { method: "PUT" }), "problem");
  });
});

/** True if the placeholder matches the page's pattern. Only then a stranger is redirected to the login. */
const isNamed = (path: string, subject: EditorPage["subject"]): boolean =>
  subject === null || subject.safeParse(colons(path).split("/").at(-1)).success;

describe("every page of the editor", () => {
  test.each(AREAS.flatMap(({ pages }) => pages).map(({ path, subject }) => [path, isNamed(path, subject)] as const))(
    "%s",
    async (path, isThere) => {
      expectKind(await open(editor, colons(path)), "editorPage");
      expectKind(await open({ site: editor.site, cookie: "" }, colons(path)), isThere ? "elsewhere" : "editorPage");
      expectKind(await answer(colons(path), { method: "PUT" }), "editorPage");
    },
  );

  test("its start, its code, and the draft", async () => {
    expectKind(await open(editor, "/_editor"), "elsewhere");
    for (const path of [SCRIPT_PATH, STYLE_PATH]) expectKind(await answer(path), "editorAsset");
    expectKind(await answer("/_editor/assets/nothing.js"), "text");
    expectKind(await open(editor, "/?svc_mode=edit"), "draftPage");
    expectKind(await open(editor, "/nothing?svc_mode=edit"), "draftPage");
    expectKind(await open(editor, "/?svc_mode=edit", { "sec-fetch-dest": "iframe" }), "framedDraftPage", {
      "x-frame-options": "SAMEORIGIN",
      "content-security-policy": expect.stringMatching(/^default-src 'none'(?=.*; frame-ancestors 'self')/),
    });
    expectKind(await open(editor, "/about.md?svc_mode=edit"), "draftFile");
    expectKind(await open(editor, "/robots.txt?svc_mode=edit"), "draftFile");
    expectKind(await open(editor, "/moved-301?svc_mode=edit"), "draftRedirect");
  });
});

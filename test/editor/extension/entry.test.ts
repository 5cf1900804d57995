import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RETURN_PATH_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { EDITOR_ENTRY, EDITOR_ENTRY_NAME, EDITOR_PATH } from "../../../runtime/rendering/editorEntry.ts";
import { entryLoginAddress } from "../../../sites/editor/extension/entry.ts";
import { readReturnPath } from "../../../sites/web/auth/returnPath.ts";

const SITE = "https://boats.example";

test("the line of a page is what the extension looks for", () => {
  expect(EDITOR_ENTRY).toBe(`<meta name="${EDITOR_ENTRY_NAME}" content="${EDITOR_PATH}">`);
});

describe("a click leads to the login of the page's own origin", () => {
  test.each([
    [`${SITE}/`, SITE, "/"],
    [`${SITE}/services`, SITE, "/services"],
    [`${SITE}/services?utm_source=x&svc_mode=edit#prices`, SITE, "/services"],
    [`${SITE}/a/b-c`, SITE, "/a/b-c"],
    [`${SITE}/caf%C3%A9`, SITE, "/caf%C3%A9"],
    ["https://robin:secret@boats.example:8443/a", "https://boats.example:8443", "/a"],
    ["http://demo.localhost:8787/services", "http://demo.localhost:8787", "/services"],
    ["http://localhost/a", "http://localhost", "/a"],
  ])("from %s", (address, origin, path) => {
    const login = new URL(entryLoginAddress({ address, endpoint: EDITOR_PATH }) ?? "");
    expect([login.origin, login.pathname, login.username, login.hash]).toEqual([origin, "/api/auth/start", "", ""]);
    expect([...login.searchParams.keys()]).toEqual(["return"]);
    const back = login.searchParams.get("return") ?? "";
    expect(readReturnPath(back)).toBe(back);
    const editor = new URL(back, origin);
    expect([editor.pathname, editor.searchParams.get("path")]).toEqual([`${EDITOR_PATH}/edit`, path]);
  });

  test.each([-1, 0, 1])("also from a page whose way back is %i characters beside the longest", (beside) => {
    const around = `${EDITOR_PATH}/edit?path=%2F`.length;
    const address = `${SITE}/${"a".repeat(RETURN_PATH_MAX_CHARS - around + beside)}`;
    const back = new URL(entryLoginAddress({ address, endpoint: EDITOR_PATH }) ?? "").searchParams.get("return") ?? "";
    expect(back === EDITOR_PATH).toBe(beside > 0);
    expect(readReturnPath(back)).toBe(back);
  });
});

describe("a click leads nowhere", () => {
  test.each([
    null,
    "",
    "/",
    "//evil.example/_editor",
    "/\\evil.example",
    "\\\\evil.example",
    "/_editor/../../evil",
    "/_editor//evil.example",
    "/_editor?x=1",
    "/_editor#x",
    "/_editor/",
    " /_editor",
    "/_editor\n",
    "/%2f%2fevil.example",
    "/@evil.example",
    "/_editor@evil.example",
    "_editor",
    "../../extension/_editor",
    "https://evil.example/_editor",
    `${SITE}/_editor`,
    "javascript:alert(1)",
    "data:text/html,x",
    "/_editor:alert(1)",
    "/é",
  ])("for a page that names %j", (endpoint) => {
    expect(entryLoginAddress({ address: `${SITE}/services`, endpoint })).toBeUndefined();
  });

  test.each([
    "http://boats.example/services",
    "http://localhost.evil.example/",
    "http://127.0.0.1/",
    "file:///home/robin/page.html",
    "about:blank",
    "blob:https://boats.example/1",
    "data:text/html,x",
    "chrome://settings",
    "javascript:alert(1)",
    "view-source:https://boats.example/",
    "",
    "/services",
  ])("from %j", (address) => {
    expect(entryLoginAddress({ address, endpoint: EDITOR_PATH })).toBeUndefined();
  });
});

test("the extension sees a page only after a click, and asks for no site", () => {
  const path = join(import.meta.dirname, "../../../sites/editor/extension/manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
  expect(manifest["permissions"]).toEqual(["activeTab", "scripting"]);
  expect(Object.keys(manifest).toSorted()).toEqual([
    "action",
    "background",
    "description",
    "manifest_version",
    "minimum_chrome_version",
    "name",
    "permissions",
    "version",
  ]);
});

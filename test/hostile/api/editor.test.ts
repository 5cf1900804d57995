import { beforeAll, describe, expect, test } from "vitest";
import { PNG, pngOfBytes } from "../../support/mediaFiles.ts";
import {
  MEDIA,
  aFile,
  fileAt,
  formOf,
  open,
  pageOf,
  stateOf,
  submit,
  submitFiles,
  withGallery,
  type Fields,
  type Headers,
} from "../../worker/api/editorBrowser.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import { get, migrate, send } from "../../worker/site/harness.ts";

/** Attacks on the editor's pages by strangers, and by foreign pages that use a member's browser. */

beforeAll(migrate);

let editor: Editor;
let file: MediaView;
beforeAll(async () => {
  editor = await withGallery();
  file = await aFile(editor, PNG);
});

const codeIn = async (response: Response): Promise<string | undefined> =>
  /<code>([A-Z_]+)<\/code>/.exec(await response.text())?.[1];

async function forms(): Promise<readonly (readonly [path: string, Fields])[]> {
  const html = await pageOf(editor, fileAt(file));
  return ["describe", "place", "remove", "publish"].map((name) => [fileAt(file), formOf(html, name)]);
}

/** Sends every form of the editor as an attacker would. None may have an effect. */
async function attempts(who: Pick<Editor, "site" | "cookie">, more: Headers): Promise<(string | number | undefined)[]> {
  const before = await stateOf(editor);
  const answers = [];
  for (const [path, fields] of await forms()) answers.push(await submit(who, path, fields, more));
  answers.push(await submitFiles(who, [new File([pngOfBytes(321)], "theirs.png")], more));
  expect(await stateOf(editor)).toEqual(before);
  const codes = await Promise.all(answers.map(async (answer) => (answer.status === 303 ? 303 : codeIn(answer))));
  return [...new Set(codes)];
}

describe("requests forged by another site", () => {
  test.each<[string, Headers]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sub-domain", { origin: "https://x.api.example", "sec-fetch-site": "same-site" }],
    ["another port", { origin: null, "sec-fetch-site": "same-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a browser that says nothing", { origin: null, "sec-fetch-site": null }],
    ["an address bar", { origin: null, "sec-fetch-site": "none" }],
  ])("such as %s change nothing (hazard 12)", async (_, headers) => {
    expect(await attempts(editor, headers)).toEqual(["ORIGIN_MISMATCH"]);
  });
});

describe("people without access", () => {
  test("are redirected to log in, and see nothing of the site", async () => {
    for (const path of [MEDIA, fileAt(file), `${MEDIA}?text=a`]) {
      const response = await open({ ...editor, cookie: "" }, path);
      expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
        303,
        `/api/auth/start?return=${encodeURIComponent(path)}`,
        "",
      ]);
    }
    expect(await attempts({ ...editor, cookie: "" }, {})).toEqual(["UNAUTHENTICATED"]);
    expect(await attempts({ ...editor, cookie: "__Host-svc_session=forged" }, {})).toEqual(["UNAUTHENTICATED"]);
  });

  test("with a login of another tenant are strangers here", async () => {
    const other = await anEditor();
    const theirs = { site: editor.site, cookie: other.cookie };
    expect((await open(theirs)).status).toBe(303);
    expect(await attempts(theirs, {})).toEqual(["UNAUTHENTICATED"]);
    const response = await open(other, fileAt(file));
    expect([response.status, await codeIn(response)]).toEqual([404, "NOT_FOUND"]);
  });

  test("as viewers read no page and send no form", async () => {
    const viewer = await memberOf(editor.site, "viewer");
    for (const path of [MEDIA, fileAt(file)]) {
      const response = await open(viewer, path);
      const html = await response.text();
      expect([response.status, html.includes("FORBIDDEN"), html.includes("a.png"), html.includes("Main site")]).toEqual(
        [403, true, false, false],
      );
    }
    expect(await attempts(viewer, {})).toEqual(["FORBIDDEN"]);
  });

  test("get 404 at an unknown hostname, and the same 404 at every unknown address", async () => {
    const [unknown, nothing] = [
      await get("https://nobody.example/_editor/media"),
      await get("https://nobody.example/anything"),
    ];
    expect([unknown.response.status, await unknown.response.text()]).toEqual([404, await nothing.response.text()]);
    for (const path of [
      "/_editor/other",
      "/_editor/media/x/y",
      "/_editor/assets/x.js",
      "/_editor/assets/",
      "/_editorial",
    ]) {
      expect((await open({ ...editor, cookie: "" }, path)).status).toBe(404);
    }
    expect((await open(editor, `${MEDIA}/${"0".repeat(64)}`)).status).toBe(404);
    const { response } = await send(
      new Request(`${editor.site.origin}${MEDIA}`, { method: "DELETE", headers: { cookie: editor.cookie } }),
    );
    expect(response.status).toBe(405);
  });
});

describe("the editor's pages", () => {
  test("cannot be framed, run one script, and are never stored in a cache (hazard 9)", async () => {
    for (const path of [MEDIA, fileAt(file)]) {
      const { headers } = await open(editor, path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /^default-src 'none'; script-src https:\/\/\S+\/_editor\/assets\/[0-9a-f]{64}\.js; style-src https:\/\/\S+\/_editor\/assets\/[0-9a-f]{64}\.css; /,
      );
      for (const part of ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
      expect(
        ["x-frame-options", "x-content-type-options", "cache-control", "cross-origin-resource-policy"].map((name) =>
          headers.get(name),
        ),
      ).toEqual(["DENY", "nosniff", "private, no-store", "same-origin"]);
      expect(headers.get("x-robots-tag")).toContain("noindex");
    }
  });

  test("are rendered for each request, also without the editor's cookie, and never reach the page cache", async () => {
    const one = formOf(await pageOf(editor), "upload")["key"];
    expect(formOf(await pageOf(editor), "upload")["key"]).not.toBe(one);
    const { response, work } = await get(`${editor.site.origin}${MEDIA}`);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/api/auth/start?return=${encodeURIComponent(MEDIA)}`,
    ]);
    expect(work.workspace).toBe(0);
  });

  test("load one script and one style sheet, and the files match their digests", async () => {
    const html = await pageOf(editor, fileAt(file));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
    for (const [, path = "", integrity = ""] of html.matchAll(
      /(?:src|href)="(\/_editor\/assets\/[^"]+)" integrity="([^"]+)"/g,
    )) {
      const response = await open({ ...editor, cookie: "" }, path);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
      expect(integrity).toBe(`sha256-${btoa(String.fromCharCode(...digest))}`);
      expect(path).toContain([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
      expect(response.headers.get("cache-control")).toContain("immutable");
    }
  });

  test.each([
    ["markup", '<img src=x onerror=alert(1)>"><script>alert(1)</script>'],
    ["an attribute", '" autofocus onfocus=alert(1) x="'],
    ["a single quote", "' onfocus='alert(1)"],
    ["an entity", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["words that turn the direction", "abc \u202Egnp.exe \u2066"],
    ["a template of somebody's", "{{ 1 }} ${1} {n}"],
  ])("show %s as text in every place where a member can type it (hazard 4)", async (_, words) => {
    const bad = await aFile(editor, pngOfBytes(330 + words.length), `${words.replaceAll("/", "")}.png`);
    await done(
      await callApi(editor, "PATCH", `/api/media/${bad.id}`, { ifMatch: 1, body: { changes: { alt: words } } }),
    );
    const page = {
      path: `/p${words.length}`,
      title: words,
      sections: [{ id: "body", type: "drawbridge.basics/rich-text", fields: { body: `![x](${bad.path})` } }],
    };
    await done(await callApi(editor, "POST", "/api/pages", { body: { body: page } }));
    for (const html of [
      await pageOf(editor),
      await pageOf(editor, `${MEDIA}?text=${encodeURIComponent(words)}`),
      await pageOf(editor, fileAt(bad)),
    ]) {
      // Attributes are quoted, and the page's texts contain no unescaped quote.
      const tags = html.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
      expect(tags.filter((tag) => /<img src=x|<script>|\son\w+=|autofocus/.test(tag))).toEqual([]);
      const turning = [...html.slice(html.indexOf("<body>")).matchAll(/(<[^>]*>)([^<]*)/g)].filter(([, , text = ""]) =>
        /[\u202E\u2066]/.test(text),
      );
      expect(turning.map(([, tag]) => tag).filter((tag) => tag !== "<bdi>")).toEqual([]);
    }
    const shown = await pageOf(editor, fileAt(bad));
    expect(formOf(shown, "describe")["alt"]).toBe(words);
    const refused = await submit(editor, fileAt(bad), {
      ...formOf(shown, "describe"),
      "focal-x": words,
      "focal-y": "1",
    });
    expect(formOf(await refused.text(), "describe")["focal-x"]).toBe(words);
  });

  test("never repeat text of the address", async () => {
    const html = await pageOf(editor, `${MEDIA}?done=<b>hacked</b>&stored=1e9`);
    expect([html.includes("hacked"), /role="status" id="status"><\/p>/.test(html)]).toEqual([false, true]);
  });

  test("redirect nobody to another site to log in", async () => {
    for (const query of [
      "?x=//evil.example",
      "?return=https://evil.example",
      "?%0d%0aLocation:%20https://evil.example",
      "?text=\\evil.example",
    ]) {
      const to = (await open({ ...editor, cookie: "" }, `${MEDIA}${query}`)).headers.get("location") ?? "";
      expect(decodeURIComponent(to)).toMatch(/^\/api\/auth\/start\?return=\/_editor(?:\/media|$)/);
    }
  });
});

describe("the forms' idempotency keys", () => {
  test("of one member do not collide with another member's", async () => {
    const other = await memberOf(editor.site, "editor");
    const mine = await aFile(editor, pngOfBytes(777), "mine.png");
    const fields = { ...formOf(await pageOf(editor, fileAt(mine)), "describe"), alt: "Mine" };
    expect((await submit(editor, fileAt(mine), fields)).status).toBe(303);
    const theirs = await submit(other, fileAt(mine), { ...fields, version: "2", alt: "Theirs" });
    const { alt } = await done<MediaView>(await callApi(editor, "GET", `/api/media/${mine.id}`));
    expect([theirs.status, alt]).toEqual([303, "Theirs"]);
  });

  test("of an outdated page cannot undo a later change", async () => {
    const own = await aFile(editor, pngOfBytes(778), "own.png");
    const old = await pageOf(editor, fileAt(own));
    expect((await submit(editor, fileAt(own), { ...formOf(old, "describe"), alt: "New" })).status).toBe(303);
    expect(await codeIn(await submit(editor, fileAt(own), formOf(old, "remove")))).toBe("STALE_VERSION");
    expect((await open(editor, fileAt(own))).status).toBe(200);
  });

  test("leave an audit row for each change, and none for a refused form", async () => {
    const own = await aFile(editor, pngOfBytes(779), "audited.png");
    await submit(editor, fileAt(own), { ...formOf(await pageOf(editor, fileAt(own)), "describe"), alt: "Audited" });
    await submit(editor, fileAt(own), { do: "remove", version: "1", key: crypto.randomUUID() });
    const { runInDurableObject } = await import("cloudflare:test");
    const { db, workspaceOf } = await import("../../worker/site/harness.ts");
    // The alarm may already have delivered the row to the control plane.
    const commands = async (): Promise<unknown[]> => {
      const tenant = editor.site.name;
      const waiting = await runInDurableObject(workspaceOf(tenant), (_, { storage: { sql } }) =>
        sql.exec("SELECT payload ->> 'command' AS command FROM outbox WHERE kind = 'audit'").toArray(),
      );
      const arrived = await db.prepare("SELECT command FROM audit WHERE tenant_id = ?").bind(tenant).all();
      return [...waiting, ...arrived.results].map(({ command }) => command);
    };
    await expect.poll(commands).toContain("media.update");
    expect(await commands()).not.toContain("media.delete");
  });
});

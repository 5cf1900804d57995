import { beforeAll, describe, expect, test } from "vitest";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { formOf, open, pageOf, submit, type Headers } from "../../worker/api/editorBrowser.ts";
import { anEditor, callApi, done, type Editor } from "../../worker/api/apiClient.ts";
import { migrate } from "../../worker/site/harness.ts";

/** Attacks on the publishing pages, by authors of markup in titles and by foreign pages that use a member's browser. */

beforeAll(migrate);

const PUBLISH = `${START}/publish`;
const MARKUP = `<img src=x onerror=alert(1)>"'</title><script>alert(1)</script>`;

async function withMarkup(): Promise<Editor> {
  const editor = await anEditor();
  const body = { title: MARKUP, path: "/markup", description: MARKUP };
  await done(await callApi(editor, "POST", "/api/pages", { body: { id: "markup", body } }));
  const menus = { header: [{ label: MARKUP, link: "page:markup" }], footer: [] };
  await done(await callApi(editor, "PUT", "/api/navigation", { ifMatch: 1, body: { body: { menus } } }));
  return editor;
}

describe("markup", () => {
  test("in titles, menus and names of schedules is text on every page (hazard 3)", async () => {
    const editor = await withMarkup();
    const schedule = { at: Date.now() + 3_600_000, label: MARKUP, only: { pages: ["markup"] } };
    await done(await callApi(editor, "POST", "/api/schedules", { body: schedule }));
    for (const path of [
      PUBLISH,
      `${PUBLISH}?only=page%3Amarkup`,
      `${PUBLISH}/change?of=page%3Amarkup`,
      `${PUBLISH}/change?of=navigation`,
      `${START}/pages/markup/history`,
      `${START}/history/navigation?version=1`,
    ]) {
      const html = await pageOf(editor, path);
      expect([path, html.includes("<img src=x"), html.includes("alert(1)</script>")]).toEqual([path, false, false]);
      expect([path, html.includes("&lt;img src=x")]).toEqual([path, true]);
    }
  });

  test("in an address appears on no page, and selects nothing", async () => {
    const editor = await withMarkup();
    const tokens = [MARKUP, "page:<b>", "x".repeat(5_000), "theme page:markup"];
    for (const token of tokens) {
      const html = await pageOf(editor, `${PUBLISH}?only=${encodeURIComponent(token)}`);
      expect(html).not.toContain("<img src=x");
      expect(html).not.toContain("page:<b>");
    }
  });
});

describe("forms sent from elsewhere", () => {
  test.each<[string, Headers]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a frame without an origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a browser that says nothing", { origin: null, "sec-fetch-site": null }],
  ])("such as %s cannot publish, schedule, discard or restore (hazard 12)", async (_, headers) => {
    const editor = await withMarkup();
    const change = `${PUBLISH}/change?of=navigation`;
    const forms: [string, Record<string, string>][] = [
      [PUBLISH, formOf(await pageOf(editor, PUBLISH), "publish")],
      [PUBLISH, { ...formOf(await pageOf(editor, PUBLISH), "schedule"), at: "2099-01-01T00:00" }],
      [change, formOf(await pageOf(editor, change), "discard-navigation")],
      [
        `${START}/history/navigation`,
        formOf(await pageOf(editor, `${START}/history/navigation?version=1`), "restore-navigation"),
      ],
      [`${START}/releases/1`, { do: "restore", key: crypto.randomUUID() }],
    ];
    for (const [path, fields] of forms) {
      const answer = await submit(editor, path, fields, headers);
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("ORIGIN_MISMATCH")]);
    }
    const { change: now, release } = await done<{ change: number; release: number }>(
      await callApi(editor, "GET", "/api/changes"),
    );
    expect([now, release]).toEqual([3, 1]);
  });
});

describe("pages inside of frames", () => {
  const shown = `${START}/shown`;

  test("are only for members of the site, run no script, and can be framed only by its own origin", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    for (const query of ["?release=1&path=%2F", "?page=home&version=1"]) {
      const answer = await open(editor, shown + query);
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect([answer.status, answer.headers.get("x-frame-options"), answer.headers.get("cache-control")]).toEqual([
        200,
        "SAMEORIGIN",
        expect.stringContaining("no-store"),
      ]);
      expect([policy.includes("frame-ancestors 'self'"), policy.includes("script-src")]).toEqual([true, false]);
      for (const cookie of ["", "__Host-svc_session=forged", other.cookie])
        expect((await open({ site: editor.site, cookie }, shown + query)).status).toBe(303);
    }
  });

  test.each([
    "",
    "?release=1",
    "?release=99&path=%2F",
    "?release=1&path=%2Fnowhere",
    "?release=1&path=%2F..%2Fapi%2Fsite",
    "?release=1&path=https%3A%2F%2Fevil.example",
    "?page=home",
    "?page=home&version=99",
    "?page=../home&version=1",
    "?page=home&version=1e0",
  ])("are 404 for %s", async (query) => {
    expect((await open(await anEditor(), shown + query)).status).toBe(404);
  });

  test("never show another tenant's release", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    await done(await callApi(them, "PATCH", "/api/pages/home", { ifMatch: 1, body: { changes: { title: "Theirs" } } }));
    await done(await callApi(them, "POST", "/api/publish", { ifMatch: 2 }));
    expect((await open(us, `${shown}?release=2&path=%2F`)).status).toBe(404);
  });

  test("can be framed only by the comparison pages", async () => {
    const editor = await withMarkup();
    const framesOf = async (path: string) =>
      /frame-src [^;]+/.exec((await open(editor, path)).headers.get("content-security-policy") ?? "")?.[0];
    expect(await framesOf(`${PUBLISH}/change?of=page%3Amarkup`)).toBe("frame-src 'self'");
    expect([await framesOf(PUBLISH), await framesOf(`${START}/media`)]).toEqual([undefined, undefined]);
  });
});

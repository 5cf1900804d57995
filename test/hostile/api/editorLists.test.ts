import { beforeAll, describe, expect, test } from "vitest";
import { START } from "../../../sites/hosting/editor/desk/area.ts";
import type { Editor } from "../../worker/api/apiClient.ts";
import { anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import type { Headers } from "../../worker/api/editorKit.ts";
import { formOf, open, pageOf, submit } from "../../worker/api/editorKit.ts";
import { migrate } from "../../worker/site/harness.ts";

/** The lists of pages, menus, redirects, themes and settings, from the side of whoever writes into them or reaches for them. */

beforeAll(migrate);

const LISTS = ["pages", "menu", "redirects", "theme", "settings"].map((area) => `${START}/${area}`);

/** Every form that changes something, by its page. */
const FORMS: readonly (readonly [path: string, form: string])[] = [
  [`${START}/new-page`, "create"],
  [`${START}/pages/about`, "about"],
  [`${START}/pages/about`, "move"],
  [`${START}/pages/about`, "copy"],
  [`${START}/pages/about`, "remove"],
  [`${START}/menu`, "add-header"],
  [`${START}/menu`, "add-footer"],
  [`${START}/redirects`, "add"],
  [`${START}/redirects`, "import"],
  [`${START}/theme`, "tokens"],
  [`${START}/settings`, "settings"],
];

const FILLED = {
  title: "T",
  path: "/t",
  label: "L",
  target: "/about",
  from: "/f",
  to: "/about",
  rows: "/r,/about",
  force: "true",
};

async function draftOf(editor: Editor): Promise<unknown> {
  const { change } = await done<{ change: number }>(await callApi(editor, "GET", "/api/site"));
  return change;
}

/** The forms as their pages have them, with something in each field that is there. */
async function filled(editor: Editor): Promise<readonly (readonly [path: string, fields: Record<string, string>])[]> {
  const forms = [];
  for (const [path, name] of FORMS) {
    const form = formOf(await pageOf(editor, path), name);
    const typed = Object.entries(FILLED).filter(
      ([field]) =>
        field in form ||
        (field === "rows" && name === "import") ||
        (field === "force" && (name === "import" || name === "remove")),
    );
    forms.push([path, { ...form, ...Object.fromEntries(typed) }] as const);
  }
  return forms;
}

describe("forms of the lists", () => {
  test.each<[string, Headers]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a browser that says nothing", { origin: null, "sec-fetch-site": null }],
  ])("from %s change nothing", async (_, headers) => {
    const editor = await anEditor();
    const forms = await filled(editor);
    const before = await draftOf(editor);
    for (const [path, fields] of forms) expect((await submit(editor, path, fields, headers)).status).toBe(403);
    expect(await draftOf(editor)).toBe(before);
  });

  test("of a viewer, a stranger and another site's owner change nothing", async () => {
    const editor = await anEditor();
    const forms = await filled(editor);
    const [viewer, other] = [await memberOf(editor.site, "viewer"), await anEditor()];
    const before = await draftOf(editor);
    for (const who of [viewer, { ...editor, cookie: "" }, { ...editor, cookie: other.cookie }])
      for (const [path, fields] of forms) expect([401, 403]).toContain((await submit(who, path, fields)).status);
    expect(await draftOf(editor)).toBe(before);
    for (const path of LISTS) expect((await open(viewer, path)).status).toBe(403);
  });

  test("with fields that are none of theirs change nothing", async () => {
    const editor = await anEditor();
    const forms = await filled(editor);
    const before = await draftOf(editor);
    for (const [path, fields] of forms)
      for (const more of [{ sections: "[]" }, { __proto__x: "1" }, { do: "publish-all" }, { do: "constructor" }])
        expect((await submit(editor, path, { ...fields, ...more })).status).toBe(400);
    expect(await draftOf(editor)).toBe(before);
  });
});

const BAD = [
  ["markup", '<img src=x onerror=alert(1)>"><script>alert(1)</script>'],
  ["an attribute", '" autofocus onfocus=alert(1) x="'],
  ["a single quote", "' onfocus='alert(1)"],
  ["words that turn the direction", "abc \u202Egnp.exe \u2066"],
  ["a template of somebody's", "{{ 1 }} ${1} {n} {label}"],
] as const;

/** The tags of a page without what stands in their attributes, and the texts between them. */
function judged(html: string): void {
  const tags = html.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /<img src=x|<script>|\son\w+=/.test(tag))).toEqual([]);
}

describe("a member's words", () => {
  test.each(BAD)("with %s are text in every list", async (_, words) => {
    const editor = await anEditor();
    const { page } = await done<{ page: string }>(
      await callApi(editor, "POST", "/api/pages", {
        body: { body: { path: "/bad", title: words, description: words, author: words, sections: [] } },
      }),
    );
    const menus = { header: [{ label: words, link: `page:${page}` }], footer: [{ label: words, link: "page:nobody" }] };
    const puts = [
      ["navigation", { menus }],
      ["settings", { name: words, language: "en", tagline: words, social: [{ label: words, link: "/bad" }] }],
    ] as const;
    for (const [kind, body] of puts) {
      const { version } = await done<{ version: number }>(await callApi(editor, "GET", `/api/${kind}`));
      await done(await callApi(editor, "PUT", `/api/${kind}`, { ifMatch: version, body: { body } }));
    }
    for (const path of [
      ...LISTS,
      `${START}/pages?text=${encodeURIComponent(words)}`,
      `${START}/pages/${page}`,
      `${START}/menu?moved=${encodeURIComponent(`up header.0 ${words}`)}`,
      `${START}/menu?moved=up+header.0`,
      `${START}/redirects?text=${encodeURIComponent(words)}&test=${encodeURIComponent(words)}`,
      `${START}/theme?look=${encodeURIComponent(words)}`,
    ]) {
      const response = await open(editor, path);
      expect([path, response.status]).toEqual([path, 200]);
      judged(await response.text());
    }
    const preview = await submit(editor, `${START}/redirects`, {
      ...formOf(await pageOf(editor, `${START}/redirects`), "import"),
      rows: `${words},/about\n/x,${words}`,
    });
    judged(await preview.text());
    const refused = await submit(editor, `${START}/new-page`, {
      ...formOf(await pageOf(editor, `${START}/new-page`), "create"),
      title: words,
      path: words,
    });
    expect(refused.status).toBe(400);
    judged(await refused.text());
  });
});

test("only the page of the theme frames anything, and that of this origin alone", async () => {
  const editor = await anEditor();
  for (const path of LISTS) {
    const policy = (await open(editor, path)).headers.get("content-security-policy") ?? "";
    expect([path, /frame-src ([^;]*)/.exec(policy)?.[1]]).toEqual([
      path,
      path.endsWith("theme") ? "'self'" : undefined,
    ]);
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

import { beforeAll, describe, expect, test } from "vitest";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { ROWS } from "../../../sites/editor/pages/library/library.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import { type Headers, MEDIA, formOf, open, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { migrate } from "../../worker/site/harness.ts";

/** Attacks on the editor's lists, by a member who writes into them and by a stranger. */

beforeAll(migrate);

const LISTS = ["pages", "menu", "redirects", "theme", "settings"].map((area) => `${START}/${area}`);

/** Every form that changes something, with its page. */
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
  tagline: "T",
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

/** The forms of the pages, with a value in every field. */
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

describe("the forms of the editor's lists", () => {
  test.each<[string, Headers]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a browser that says nothing", { origin: null, "sec-fetch-site": null }],
  ])("sent from %s change nothing (hazard 12)", async (_, headers) => {
    const editor = await anEditor();
    const forms = await filled(editor);
    const before = await draftOf(editor);
    for (const [path, fields] of forms) expect((await submit(editor, path, fields, headers)).status).toBe(403);
    expect(await draftOf(editor)).toBe(before);
  });

  test("sent by a viewer, a stranger or another site's owner change nothing", async () => {
    const editor = await anEditor();
    const forms = await filled(editor);
    const [viewer, other] = [await memberOf(editor.site, "viewer"), await anEditor()];
    const before = await draftOf(editor);
    for (const who of [viewer, { ...editor, cookie: "" }, { ...editor, cookie: other.cookie }])
      for (const [path, fields] of forms) expect([401, 403]).toContain((await submit(who, path, fields)).status);
    expect(await draftOf(editor)).toBe(before);
    for (const path of LISTS) expect((await open(viewer, path)).status).toBe(403);
  });

  test("with unknown fields change nothing", async () => {
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

/** Finds injected markup: checks the page's tags without their quoted attributes. */
function judged(html: string): void {
  const tags = html.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /<img src=x|<script>|\son\w+=/.test(tag))).toEqual([]);
}

describe("a member's text", () => {
  test.each(BAD)("with %s is shown as text in every list (hazard 3)", async (_, words) => {
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

test("only the theme page may contain frames, and only of its own origin", async () => {
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

describe("removing several files at once", () => {
  const REMOVE = `${MEDIA}/remove`;
  const unknown = (number: number): string => number.toString(16).padStart(64, "0");
  const files = (...named: readonly string[]): Record<string, string> =>
    Object.fromEntries(named.map((value, index) => [`file-${index}`, value]));
  const sent = (named: readonly string[], more: Record<string, string> = {}) => ({
    do: "removeMany",
    key: crypto.randomUUID(),
    ...files(...named),
    ...more,
  });
  const uploaded = async (editor: Editor, file = PNG): Promise<string> =>
    (
      await done<{ id: string }>(
        await callApi(editor, "POST", "/api/media", { file, headers: { "content-type": "image/png" } }),
      )
    ).id;
  const listed = async (editor: Editor): Promise<string[]> =>
    (await done<{ items: { id: string }[] }>(await callApi(editor, "GET", "/api/media"))).items.map(({ id }) => id);
  const codeIn = async (response: Response): Promise<string> =>
    /<code>([A-Z_]+)<\/code>/.exec(await response.text())?.[1] ?? String(response.status);

  test("removes each shown file once, and no file with a newer version", async () => {
    const editor = await anEditor();
    const id = await uploaded(editor);
    const form = formOf(await pageOf(editor, `${REMOVE}?file%5B%5D=${id}`), "removeMany");
    expect(form["file-0"]).toBe(`${id} 1`);
    expect((await submit(editor, REMOVE, { ...form, "file-0": `${id} 7` })).status).toBe(412);
    expect(await listed(editor)).toEqual([id]);
    expect((await submit(editor, REMOVE, form)).headers.get("location")).toBe(`${MEDIA}?removed=1`);
    expect((await submit(editor, REMOVE, form)).headers.get("location")).toBe(`${MEDIA}?removed=1`);
    expect(await listed(editor)).toEqual([]);
  });

  test("removes nothing by another tenant's id, a forged id or a path", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    const [own, theirs] = [await uploaded(editor), await uploaded(other)];
    for (const value of [
      `${unknown(1)} 1`,
      "../members 1",
      `${own}/../${own} 1`,
      "",
      `${own}`,
      `${own} *`,
      `${own} 1e0`,
    ])
      expect([value, (await submit(editor, REMOVE, sent([value]))).status]).toEqual([
        value,
        expect.toSatisfy((code: number) => code >= 400),
      ]);
    expect([await listed(editor), await listed(other)]).toEqual([[own], [theirs]]);
    // Equal bytes have the same id at every site, and only the member's own file is deleted.
    expect(theirs).toBe(own);
    expect((await submit(editor, REMOVE, sent([`${own} 1`]))).status).toBe(303);
    expect([await listed(editor), await listed(other)]).toEqual([[], [theirs]]);
    expect(await pageOf(editor, `${REMOVE}?file%5B%5D=${own}`)).not.toContain("data-form");
  });

  test.each([
    [ROWS - 1, "NOT_FOUND"],
    [ROWS, "NOT_FOUND"],
    [ROWS + 1, "TOO_LARGE"],
  ])("accepts up to the bound: %i files are %s", async (many, code) => {
    const editor = await anEditor();
    const named = Array.from({ length: many }, (_, number) => `${unknown(number)} 1`);
    expect(await codeIn(await submit(editor, REMOVE, sent(named)))).toBe(code);
    const query = named.map((value) => `file%5B%5D=${value.split(" ")[0]}`).join("&");
    expect((await open(editor, `${REMOVE}?${query}`)).status).toBe(code === "TOO_LARGE" ? 413 : 200);
  });

  test("removes nothing for a viewer, a stranger, another site's owner or another origin", async () => {
    const editor = await anEditor();
    const id = await uploaded(editor);
    const [viewer, other] = [await memberOf(editor.site, "viewer"), await anEditor()];
    for (const who of [viewer, { ...editor, cookie: "" }, { ...editor, cookie: other.cookie }])
      expect((await submit(who, REMOVE, sent([`${id} 1`]))).status).not.toBe(303);
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "cross-site" },
    ])
      expect((await submit(editor, REMOVE, sent([`${id} 1`]), headers)).status).toBe(403);
    expect((await submit(editor, REMOVE, sent([`${id} 1`], { force: "true" }))).status).toBe(400);
    expect(await listed(editor)).toEqual([id]);
  });
});

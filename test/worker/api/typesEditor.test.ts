/** The pages of an owner's content types in the editor, and entries of a type without an address. */
import { beforeAll, expect, test } from "vitest";
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done } from "./apiClient.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const LEVELS = [
  { const: "easy", title: "Easy" },
  { const: "hard", title: "Hard" },
];

const typeOf = (more: Partial<OwnType>, properties: object): OwnType => ({
  name: "quote",
  title: "Quote",
  plural: "Quotes",
  fields: { type: "object", properties, required: [], additionalProperties: false },
  index: Object.keys(properties),
  ...more,
});

async function withType(type: OwnType, entries: Readonly<Record<string, object>>): Promise<Editor> {
  const owner = await anEditor("owner");
  await done(await callApi(owner, "PUT", "/api/types", { ifMatch: 0, body: { body: { types: [type] } } }));
  for (const [id, values] of Object.entries(entries)) {
    const body = { path: `/quote/${id}`, title: id, type: "site/quote", values, sections: [] };
    await done(await callApi(owner, "POST", "/api/pages", { body: { id, body } }));
  }
  return owner;
}

const PAGE = `${START}/types/quote`;

test("a later choice that hides values of an earlier kind is shown first, and then confirmed", async () => {
  const level = { title: "Level", oneOf: LEVELS };
  const type = typeOf({ address: "/quote/{slug}", converted: ["level"] }, { level });
  const owner = await withType(type, { one: { level: "hard" }, two: { level: "easy" } });
  const narrow = { ...formOf(await pageOf(owner, PAGE), "field"), choices: "Easy" };
  expect(await pageOf(owner, PAGE)).toContain("Without it, 2 pages leave the site with the next publication.");
  const asked = await submit(owner, PAGE, narrow);
  const html = await asked.text();
  expect([asked.status, html.includes("1 value is lost."), html.includes("<bdi>one</bdi>: <bdi>hard</bdi>")]).toEqual([
    412,
    true,
    true,
  ]);
  const again = { ...narrow, lost: formOf(html, "field")["lost"] ?? "", key: crypto.randomUUID() };
  expect(again.lost).toBe("1");
  expect((await submit(owner, PAGE, again)).headers.get("location")).toBe(`${PAGE}?done=saved`);
  const more = { ...formOf(await pageOf(owner, PAGE), "field"), choices: "Easy\nSoft" };
  expect((await submit(owner, PAGE, more)).headers.get("location")).toBe(`${PAGE}?done=saved`);
});

test("a field that leaves the lists takes the order of the lists along, and the page says so before and after", async () => {
  const fields = { level: { $ref: "drawbridge:text", title: "Level" } };
  const owner = await withType(typeOf({ order: "level", index: ["level"] }, fields), {});
  const page = await pageOf(owner, PAGE);
  expect(page).toContain("Without the tick, the newest entries come first.");
  const { listed: _, ...unlisted } = formOf(page, "field");
  const sent = await submit(owner, PAGE, unlisted);
  expect(sent.headers.get("location")).toBe(`${PAGE}?done=orderDropped`);
  expect(await pageOf(owner, `${PAGE}?done=orderDropped`)).toContain("Lists are no longer ordered by the field");
});

test("an entry of a type without an address is made, opened and listed without one", async () => {
  const words = { $ref: "drawbridge:text", title: "Words" };
  const owner = await withType(typeOf({}, { words }), {});
  const types = await pageOf(owner, `${START}/types`);
  expect([types.includes("In lists only, without a page of its own"), types.includes(">History</a>")]).toEqual([
    true,
    true,
  ]);
  const form = formOf(await pageOf(owner, `${START}/new-page?begin=site%2Fquote`), "create");
  const made = await submit(owner, `${START}/new-page`, { ...form, title: "Kale", begin: "site/quote" });
  const canvas = made.headers.get("location") ?? "";
  const id = new URL(canvas, owner.site.origin).searchParams.get("page") ?? "";
  const page = await done<{ pageless?: true; body: { path: string } }>(await callApi(owner, "GET", `/api/pages/${id}`));
  expect([page.pageless, page.body.path]).toEqual([true, "/quote/kale"]);
  const menu = await pageOf(owner, `${START}/menu`);
  expect([menu.includes('value="/"'), menu.includes("/quote/kale")]).toEqual([true, false]);
  expect((await open(owner, canvas)).status).toBe(200);
  const settings = await pageOf(owner, `${START}/pages/${id}`);
  expect([settings.includes("In lists only"), settings.includes('data-form="move"')]).toEqual([true, false]);
  for (const list of [`${START}/pages`, `${START}/entries?type=site%2Fquote`]) {
    const html = await pageOf(owner, list);
    expect([list, html.includes("Kale"), html.includes("/quote/kale")]).toEqual([list, true, false]);
  }
});

test("the publish page names a list whose entries and type stay unpublished, and takes both along with one click", async () => {
  const fields = { level: { $ref: "drawbridge:text", title: "Level" } };
  const owner = await withType(typeOf({}, fields), { calm: { level: "low" } });
  const section = { id: "list", type: "drawbridge.basics/entry-list", fields: { entries: { type: "site/quote" } } };
  await done(await callApi(owner, "POST", "/api/pages/about/sections", { ifMatch: 1, body: { section } }));
  const loud = { body: { title: "Loud", type: "site/quote", values: { level: "high" }, held: true } };
  const { page } = await done<{ page: string }>(await callApi(owner, "POST", "/api/pages", { body: loud }));
  expect(await done(await callApi(owner, "GET", `/api/pages/${page}`))).toMatchObject({
    body: { path: "/quote/loud" },
  });
  await done(await callApi(owner, "DELETE", `/api/pages/${page}`, { ifMatch: 1 }));
  const only = { pages: ["about"] };
  const asked = await done(await callApi(owner, "POST", "/api/publication", { body: { only } }));
  expect(asked).toMatchObject({
    warnings: [
      {
        code: "list_empty",
        id: "about",
        section: "list",
        unpublished: { pages: [{ id: "calm", title: "calm" }], total: 1, type: "Quotes" },
      },
    ],
    unreadLists: 0,
  });
  const html = await pageOf(owner, `${START}/publish?only=page%3Aabout`);
  expect(html).toMatch(/show nothing, because its entries are not published:.*?<bdi>calm<\/bdi>/s);
  const along = `${START}/publish?only=page%3Aabout&only=page%3Acalm&only=types`;
  expect(html).toContain(`href="${along.replaceAll("&", "&amp;")}"`);
  expect(await pageOf(owner, along)).toContain("Nothing stands out");
});

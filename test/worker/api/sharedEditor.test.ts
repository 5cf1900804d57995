/** An owner makes a price the same in every language, and sees before which translations show another one then. */
import { beforeAll, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done } from "./apiClient.ts";
import { formOf, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const TYPE = `${START}/types/boat`;
const LOOKING = `${TYPE}?sharing=price`;
const price = { type: "number", title: "Price" };
const TYPES = {
  types: [
    {
      name: "boat",
      title: "Boat",
      plural: "Boats",
      address: "/boats/{slug}",
      fields: { type: "object", properties: { price }, required: [], additionalProperties: false },
      index: ["price"],
    },
  ],
};

const put = async (editor: Editor, path: string, more: object, ifMatch: number): Promise<void> => {
  await done(await callApi(editor, "PUT", path, { ifMatch, body: { body: more } }));
};

/** Two boats with a German page each: one has another price than the English page. */
async function siteWithBoats(): Promise<Editor> {
  const editor = await anEditor();
  const { version, body } = await done<{ version: number; body: object }>(
    await callApi(editor, "GET", "/api/settings"),
  );
  const languages = [
    { tag: "en", name: "English" },
    { tag: "de", name: "Deutsch", prefix: "/de" },
  ];
  await put(editor, "/api/settings", { ...body, languages }, version);
  await put(editor, "/api/types", TYPES, 0);
  const boat = (path: string, amount: number, more: object = {}) => ({
    path,
    title: path,
    sections: [],
    type: "site/boat",
    values: { price: amount },
    ...more,
  });
  const german = (of: string) => ({ language: "de", translationOf: of });
  for (const [id, page] of [
    ["gull", boat("/gull", 90)],
    ["moewe", boat("/de/moewe", 85, german("gull"))],
    ["tern", boat("/tern", 20)],
    ["seeschwalbe", boat("/de/seeschwalbe", 20, german("tern"))],
  ] as const)
    await done(await callApi(editor, "POST", "/api/pages", { body: { id, body: page } }));
  return editor;
}

const priceOf = async (editor: Editor, id: string): Promise<unknown> => {
  const { body } = await done<{ body: Page }>(await callApi(editor, "GET", `/api/pages/${id}`));
  return body.values?.["price"];
};

test("the values that change are shown first, and nothing is written by looking", async () => {
  const editor = await siteWithBoats();
  const html = await pageOf(editor, LOOKING);
  expect(html).toContain("Price: the same in every language");
  expect(html).toMatch(
    /1 translation shows another value then\..*<bdi>\/de\/moewe<\/bdi>: <bdi>85<\/bdi> → <bdi>90<\/bdi>/s,
  );
  expect(html).not.toContain("/de/seeschwalbe</bdi>: ");
  expect(await priceOf(editor, "moewe")).toBe(85);
});

test("the field is shared, and the API refuses another price in the translation", async () => {
  const editor = await siteWithBoats();
  const form = formOf(await pageOf(editor, LOOKING), "sharing");
  expect(form).toMatchObject({ sharing: "price", changes: "1" });
  expect((await submit(editor, TYPE, form)).status).toBe(303);
  expect(await priceOf(editor, "moewe")).toBe(90);
  const set = { operations: [{ op: "set", section: "entry_values", fields: { price: 1 } }] };
  const refused = await callApi(editor, "POST", "/api/pages/moewe/operations", { ifMatch: 1, body: set });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("the value of the page gull, which keeps it for all languages");
  expect(await pageOf(editor, TYPE)).toContain("the same in every language");
});

test("a change that reaches more translations than the owner has seen is refused", async () => {
  const editor = await siteWithBoats();
  const form = formOf(await pageOf(editor, LOOKING), "sharing");
  const set = { operations: [{ op: "set", section: "entry_values", fields: { price: 1 } }] };
  await done(await callApi(editor, "POST", "/api/pages/seeschwalbe/operations", { ifMatch: 1, body: set }));
  expect((await submit(editor, TYPE, form)).status).toBe(412);
  expect(await priceOf(editor, "seeschwalbe")).toBe(1);
});

test("a field that is shared no longer says which translations show another value, and each has its own again", async () => {
  const editor = await siteWithBoats();
  await submit(editor, TYPE, formOf(await pageOf(editor, LOOKING), "sharing"));
  const html = await pageOf(editor, LOOKING);
  expect(html).toMatch(/A value of its own|a value of its own/);
  expect(html).toMatch(/<bdi>\/de\/moewe<\/bdi>: <bdi>90<\/bdi> → <bdi>85<\/bdi>/);
  expect((await submit(editor, TYPE, formOf(html, "sharing"))).status).toBe(303);
  expect(await priceOf(editor, "moewe")).toBe(85);
});

test("a new field may be shared from the beginning, and a saved field stays shared", async () => {
  const editor = await siteWithBoats();
  const added = { ...formOf(await pageOf(editor, TYPE), "add-field"), label: "Launched", kind: "date", shared: "true" };
  expect((await submit(editor, TYPE, added)).status).toBe(303);
  const schema = async (): Promise<object> => {
    const { body } = await done<{ body: typeof TYPES }>(await callApi(editor, "GET", "/api/types"));
    return body.types.map(({ fields }): Record<string, object> => fields.properties)[0]?.["launched"] ?? {};
  };
  expect(await schema()).toMatchObject({ shared: true });
});

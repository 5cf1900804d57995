import { beforeAll, expect, test } from "vitest";
import { STORAGE, addPlugin, invocations, ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { migrate } from "../site/harness.ts";
import { PDF } from "../../support/mediaFiles.ts";
import {
  APPLICATION,
  MESSAGE,
  aSiteWithForm,
  callApi,
  done,
  fileOf,
  post,
  submissions,
  withFiles,
  type Editor,
} from "./siteWithForm.ts";

beforeAll(migrate);

const KEEPS =
  "export const hooks = { formSubmitted: async (event, ctx) => { await ctx.storage.put('told:' + event.id, event); } };";
const HOOKS = { hooks: [{ on: "formSubmitted" }] };
const SENT = { ...MESSAGE, topic: "visit" };

const told = async (owner: Editor): Promise<unknown[]> =>
  (await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage ORDER BY key")).map(
    ({ value }) => JSON.parse(value) as unknown,
  );

async function toldWith(capabilities: object): Promise<{ owner: Editor; events: unknown[] }> {
  const owner = await aSiteWithForm();
  await addPlugin(owner, KEEPS, { contributes: HOOKS, capabilities: { ...STORAGE, ...capabilities } });
  await post(owner, { json: { fields: SENT } });
  await ring(owner);
  await ring(owner);
  return { owner, events: await told(owner) };
}

const SHARED = {
  form: "home.contact",
  type: "drawbridge.forms/contact",
  at: expect.stringMatching(/^20.*Z$/),
  id: expect.any(Number),
};
const ALL = { ...SHARED, fields: SENT, withheld: [] };
const REST = { ...SHARED, fields: { topic: "visit" }, withheld: ["name", "email", "message"] };

test.each([
  ["that was granted this form", { forms: { personal: ["drawbridge.forms/contact"], reason: "to answer" } }, ALL],
  ["that was granted all forms", { forms: { personal: ["*"] } }, ALL],
  ["that was granted another form", { forms: { personal: ["drawbridge.forms/newsletter"] } }, REST],
  ["that asked for none", {}, REST],
])("a plugin %s is told of each submission once", async (_, capabilities, expected) => {
  const { owner, events } = await toldWith(capabilities);
  expect(events).toEqual([expected]);
  expect((await invocations(owner)).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(["formSubmitted ok"]);
});

test("what is owed to a plugin holds nothing that was sent, and what was deleted is told to nobody", async () => {
  const owner = await aSiteWithForm();
  await addPlugin(owner, KEEPS, { contributes: HOOKS, capabilities: { ...STORAGE, forms: { personal: ["*"] } } });
  await post(owner, { json: { fields: SENT } });
  const {
    items: [one],
  } = await submissions(owner);
  expect(await sqlOf(owner, "SELECT input, about FROM plugin_jobs")).toEqual([
    { input: `{"submission":${one?.id}}`, about: String(one?.id) },
  ]);
  await done(await callApi(owner, "DELETE", `/api/forms/home.contact/submissions/${one?.id}`));
  await ring(owner);
  expect(await told(owner)).toEqual([]);
  expect(await sqlOf(owner, "SELECT number FROM plugin_jobs")).toEqual([]);
});

const CV = { file: 1, name: "Robin Ferry.pdf", type: "application/pdf", bytes: PDF.length };

test.each([
  [
    { forms: { personal: ["drawbridge.forms/application"] } },
    { fields: { ...APPLICATION, consent: true, cv: CV }, withheld: [] },
  ],
  [{}, { fields: { consent: true }, withheld: ["name", "email", "letter", "cv"] }],
])("a plugin that was granted %j hears of files, never what is in them", async (capabilities, expected) => {
  const owner = await aSiteWithForm("drawbridge.forms/application");
  await addPlugin(owner, KEEPS, { contributes: HOOKS, capabilities: { ...STORAGE, ...capabilities } });
  await post(owner, { body: withFiles({ ...APPLICATION, cv: fileOf(PDF, CV.name, CV.type) }) });
  await ring(owner);
  await ring(owner);
  expect(await told(owner)).toMatchObject([expected]);
});

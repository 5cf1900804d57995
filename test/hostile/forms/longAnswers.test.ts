import { beforeAll, expect, test } from "vitest";
import { FORM_ANSWER_MAX_CHARS, FORM_BODY_MAX_BYTES } from "../../../manifests/bounds/forms.ts";
import { formSection, place, post } from "../../worker/forms/siteWithForm.ts";
import { STORAGE, addPlugin, anEditor, invocations, ring, sqlOf } from "../../worker/plugins/siteWithPlugin.ts";
import { migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

/** The number of fields whose longest answers fill a body. */
const NAMES = Array.from({ length: Math.ceil(FORM_BODY_MAX_BYTES / FORM_ANSWER_MAX_CHARS) }, (_, n) => `f${n}`);
const FORM = {
  name: "long",
  title: "Long",
  fields: {
    type: "object",
    properties: Object.fromEntries(NAMES.map((name) => [name, { type: "string", title: name }])),
    additionalProperties: false,
  },
  inputs: NAMES.map((field) => ({ field, as: "multiline", personal: false })),
  retentionDays: 30,
};
/**
 * Forwards submissions as the webhook does, to a host that it may not call. Text that is too long is refused before the
 * host is checked.
 */
const sourceFor = (host: string): string => `export const hooks = { formSubmitted: async (submission, ctx) => {
  const body = JSON.stringify({ type: "form.submitted", data: { site: ctx.site.id, ...submission } });
  const why = await fetch("https://${host}/", { method: "POST", body }).catch(({ code }) => code);
  await ctx.storage.put("told", { quotes: Object.values(submission.fields).join("").length, why });
} };`;

/** A body of exactly this many bytes, with quotes in all answers. Each quote takes two characters in JSON. */
function quotes(bytes: number): string {
  let left = bytes;
  return NAMES.map((name, n) => {
    const head = `${n > 0 ? "&" : ""}${name}=`;
    const answer = '"'.repeat(Math.min(FORM_ANSWER_MAX_CHARS, left - head.length));
    left -= head.length + answer.length;
    return head + answer;
  }).join("");
}

test("the longest submission, full of quotes, is delivered whole and can be forwarded", async () => {
  const owner = await anEditor();
  const host = new URL(owner.site.origin).hostname;
  const contributes = { hooks: [{ on: "formSubmitted" }], forms: [FORM] };
  await addPlugin(owner, sourceFor(host), {
    contributes,
    capabilities: { ...STORAGE, http: { hosts: [host], methods: ["POST"] } },
  });
  await place(owner, [formSection("contact", "acme.tool/long")]);
  const body = quotes(FORM_BODY_MAX_BYTES);
  expect(body).toHaveLength(FORM_BODY_MAX_BYTES);
  expect((await post(owner, { body, page: false })).status).toBe(201);
  await ring(owner);
  await ring(owner);
  const told = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage");
  expect(told.map(({ value }) => JSON.parse(value) as unknown)).toEqual([
    { quotes: body.replaceAll(/[^"]/g, "").length, why: "refused" },
  ]);
  expect((await invocations(owner)).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(["formSubmitted ok"]);
});

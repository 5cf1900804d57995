/** A form's choices, judgement and links of its plugin's code. */
import { describe, expect, test } from "vitest";
import {
  FORM_CHOICES_MAX,
  FORM_LINKS_MAX,
  FORM_LINK_FILE_MAX_CHARS,
  FORM_ROUTE_SAYS_MAX_CHARS,
} from "../../../manifests/bounds/forms.ts";
import { type FormContribution, formShape } from "../../../manifests/manifest/form.ts";
import { formIssues } from "../../../manifests/rules/formRules.ts";
import type { PluginCalls } from "../../../runtime/plugins/calls/calls.ts";
import type { PluginShelf } from "../../../runtime/plugins/states/shelf.ts";
import { choicesIn, drawnChoices } from "../../../runtime/forms/drawChoices.ts";
import { modelOf } from "../../../runtime/forms/model.ts";
import { FormAsking } from "../../../runtime/submissions/asking.ts";

const FORM = {
  name: "seat",
  title: "Seat",
  description: "A seat",
  fields: {
    type: "object",
    properties: {
      seat: { type: "string", title: "Seat", maxLength: 20 },
      name: { type: "string", title: "Name", maxLength: 20 },
    },
    required: ["seat"],
    additionalProperties: false,
  },
  inputs: [{ field: "seat", as: "radio", choices: "seats", error: "That seat is taken." }],
  route: "judge",
} as unknown as FormContribution;
const model = modelOf({ item: FORM, qualified: "acme.seats/seat" });
const [seat] = model.fields;
const field = seat ?? expect.fail("no field");

const drawn = (data: unknown, chosen: readonly string[] = []): string =>
  drawnChoices({ id: "f-seat", field, choices: choicesIn(field, data), chosen });

describe("choices of the section's data", () => {
  test.each([FORM_CHOICES_MAX - 1, FORM_CHOICES_MAX, FORM_CHOICES_MAX + 1])("are %i, up to the bound", (count) => {
    const seats = Array.from({ length: count }, (_, n) => ({ value: `s${n}`, title: `Seat ${n}` }));
    expect(choicesIn(field, { seats })).toHaveLength(Math.min(count, FORM_CHOICES_MAX));
  });

  test.each([
    undefined,
    null,
    "seats",
    [],
    { seats: "x" },
    { seats: [null, 5, { value: "a" }, { value: "", title: "b" }] },
  ])("are none in %j", (data) => expect(choicesIn(field, data)).toEqual([]));

  test("are text, in groups of which the one with the answer stands open", () => {
    const seats = [
      { value: "a", title: "<b>A", group: 'Row "1"' },
      { value: 'b"><script>', title: "B", group: "Row 2" },
    ];
    const html = drawn({ seats }, ['b"><script>']);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html.match(/<details[^>]* open/g)).toHaveLength(1);
    expect(html.indexOf(" open")).toBeGreaterThan(html.indexOf("</details>"));
    expect(html).not.toContain("required");
    expect(drawn({ seats: seats.map(({ value, title }) => ({ value, title })) })).toContain("required");
  });
});

describe("the judgement of a route", () => {
  const asking = (answer: object): FormAsking => {
    const plugin = {
      id: "acme.seats",
      plugin: { manifest: { contributes: { routes: [{ name: "judge", kind: "form" }] } } },
    };
    const plugins = { prepare: async () => false, forSite: () => ({ resolution: { active: [plugin] } }) };
    const pluginCalls: PluginCalls = { all: async () => [{ ok: true, value: answer }] };
    return new FormAsking({ plugins: plugins as unknown as PluginShelf, pluginCalls });
  };
  const problem = (answer: object) =>
    asking(answer).problemOf("main", model, { form: "p.s", language: "en", fields: {}, once: "1" });

  test("takes answers with a status below 400, and refuses others at the named field", async () => {
    expect(await problem({ body: null })).toBeUndefined();
    expect(await problem({ status: 202, body: { message: "ignored" } })).toBeUndefined();
    expect(await problem({ status: 409, body: { field: "seat" } })).toMatchObject({
      field: "seat",
      says: "That seat is taken.",
    });
    expect(await problem({ status: 409, body: { field: "constructor" } })).toMatchObject({ field: "seat" });
    expect(await problem({ status: 422, body: { field: "name", message: "Too long." } })).toMatchObject({
      field: "name",
      says: "Too long.",
    });
  });

  test.each([FORM_ROUTE_SAYS_MAX_CHARS - 1, FORM_ROUTE_SAYS_MAX_CHARS, FORM_ROUTE_SAYS_MAX_CHARS + 1])(
    "is read up to the bound, with %i characters",
    async (chars) => {
      const found = await problem({ status: 409, body: { message: "x".repeat(chars) } });
      expect(found?.says).toHaveLength(Math.min(chars, FORM_ROUTE_SAYS_MAX_CHARS));
    },
  );
});

test.each([FORM_LINKS_MAX - 1, FORM_LINKS_MAX, FORM_LINKS_MAX + 1])("a form has %i links, up to the bound", (count) => {
  const links = Array.from({ length: count }, (_, n) => ({
    name: `l${n}`,
    title: "L",
    description: "L",
    route: "judge",
  }));
  expect(formShape.safeParse({ ...FORM, links }).success).toBe(count <= FORM_LINKS_MAX);
  expect(FORM_LINK_FILE_MAX_CHARS).toBeGreaterThan(0);
});

test("choices are for a text as radio or select alone", () => {
  const refused = (inputs: object[]) =>
    formIssues({ ...FORM, inputs } as unknown as FormContribution, "").map(({ pointer }) => pointer);
  expect(refused([{ field: "seat", as: "radio", choices: "seats" }])).toEqual([]);
  expect(refused([{ field: "seat", as: "select", choices: "seats" }])).toEqual([]);
  expect(refused([{ field: "seat", choices: "seats" }])).toEqual(["/inputs/0/choices"]);
  expect(refused([{ field: "seat", as: "multiline", choices: "seats" }])).toEqual(["/inputs/0/choices"]);
});

import { describe, expect, test } from "vitest";
import {
  FORM_FILE_MAX_BYTES,
  FORM_FILES_MAX,
  FORM_MAX_FIELDS,
  FORM_MAX_STEPS,
} from "../../../manifests/bounds/forms.ts";
import { type FormContribution, formShape } from "../../../manifests/manifest/form.ts";
import { formIssues } from "../../../manifests/rules/formRules.ts";
import { schemaIssues } from "../../../manifests/rules/sectionRules.ts";
import { markIssues, secretIssues } from "../../../manifests/rules/settingsRules.ts";
import { askedOf, problemsOf } from "../../../runtime/forms/values.ts";
import { modelOf } from "../../../runtime/forms/model.ts";

const text = (title = "A"): object => ({ type: "string", title });
const schema = (properties: Record<string, object>, required: readonly string[] = []): FormContribution["fields"] => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const form = (
  more: object,
  fields = schema({ a: text(), b: text(), c: { title: "C", enum: ["x", "y"] } }),
): FormContribution => ({ name: "f", title: "F", fields, ...more }) as FormContribution;

const faultsOf = (one: FormContribution): string[] =>
  formIssues(one, "").map(({ pointer, found }) => `${pointer}: ${found}`);

describe("a form whose visitors confirm their address", () => {
  const mail = { type: "string", title: "M", format: "email", maxLength: 254 };
  const when = { field: "c", is: ["x"] };
  const c = { title: "C", enum: ["x", "y"] };
  const FAULT = ["/confirmAddress: no mail address that is always asked"];
  const step = (name: string, ...names: string[]) => ({ name, title: name, fields: names });
  const inSteps = { steps: [step("one", "c"), step("two", "m")] };
  test.each([
    ["by the format of a field", {}, { m: mail }, []],
    ["by the control of a field", { inputs: [{ field: "m", as: "email" }] }, { m: text() }, []],
    ["and has no route", { route: "judge" }, { m: mail }, ['/route: "judge"']],
    ["in a later step", inSteps, { c, m: mail }, []],
    ["no field", {}, { m: text() }, FAULT],
    ["a field drawn as another", { inputs: [{ field: "m", as: "text" }] }, { m: mail }, FAULT],
    ["a field with a condition", { ...inSteps, inputs: [{ field: "m", when }] }, { c, m: mail }, FAULT],
    ["a step with a condition", { steps: [step("one", "c"), { ...step("two", "m"), when }] }, { c, m: mail }, FAULT],
  ] as const)("asks every one of them for it: %s", (_, more, properties, faults) => {
    expect(faultsOf(form({ ...more, confirmAddress: true }, schema(properties)))).toEqual(faults);
    expect(faultsOf(form({ ...more, confirmAddress: false }, schema(properties)))).toEqual([]);
  });
});

describe("a form whose answers the plugin alone keeps", () => {
  const file = { a: { $ref: "drawbridge:file", title: "A" } };
  const takes = { inputs: [{ field: "a", file: { types: ["image/png"], maxBytes: 5 } }] };
  const link = { name: "l", title: "L", description: "L", route: "judge" };
  test.each([
    ["a route", { route: "judge" }, {}, []],
    ["no route", {}, {}, ["/stored: no route that takes the answers"]],
    [
      "days that nothing is kept",
      { route: "judge", retentionDays: 3 },
      {},
      ["/retentionDays: retentionDays without submissions"],
    ],
    ["links of submissions", { route: "judge", links: [link] }, {}, ["/links: links without submissions"]],
    ["a file", { route: "judge", ...takes }, file, ["/fields/properties/a: a file"]],
  ] as const)("needs a route, and nothing of a submission: %s", (_, more, properties, faults) => {
    const fields = schema({ b: text(), ...properties });
    expect(faultsOf(form({ ...more, stored: false }, fields))).toEqual(faults);
    expect(faultsOf(form(more, fields))).toEqual([]);
  });

  test("says false and nothing else", () => {
    const one = { ...form({ route: "judge" }), description: "F" };
    expect([true, null, 0].map((stored) => formShape.safeParse({ ...one, stored }).success)).toEqual([
      false,
      false,
      false,
    ]);
    expect(formShape.safeParse({ ...one, stored: false }).success).toBe(true);
  });
});

describe("fields", () => {
  test.each([
    [{ type: "object", title: "A", properties: {}, additionalProperties: false }],
    [{ type: "array", title: "A", items: { type: "string" } }],
    [{ title: "A", enum: [1, 2] }],
    [{ $ref: "drawbridge:image", title: "A" }],
  ])("that nobody can type are refused: %j", (one) => {
    expect(faultsOf(form({}, schema({ a: one })))).toEqual(["/fields/properties/a: a type that a form cannot have"]);
  });

  test.each([
    [0, 1],
    [1, 0],
    [FORM_MAX_FIELDS - 1, 0],
    [FORM_MAX_FIELDS, 0],
    [FORM_MAX_FIELDS + 1, 1],
  ])("%i of them: %i faults", (count, faults) => {
    const properties = Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, text()]));
    expect(faultsOf(form({}, schema(properties)))).toHaveLength(faults);
  });

  test("with references are read as what these lead to", () => {
    const fields = {
      ...schema({ a: { $ref: "drawbridge:text", title: "A" }, b: { $ref: "#/$defs/short", title: "B" } }),
      $defs: { short: { type: "string", maxLength: 2 } },
    };
    const one = form({}, fields);
    expect(faultsOf(one)).toEqual([]);
    const model = modelOf({ qualified: "a.b/f", item: one });
    expect(problemsOf(model.fields, { a: "fine", b: "abc" }, model).map(({ field }) => field)).toEqual(["b"]);
  });
});

test.each<[object, string]>([
  [{ inputs: [{ field: "z" }] }, '/inputs/0/field: "z"'],
  [{ inputs: [{ field: "a" }, { field: "a" }] }, '/inputs/1/field: "a" a second time'],
  [{ inputs: [{ field: "c", as: "email" }] }, '/inputs/0/as: "email"'],
  [{ inputs: [{ field: "a", when: { field: "c", is: ["x"] } }] }, '/inputs/0/when/field: "c"'],
  [
    {
      steps: [
        { name: "one", title: "1", fields: ["a"] },
        { name: "two", title: "2", fields: ["b"] },
      ],
    },
    "/steps: no step with c",
  ],
  [
    {
      steps: [
        { name: "one", title: "1", fields: ["a", "c"] },
        { name: "one", title: "2", fields: ["b"] },
      ],
    },
    '/steps/1/name: a second step "one"',
  ],
  [
    {
      steps: [
        { name: "one", title: "1", fields: ["a", "b"] },
        { name: "two", title: "2", fields: ["b", "c"] },
      ],
    },
    '/steps/1/fields/0: "b" a second time',
  ],
  [
    {
      steps: [
        { name: "one", title: "1", fields: ["a"], when: { field: "c", is: ["x"] } },
        { name: "two", title: "2", fields: ["b", "c"] },
      ],
    },
    '/steps/0/when/field: "c"',
  ],
  [
    {
      steps: [
        { name: "one", title: "1", fields: ["a"] },
        { name: "two", title: "2", fields: ["b", "c"], when: { field: "b", is: ["x"] } },
      ],
    },
    '/steps/1/when/field: "b"',
  ],
])("%j is refused", (more, fault) => {
  expect(faultsOf(form(more))).toContain(fault);
});

test.each([FORM_MAX_STEPS - 1, FORM_MAX_STEPS, FORM_MAX_STEPS + 1])("%i steps", (count) => {
  const names = Array.from({ length: count }, (_, n) => `f${n}`);
  const steps = names.map((name) => ({ name: `s${name}`, title: name, fields: [name] }));
  const one = form({ steps }, schema(Object.fromEntries(names.map((name) => [name, text()]))));
  expect(formShape.safeParse(one).success).toBe(count <= FORM_MAX_STEPS);
});

test("what is asked follows from what was answered, step by step", () => {
  const one = form({
    steps: [
      { name: "one", title: "1", fields: ["c"] },
      { name: "two", title: "2", fields: ["a"], when: { field: "c", is: ["x"] } },
      { name: "three", title: "3", fields: ["b"] },
    ],
    inputs: [{ field: "b", when: { field: "a", is: ["go"] } }],
  });
  expect(faultsOf(one)).toEqual([]);
  const model = modelOf({ qualified: "a.b/f", item: one });
  const asked = (values: Record<string, unknown>): unknown => {
    const { steps, values: kept } = askedOf(model, values);
    return [steps.map(({ name }) => name), kept];
  };
  expect(asked({ c: "x", a: "go", b: "1" })).toEqual([["one", "two", "three"], { c: "x", a: "go", b: "1" }]);
  expect(asked({ c: "x", a: "stay", b: "1" })).toEqual([["one", "two"], { c: "x", a: "stay" }]);
  expect(asked({ c: "y", a: "go", b: "1" })).toEqual([["one"], { c: "y" }]);
});

describe("files", () => {
  const file = { $ref: "drawbridge:file", title: "CV" };
  const files = (more: object = {}): object => ({
    type: "array",
    title: "CVs",
    items: { $ref: "drawbridge:file" },
    ...more,
  });
  const takes = { types: ["application/pdf"], maxBytes: 1_000 };
  const asked = (one: object, more: object = {}): FormContribution =>
    form({ inputs: [{ field: "cv", file: takes }], ...more }, schema({ a: text(), cv: one }));

  test("are fields that say what they take", () => {
    expect([faultsOf(asked(file)), faultsOf(asked(files({ maxItems: 2 })))]).toEqual([[], []]);
    const taken = [file, files({ maxItems: 2 }), files()].map(
      (one) => modelOf({ qualified: "a.b/f", item: asked(one) }).fields[0],
    );
    expect(taken.map((field) => [field?.kind, field?.files])).toEqual(
      [1, 2, FORM_FILES_MAX].map((most) => ["file", { ...takes, most }]),
    );
  });

  test.each<[FormContribution, string]>([
    [form({}, schema({ cv: file })), '/inputs: nothing about what "cv" takes'],
    [
      asked({ ...file, default: { file: 1, name: "a", type: "b", bytes: 1 } }),
      "/fields/properties/cv/default: a default for a file",
    ],
    [form({ inputs: [{ field: "a", file: takes }] }), '/inputs/0/file: what "a" takes'],
    [
      asked(file, {
        steps: [
          { name: "one", title: "1", fields: ["cv"] },
          { name: "two", title: "2", fields: ["a"] },
        ],
      }),
      '/steps: "cv" before the last step',
    ],
    [asked({ ...file, title: "CV" }, { inputs: [{ field: "cv", as: "text", file: takes }] }), '/inputs/0/as: "text"'],
    [
      form({}, schema({ cv: { type: "object", title: "CV", properties: { it: file }, additionalProperties: false } })),
      "/fields/properties/cv: a type that a form cannot have",
    ],
  ])("that cannot be asked for so are refused: %#", (one, fault) => {
    expect(faultsOf(one)).toContain(fault);
  });

  test.each([
    [FORM_FILES_MAX - 1, 0],
    [FORM_FILES_MAX, 0],
    [FORM_FILES_MAX + 1, 1],
  ])("%i of them: %i faults", (maxItems, faults) => {
    expect(faultsOf(asked(files({ maxItems })))).toHaveLength(faults);
  });

  test.each([
    [FORM_FILE_MAX_BYTES - 1, true],
    [FORM_FILE_MAX_BYTES, true],
    [FORM_FILE_MAX_BYTES + 1, false],
    [0, false],
  ])("of %i bytes: %s", (maxBytes, isRight) => {
    expect(formShape.safeParse(asked(file, { inputs: [{ field: "cv", file: { ...takes, maxBytes } }] })).success).toBe(
      isRight,
    );
  });

  test("are asked for in forms and nowhere else", () => {
    for (const marks of [markIssues, secretIssues]) {
      expect(schemaIssues(schema({ cv: file }), "", marks).map(({ pointer }) => pointer)).toContain(
        "/properties/cv/$ref",
      );
      expect(
        schemaIssues({ ...schema({ a: { $ref: "#/$defs/x", title: "A" } }), $defs: { x: file } }, "", marks).map(
          ({ pointer }) => pointer,
        ),
      ).toContain("/$defs/x/$ref");
    }
  });
});

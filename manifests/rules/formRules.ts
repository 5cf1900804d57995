/** Rules within one form: all fields can be drawn, and inputs, steps and conditions name existing fields. */
import { PLAIN_TEXT_MAX_CHARS } from "../bounds/fields.ts";
import { FORM_FILES_MAX, FORM_MAX_FIELDS } from "../bounds/forms.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import { FILE_TYPE, isOfType } from "../fields/fieldTypes.ts";
import type { FormCondition, FormContribution, InputKind } from "../manifest/form.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { schemaIssues } from "./sectionRules.ts";
import { formMarkIssues } from "./settingsRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";

/** The sort of a field's value, which decides its controls. */
export type FieldSort = "text" | "choice" | "choices" | "number" | "flag" | "file" | "files";

const isTexts = (values: unknown): values is string[] =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

/** The choices of a field, each with the label for visitors. Undefined for free text. */
export function choicesOf({ enum: values, oneOf }: JsonSchema): { value: string; title: string }[] | undefined {
  if (isTexts(values)) return values.map((value) => ({ value, title: value }));
  if (!Array.isArray(oneOf)) return undefined;
  const choices = oneOf.map(({ const: value, title }: JsonSchema) => ({ value, title }));
  return choices.every((choice): choice is { value: string; title: string } => typeof choice.value === "string")
    ? choices
    : undefined;
}

/** The sort of a field. Undefined for a value that no visitor can enter. */
export function sortOf(schema: JsonSchema): FieldSort | undefined {
  const { type = "string" } = schema;
  if (isOfType(schema, FILE_TYPE)) return "file";
  if (type === "boolean") return "flag";
  if ("enum" in schema || "oneOf" in schema) return choicesOf(schema) ? "choice" : undefined;
  if (type === "integer" || type === "number") return "number";
  if (type === "string") return "text";
  return type === "array" ? listSortOf(schema["items"] as JsonSchema) : undefined;
}

function listSortOf(items: JsonSchema): FieldSort | undefined {
  if (isOfType(items, FILE_TYPE)) return "files";
  return choicesOf(items) ? "choices" : undefined;
}

export const isFileSort = (sort: FieldSort | undefined): boolean => sort === "file" || sort === "files";

/** The controls for each sort; the first is the default. */
export const DRAWN: Readonly<Record<FieldSort, readonly InputKind[]>> = {
  text: ["text", "multiline", "email", "tel", "url", "date", "time"],
  choice: ["select", "radio"],
  choices: ["checkboxes"],
  number: ["number"],
  flag: ["checkbox"],
  file: ["file"],
  files: ["file"],
};

const BY_FORMAT: Readonly<Record<string, InputKind>> = { email: "email", date: "date", time: "time" };

/** The control of a field for which the form names none. */
export function defaultInput(sort: FieldSort, { format, maxLength }: JsonSchema): InputKind {
  if (sort !== "text") return DRAWN[sort][0] ?? "text";
  if (Number(maxLength) > PLAIN_TEXT_MAX_CHARS) return "multiline";
  return typeof format === "string" && Object.hasOwn(BY_FORMAT, format) ? (BY_FORMAT[format] ?? "text") : "text";
}

export const formProperties = (fields: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;

class FormChecking {
  readonly issues: Issue[] = [];
  readonly #form: FormContribution;
  readonly #properties: Readonly<Record<string, JsonSchema>>;
  readonly #at: string;

  constructor(form: FormContribution, at: string) {
    this.#form = form;
    this.#properties = formProperties(form.fields);
    this.#at = at;
  }

  run(): Issue[] {
    this.#fields();
    this.#inputs();
    this.#steps();
    this.#conditions();
    this.#files();
    this.#address();
    this.#choices();
    this.#unstored();
    return this.issues;
  }

  #fields(): void {
    const names = Object.keys(this.#properties);
    if (names.length === 0 || names.length > FORM_MAX_FIELDS) {
      this.#refuse("/fields/properties", `${names.length} fields`, `1 to ${FORM_MAX_FIELDS} fields`);
    }
    for (const [name, schema] of Object.entries(this.#properties)) {
      if (sortOf(schema)) continue;
      this.#refuse(
        `/fields/properties/${name}`,
        "a type that a form cannot have",
        "text, number, boolean, a choice of texts, a file, or a list of these",
      );
    }
  }

  #inputs(): void {
    const seen = new Set<string>();
    for (const [index, { field, as, choices }] of (this.#form.inputs ?? []).entries()) {
      const at = `/inputs/${index}`;
      this.#known(field, `${at}/field`, seen);
      const sort = Object.hasOwn(this.#properties, field) ? sortOf(this.#properties[field] ?? {}) : undefined;
      if (sort && as && choices === undefined && !DRAWN[sort].includes(as))
        this.#refuse(`${at}/as`, quote(as), `one of ${DRAWN[sort].join(", ")}`);
    }
  }

  #steps(): void {
    const { steps } = this.#form;
    if (!steps) return;
    const seen = new Set<string>();
    for (const [index, step] of steps.entries()) {
      for (const [place, field] of step.fields.entries()) this.#known(field, `/steps/${index}/fields/${place}`, seen);
      if (steps.findIndex(({ name }) => name === step.name) !== index)
        this.#refuse(`/steps/${index}/name`, `a second step ${quote(step.name)}`, "each once");
    }
    const left = Object.keys(this.#properties).filter((name) => !seen.has(name));
    if (left.length > 0) this.#refuse("/steps", `no step with ${left.join(", ")}`, "every field in one of the steps");
  }

  #known(field: string, at: string, seen: Set<string>): void {
    if (!Object.hasOwn(this.#properties, field))
      this.#refuse(at, quote(field), `one of ${Object.keys(this.#properties).join(", ")}`);
    else if (seen.has(field)) this.#refuse(at, `${quote(field)} a second time`, "each once");
    seen.add(field);
  }

  /** A condition may only name a field of an earlier step. Without script, nothing can appear while a visitor types. */
  #conditions(): void {
    const { steps = [], inputs = [] } = this.#form;
    for (const [index, { when }] of steps.entries()) this.#condition(when, index, `/steps/${index}/when`);
    for (const [index, { field, when }] of inputs.entries()) {
      this.#condition(
        when,
        steps.findIndex(({ fields }) => fields.includes(field)),
        `/inputs/${index}/when`,
      );
    }
  }

  #condition(when: FormCondition | undefined, step: number, at: string): void {
    if (!when) return;
    const earlier = (this.#form.steps ?? []).slice(0, Math.max(0, step)).flatMap(({ fields }) => fields);
    if (!earlier.includes(when.field)) this.#refuse(`${at}/field`, quote(when.field), "a field of an earlier step");
  }

  #files(): void {
    const files = Object.entries(this.#properties).filter(([, schema]) => isFileSort(sortOf(schema)));
    for (const [name, schema] of files) this.#file(name, schema);
    for (const [index, { field, file }] of (this.#form.inputs ?? []).entries()) {
      if (file && !files.some(([name]) => name === field))
        this.#refuse(
          `/inputs/${index}/file`,
          `what ${quote(field)} takes`,
          `nothing here: that field is not of type ${FILE_TYPE}`,
        );
    }
  }

  #file(name: string, schema: JsonSchema): void {
    const at = `/fields/properties/${name}`;
    if (!this.#form.inputs?.some(({ field, file }) => field === name && file)) {
      this.#refuse(
        "/inputs",
        `nothing about what ${quote(name)} takes`,
        "an entry for that field in input, with file: types and maxBytes",
      );
    }
    if ("default" in schema) this.#refuse(`${at}/default`, "a default for a file", "no default here");
    if (Number(schema["maxItems"] ?? 1) > FORM_FILES_MAX)
      this.#refuse(`${at}/maxItems`, String(schema["maxItems"]), `at most ${FORM_FILES_MAX} files`);
    // Browsers do not keep a chosen file from one page to the next.
    const { steps } = this.#form;
    if (steps && !steps.at(-1)?.fields.includes(name))
      this.#refuse("/steps", `${quote(name)} before the last step`, "files in the last step only");
  }

  /** Visitors can only confirm an address that each of them is asked for. */
  #address(): void {
    const { confirmAddress, subscribes, route, steps = [], inputs = [] } = this.#form;
    if (subscribes === true && confirmAddress !== true)
      this.#refuse("/subscribes", "no confirmed address", "confirmAddress, because nobody may subscribe others");
    if (confirmAddress !== true) return;
    // A plugin would keep something for a visitor who never confirms, and whom it never hears of.
    if (route !== undefined)
      this.#refuse("/route", quote(route), "no route in a form whose visitors confirm their address");
    const isAsked = Object.entries(this.#properties).some(([name, schema]) => {
      const [sort, input] = [sortOf(schema), inputs.find(({ field }) => field === name)];
      if (!sort || (input?.as ?? defaultInput(sort, schema)) !== "email") return false;
      return !input?.when && !steps.find(({ fields }) => fields.includes(name))?.when;
    });
    if (!isAsked)
      this.#refuse(
        "/confirmAddress",
        "no mail address that is always asked",
        "a field of kind email without a condition",
      );
  }

  /** Code computes such choices, so the schema has none and a browser cannot check them. */
  #choices(): void {
    for (const [index, { field, as, choices }] of (this.#form.inputs ?? []).entries()) {
      if (choices === undefined) continue;
      const schema = this.#properties[field];
      if (!schema || sortOf(schema) !== "text" || (as !== "radio" && as !== "select"))
        this.#refuse(`/inputs/${index}/choices`, quote(choices), "choices for a field of text, as radio or select");
    }
  }

  /** Answers that the site does not store have a plugin that takes them, and nothing that needs a submission. */
  #unstored(): void {
    if (this.#form.stored !== false) return;
    if (this.#form.route === undefined)
      this.#refuse("/stored", "no route that takes the answers", "a route, or answers that the site stores");
    for (const name of ["links", "retentionDays"] as const)
      if (this.#form[name] !== undefined)
        this.#refuse(
          `/${name}`,
          `${name} without submissions`,
          "nothing here in a form whose answers the site does not store",
        );
    const file = Object.entries(this.#properties).find(([, schema]) => isFileSort(sortOf(schema)));
    if (file)
      this.#refuse(
        `/fields/properties/${file[0]}`,
        "a file",
        "no files in a form whose answers the site does not store",
      );
  }

  #refuse(at: string, found: string, allowed: string): void {
    this.issues.push({ pointer: this.#at + at, found, allowed });
  }
}

export function formIssues(form: FormContribution, pointer: string): Issue[] {
  const schema = schemaIssues(form.fields, `${pointer}/fields`, formMarkIssues);
  // A refused schema makes all further checks meaningless.
  return schema.length > 0 ? schema : new FormChecking(form, pointer).run();
}

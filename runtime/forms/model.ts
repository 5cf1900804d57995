import type { FormCondition, FormContribution, FormLink, InputKind, TakenFile } from "../../manifests/manifest/form.ts";
import {
  type FieldSort,
  choicesOf,
  defaultInput,
  formProperties,
  isFileSort,
  sortOf,
} from "../../manifests/rules/formRules.ts";
import { FORM_FILES_MAX, FORM_MIN_SECONDS, FORM_RETENTION_DAYS } from "../../manifests/bounds/forms.ts";
import { labelled, translationsFor } from "../../manifests/packages/labels.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Contribution } from "../contributions/points.ts";
import { messagesFor, type Messages } from "./messages.ts";

/** One question of a form, with all that its manifest declares. */
export interface FormField {
  readonly name: string;
  /** The schema with every reference replaced. */
  readonly schema: JsonSchema;
  /** The schema as the author wrote it, with the definitions that its references use. */
  readonly written: { readonly schema: unknown; readonly definitions: unknown };
  readonly sort: FieldSort;
  readonly kind: InputKind;
  readonly label: string;
  readonly help: string | undefined;
  readonly required: boolean;
  /** True if the answer is a moment, which people read in a time zone. */
  readonly isMoment: boolean;
  readonly personal: boolean;
  readonly autocomplete: string | undefined;
  readonly error: string | undefined;
  readonly when: FormCondition | undefined;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  /** The list in the section's data with the choices. Undefined if the schema has them, or if there are none. */
  readonly choicesFrom: string | undefined;
  /** The accepted files. Null for fields of another kind. */
  readonly files: TakenFiles | null;
}

export interface TakenFiles extends TakenFile {
  /** The most files. */
  readonly most: number;
}

/** The questions of one step. A form without steps has one step without a name. */
export interface FormStep {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly when: FormCondition | undefined;
  readonly fields: readonly FormField[];
}

export interface FormModel {
  /** `<plugin id>/<name>`. */
  readonly type: string;
  readonly title: string;
  /** The fields in the order of their questions. */
  readonly fields: readonly FormField[];
  readonly steps: readonly FormStep[];
  readonly messages: Messages;
  /** The least seconds that a person needs. A faster sender is a program. */
  readonly minSeconds: number;
  readonly confirm: boolean;
  /** True if visitors confirm their address by a letter. */
  readonly confirmAddress: boolean;
  /** True if visitors ask for letters with it. */
  readonly subscribes: boolean;
  readonly challenge: boolean;
  readonly limits: NonNullable<FormContribution["limits"]>;
  readonly retentionDays: number;
  /** The route of the plugin that is asked before answers are stored. */
  readonly route: string | undefined;
  /** False if the plugin alone keeps the answers. */
  readonly isStored: boolean;
  readonly links: readonly FormLink[];
  /** The name of the trap field, which people do not see. */
  readonly trap: string;
}

/** The name of the field that asks every visitor for a mail address. Undefined if the form has none. */
export const addressField = ({ steps }: FormModel): string | undefined =>
  steps
    .filter(({ when }) => when === undefined)
    .flatMap(({ fields }) => fields)
    .find(({ kind, when }) => kind === "email" && when === undefined)?.name;

/** The same form, in which a field is required. */
export function requiring(model: FormModel, name: string): FormModel {
  const required = (fields: readonly FormField[]): FormField[] =>
    fields.map((field) => (field.name === name ? { ...field, required: true } : field));
  const steps = model.steps.map((step) => ({ ...step, fields: required(step.fields) }));
  return { ...model, steps, fields: required(model.fields) };
}

export const isFileField = ({ files }: FormField): boolean => files !== null;

/** Cached models, by form and then by the language of the texts. */
const models = new WeakMap<FormContribution, Map<string, FormModel>>();

type Named = Pick<Contribution<FormContribution>, "item" | "qualified"> & {
  readonly plugin?: { readonly plugin: Pick<Contribution<FormContribution>["plugin"]["plugin"], "files"> };
};

/**
 * The model of a form for visitors of one language. Its texts come from the plugin's labels, then from its manifest. The
 * kernel has the texts that the manifest leaves out.
 */
export function modelOf({ item, qualified, plugin }: Named, language = "en"): FormModel {
  const ofForm = models.get(item) ?? new Map<string, FormModel>();
  models.set(item, ofForm);
  const known =
    ofForm.get(language) ??
    makeModel(
      labelled(item, plugin && translationsFor(plugin.plugin.files, language)),
      qualified,
      messagesFor(language),
    );
  ofForm.set(language, known);
  return known;
}

function makeModel(form: FormContribution, type: string, messages: Messages): FormModel {
  const given = fieldsOf(form);
  const byName = new Map(given.map((field) => [field.name, field]));
  const steps = form.steps?.map(({ fields, ...step }): FormStep => ({
    name: step.name,
    title: step.title,
    description: step.description,
    when: step.when,
    fields: fields.flatMap((name) => byName.get(name) ?? []),
  })) ?? [{ name: "", title: undefined, description: undefined, when: undefined, fields: given }];
  return {
    type,
    title: form.title,
    steps,
    fields: steps.flatMap(({ fields }) => fields),
    messages: { ...messages, ...form.messages },
    ...protectionOf(form),
    confirmAddress: form.confirmAddress === true,
    subscribes: form.subscribes === true,
    limits: form.limits ?? {},
    retentionDays: form.retentionDays ?? FORM_RETENTION_DAYS,
    route: form.route,
    isStored: form.stored !== false,
    links: form.links ?? [],
    trap: TRAPS.find((name) => !byName.has(name)) ?? "_website",
  };
}

const protectionOf = ({ spam = {} }: FormContribution): Pick<FormModel, "minSeconds" | "confirm" | "challenge"> => ({
  minSeconds: spam.minSeconds ?? FORM_MIN_SECONDS,
  confirm: spam.confirm ?? false,
  challenge: spam.challenge ?? false,
});

/** Names that spam programs tend to fill in. The trap gets the first that is no field of the form. */
const TRAPS = ["website", "homepage", "company_url"];

function fieldsOf(form: FormContribution): FormField[] {
  const properties = formProperties(form.fields);
  const named = (form.inputs ?? []).map(({ field }) => field);
  const order = [...named, ...Object.keys(properties).filter((name) => !named.includes(name))];
  return order.flatMap((name) => fieldOf(form, name, properties[name]) ?? []);
}

type Input = NonNullable<FormContribution["inputs"]>[number];

function fieldOf(
  { fields, inputs = [] }: FormContribution,
  name: string,
  schema: JsonSchema | undefined,
): FormField | undefined {
  const sort = schema && sortOf(schema);
  if (!schema || !sort) return undefined;
  const {
    as,
    personal = true,
    autocomplete,
    error,
    when,
    file,
    choices,
  }: Partial<Input> = inputs.find(({ field }) => field === name) ?? {};
  return {
    name,
    schema,
    sort,
    kind: as ?? defaultInput(sort, schema),
    personal,
    autocomplete,
    error,
    when,
    written: { schema: (fields["properties"] as JsonSchema)[name], definitions: fields["$defs"] },
    label: String(schema["title"]),
    help: schema["description"] as string | undefined,
    isMoment: schema["format"] === "date-time",
    required: ((fields["required"] ?? []) as readonly string[]).includes(name),
    choices: choicesOf(sort === "choices" ? (schema["items"] as JsonSchema) : schema) ?? [],
    choicesFrom: choices,
    files: file ? takenFiles(file, sort, schema) : null,
  };
}

const takenFiles = (file: TakenFile, sort: FieldSort, { maxItems }: JsonSchema): TakenFiles | null =>
  isFileSort(sort) ? { ...file, most: sort === "file" ? 1 : Number(maxItems ?? FORM_FILES_MAX) } : null;

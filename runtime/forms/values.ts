/** A visitor's answers: parses them from a request, and validates them. */
import { FORM_ANSWER_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import type { FormCondition } from "../../manifests/manifest/form.ts";
import { FILE_SAYS } from "../../manifests/fields/fieldTypes.ts";
import { decodePointer, encodePointer } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { fromForm, type FormFields } from "../contributions/formFields.ts";
import { isMailAddress, mailAddressOf } from "./mailAddress.ts";
import type { Messages } from "./messages.ts";
import { type FormField, type FormModel, type FormStep, isFileField } from "./model.ts";

export type FormValues = Readonly<Record<string, unknown>>;

type FieldCode = "INVALID_REQUEST" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_LARGE" | "CONFLICT";

/** A problem with one answer, which the sender must correct. */
export interface FieldProblem {
  readonly field: string;
  /** The message for the visitor. */
  readonly says: string;
  /** The issue for programs. It never contains the sent value. */
  readonly issue: Issue;
  /** The refusal's code for programs, if this is the only problem. */
  readonly code: FieldCode;
}

/** The value of a file field: a description of the stored file. */
export interface FileAnswer {
  /** The number of the file in its submission. */
  readonly file: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === "object" && value !== null && "file" in value;

/** The reason for refusing a file. */
export type FileFault = "type" | "size" | "count" | "full";
export type FileFaults = ReadonlyMap<string, FileFault>;

interface FaultWords {
  readonly code: FieldCode;
  readonly says: keyof Messages;
  readonly found: string;
  allowed(files: NonNullable<FormField["files"]>): string;
}

const FAULTS: Readonly<Record<FileFault, FaultWords>> = {
  type: {
    code: "UNSUPPORTED_MEDIA_TYPE",
    says: "fileType",
    found: "a file of another type, or a damaged file",
    allowed: ({ types }) => types.join(", "),
  },
  size: {
    code: "TOO_LARGE",
    says: "fileSize",
    found: "a larger file",
    allowed: ({ maxBytes }) => `at most ${maxBytes} bytes`,
  },
  count: { code: "TOO_LARGE", says: "fileCount", found: "more files", allowed: ({ most }) => `at most ${most}` },
  full: { code: "CONFLICT", says: "fileFull", found: "a file", allowed: () => "no file until members have made room" },
};

/** Parses the fields of a submitted form. Unknown names are kept, so that the receiver can refuse them. */
export function readFields({ fields }: FormModel, sent: FormFields): FormValues {
  const files = new Set(fields.filter(isFileField).map(({ name }) => name));
  return tidy(
    fromForm(
      schemaFor(fields),
      sent.filter(([name, text]) => text !== "" || !files.has(name)),
    ),
  );
}

/**
 * Replaces answers to file fields in the text values by null. Only the kernel describes files, so a client that sends
 * such a value has sent no file.
 */
export function withoutFiles({ fields }: FormModel, given: FormValues): FormValues {
  const files = fields.filter((field) => isFileField(field) && Object.hasOwn(given, field.name));
  return { ...given, ...Object.fromEntries(files.map(({ name }) => [name, null])) };
}

export const tidy = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, tidyOne(value)])
      .filter(([, value]) => value !== "" && value !== undefined),
  );

/** Normalises an answer. Browsers send CRLF as line break, and white space alone is no answer. */
function tidyOne(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(tidyOne);
  return typeof value === "string" ? value.toWellFormed().replaceAll(/\r\n?/g, "\n").trim() : value;
}

const fulfilled = (when: FormCondition | undefined, values: FormValues): boolean =>
  when === undefined || [values[when.field]].flat().some((value) => (when.is as unknown[]).includes(value));

export interface AskedSteps {
  readonly steps: readonly FormStep[];
  /** The answers, without those to questions that the form does not ask. */
  readonly values: FormValues;
}

/** Finds the questions that apply, given the answers. Answers to questions that do not apply are removed. */
export function askedOf({ steps, fields }: FormModel, given: FormValues): AskedSteps {
  const names = new Set(fields.map(({ name }) => name));
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([name]) => !names.has(name)),
  );
  const asked: FormStep[] = [];
  for (const step of steps) {
    if (!fulfilled(step.when, values)) continue;
    const shown = step.fields.every(({ when }) => fulfilled(when, values))
      ? step
      : { ...step, fields: step.fields.filter(({ when }) => fulfilled(when, values)) };
    for (const field of shown.fields) if (Object.hasOwn(given, field.name)) values[field.name] = answerTo(field, given);
    if (shown.fields.length > 0) asked.push(shown);
  }
  return { steps: asked, values };
}

/** An answer as it is stored. */
function answerTo({ name, kind }: FormField, given: FormValues): unknown {
  const answer = given[name];
  return kind === "email" && typeof answer === "string" ? mailAddressOf(answer) : answer;
}

const schemas = new WeakMap<readonly FormField[], JsonSchema>();

/**
 * Caches the schema of each list of fields, because a form is checked often, and making a validator costs more than
 * using it.
 */
function schemaFor(fields: readonly FormField[]): JsonSchema {
  const known = schemas.get(fields) ?? schemaOf(fields);
  schemas.set(fields, known);
  return known;
}

function schemaOf(fields: readonly FormField[]): JsonSchema {
  const definitions = fields[0]?.written.definitions;
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, written }) => [name, written.schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
}

/** Lists the problems of the answers to these fields. Other answers are ignored. */
export function problemsOf(
  fields: readonly FormField[],
  values: FormValues,
  { messages }: Pick<FormModel, "messages">,
  faults: FileFaults = NO_FAULTS,
): FieldProblem[] {
  const fieldValues = Object.fromEntries(
    fields.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  );
  const issues = [
    ...validateFields(schemaFor(fields), fieldValues),
    ...fields.flatMap((field) => furtherIssues(field, fieldValues[field.name])),
  ];
  const byField = new Map(issues.toReversed().map((issue) => [decodePointer(issue.pointer)[0] ?? "", issue]));
  return fields.flatMap((field) => {
    const fault = faults.get(field.name);
    if (fault && field.files) return [faultOf(field.name, field.files, fault, messages)];
    const issue = byField.get(field.name);
    if (!issue) return [];
    const isMissing = !Object.hasOwn(fieldValues, field.name);
    if (field.files) return [fileProblem(field, isMissing, messages)];
    const says =
      isMissing && field.sort !== "flag"
        ? messages.required
        : (field.error ?? (isMissing ? messages.required : `Please give ${issue.allowed}.`));
    return [
      {
        field: field.name,
        says,
        issue: { ...issue, found: isMissing ? "nothing" : "another value" },
        code: "INVALID_REQUEST",
      },
    ];
  });
}

const NO_FAULTS: FileFaults = new Map();

function faultOf(
  field: string,
  files: NonNullable<FormField["files"]>,
  fault: FileFault,
  messages: Messages,
): FieldProblem {
  const { code, says, found, allowed } = FAULTS[fault];
  return { field, says: messages[says], issue: { pointer: `/${field}`, found, allowed: allowed(files) }, code };
}

const fileProblem = ({ name, error }: FormField, isMissing: boolean, { file }: Messages): FieldProblem => ({
  field: name,
  says: error ?? file,
  issue: { pointer: `/${name}`, found: isMissing ? "nothing" : "another value", allowed: FILE_SAYS },
  code: "INVALID_REQUEST",
});

/** Lists issues for answers to questions that the form does not have. */
export const unknownFields = ({ fields }: FormModel, values: FormValues): Issue[] =>
  Object.keys(values)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => ({
      pointer: encodePointer([name]),
      found: "an unknown field",
      allowed: `only ${fields.map((field) => field.name).join(", ")}`,
    }));

const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_OF_TEXT = /[^\P{Cc}\n\t]/u;
const TELEPHONE = /^\+?[0-9][0-9 ()./-]{2,39}$/;

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Rules for texts that a schema cannot express, with the allowed values. */
const TEXTS: readonly (readonly [fits: (text: string, field: FormField) => boolean, allowed: string])[] = [
  [(text) => text.length <= FORM_ANSWER_MAX_CHARS, `at most ${FORM_ANSWER_MAX_CHARS} characters`],
  [
    (text, { kind }) => !(kind === "multiline" ? CONTROLS_OF_TEXT : CONTROLS).test(text),
    "text without control characters",
  ],
  // A schema's format also takes quoted names, which give one mailbox many spellings.
  [(text, { kind }) => kind !== "email" || isMailAddress(text), "a mail address such as name@example.com"],
  [(text, { kind }) => kind !== "tel" || TELEPHONE.test(text), "a telephone number"],
  [(text, { kind }) => kind !== "url" || isWebAddress(text), "an address that begins with https://"],
];

function furtherIssues(field: FormField, value: unknown): Issue[] {
  const pointer = `/${field.name}`;
  if (field.required && value === false) return [{ pointer, found: "false", allowed: "true" }];
  if (Array.isArray(value) && new Set(value).size !== value.length)
    return [{ pointer, found: "the same choice twice", allowed: "each once" }];
  if (typeof value !== "string" || field.sort !== "text") return [];
  return TEXTS.filter(([fits]) => !fits(value, field)).map(([, allowed]) => ({
    pointer,
    found: "another text",
    allowed,
  }));
}

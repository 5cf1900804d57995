/**
 * Renders a form as HTML. The kernel renders all of it, so a plugin decides the questions and never the address that
 * receives the answers. The form works without script: a problem appears at its field, typed text stays, and later
 * steps carry earlier answers in hidden fields.
 */
import { mediaRow } from "../../manifests/shapes/mediaTypes.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import { choicesIn, drawnChoices } from "./drawChoices.ts";
import { type InsteadState, drawInstead, hiddenField } from "./drawInstead.ts";
import { type FormField, type FormStep, type TakenFiles, isFileField } from "./model.ts";
import type { Placement } from "./placement.ts";
import { FORM_SCRIPT_ELEMENT } from "./script.ts";
import type { FormValues } from "./values.ts";

/** Names of the fields that the kernel adds. No field of a plugin can have one, because none begins with `_`. */
export const TOKEN = "_token";
export const STEP = "_step";
export const GO = "_go";
export const BACK = "back";

/** The state of a form that was sent and is shown again with its problems or its next step. */
export interface FormProgress {
  readonly kind: "filling";
  /** The step to show now. */
  readonly step: FormStep;
  /** The number of the step, from 1, among `of` steps that apply. */
  readonly number: number;
  readonly of: number;
  readonly values: FormValues;
  /** The visitor's message for each field with a problem. */
  readonly problems: ReadonlyMap<string, string>;
  readonly notice: "failed" | "again" | null;
  readonly token: string;
  /** The text in the trap field, which programs and some browsers fill in. */
  readonly trapped: string | null;
}

export type FormState = FormProgress | InsteadState;

interface Drawing {
  readonly place: Placement;
  readonly values: FormValues;
  readonly problems: ReadonlyMap<string, string>;
  /** True if a later step has a file field. Files chosen on this step would be lost. */
  readonly isFileLater: boolean;
  /** The data of the section, which may have choices. */
  readonly data: unknown;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** The origin of the challenge's script. Only pages with a challenged form may load from it. */
export const CHALLENGE_ORIGIN = "https://challenges.cloudflare.com";

/**
 * Replaces the challenge in a draft. Its script is foreign, and in a draft it could reach the editor around the page.
 */
const CHALLENGE_STAND_IN =
  '<p class="form-help">Before sending, visitors show here that they are people. A draft does not ask.</p>';

/** Tells members that nobody gets the letter that the section promises. */
const UNCONFIRMABLE =
  '<p class="form-help">Visitors confirm no address here: the form has no mail address that every visitor is asked for.</p>';

export interface FormDrawing {
  /** The level of the heading above the form. */
  readonly level: number;
  /** The deployment's key. Empty if the deployment has no challenge or the form does not want it. */
  readonly challengeKey: string;
  /** True if members see the form, in a draft. */
  readonly isDraft: boolean;
  /**
   * True if the form script may send the form. A script cannot show a challenge a second time, so a form has one or the
   * other.
   */
  readonly hasScript: boolean;
  /** The data that the plugin's code computed for the section. */
  readonly data?: unknown;
}

/** Renders the element that the challenge fills in, and the challenge's script. */
function challenge({ challengeKey, isDraft }: FormDrawing): string {
  if (challengeKey === "") return "";
  if (isDraft) return CHALLENGE_STAND_IN;
  return `<div${attributes({ class: "cf-turnstile", "data-sitekey": challengeKey })}></div>\n<script src="${CHALLENGE_ORIGIN}/turnstile/v0/api.js" async defer></script>`;
}

export function drawForm(place: Placement, state: FormState | undefined, around: FormDrawing): string {
  return state && state.kind !== "filling" ? drawInstead(place, state) : drawSteps(place, state, around);
}

/** The questions of the visitor's step. */
function drawSteps(place: Placement, state: FormProgress | undefined, around: FormDrawing): string {
  const step = state?.step ?? place.model.steps[0];
  if (!step) return "";
  const drawing = {
    place,
    values: {},
    problems: NONE,
    isFileLater: place.confirm && !state,
    data: around.data,
    ...state,
  };
  const parts = [
    around.isDraft && place.isUnconfirmable ? UNCONFIRMABLE : "",
    notice(drawing, state),
    heading(step, state, around.level),
    carried(drawing, step, state),
    ...step.fields.filter((field) => isAskable(drawing, field)).map((field) => drawField(drawing, field)),
    trap(place, state?.trapped ?? null),
    challenge(around),
    buttons(drawing, state),
  ];
  const form = {
    class: "form",
    method: "post",
    action: `/api/forms/${place.id}`,
    enctype: isWithFiles(drawing, step) ? "multipart/form-data" : undefined,
    "accept-charset": "utf-8",
    "data-form": place.model.type,
  };
  return `<form${attributes(form)}>\n${parts.filter((part) => part !== "").join("\n")}\n</form>${around.hasScript ? `\n${FORM_SCRIPT_ELEMENT}` : ""}`;
}

/** A question without any choice is left out, unless it must be answered. */
const isAskable = ({ data }: Drawing, field: FormField): boolean =>
  field.required || field.choicesFrom === undefined || choicesIn(field, data).length > 0;

const isWithFiles = ({ isFileLater }: Drawing, { fields }: FormStep): boolean =>
  !isFileLater && fields.some(isFileField);

function notice(
  {
    place: {
      model: { messages, fields },
      id,
    },
    problems,
  }: Drawing,
  state: FormProgress | undefined,
): string {
  if (!state?.notice) return "";
  const links = fields
    .filter(({ name }) => problems.has(name))
    .map(({ name, label }) => `<li><a href="#${escapeHtml(inputId(id, name))}">${escapeHtml(label)}</a></li>`);
  const list = links.length > 0 ? `<ul>${links.join("")}</ul>` : "";
  return `<div class="form-notice" role="alert" tabindex="-1" autofocus><p>${escapeHtml(messages[state.notice])}</p>${list}</div>`;
}

function heading({ title, description }: FormStep, state: FormProgress | undefined, level: number): string {
  if (title === undefined) return "";
  const under = Math.min(6, level + 1);
  const count = state && state.of > 1 ? `<span class="form-count">${state.number}/${state.of}</span> ` : "";
  const text = description === undefined ? "" : `\n<p class="form-help">${escapeHtml(description)}</p>`;
  return `<h${under} class="form-step">${count}${escapeHtml(title)}</h${under}>${text}`;
}

/**
 * Renders the answers of other steps as hidden fields, because the site stores nothing before the last step is sent.
 */
function carried({ place, values }: Drawing, step: FormStep, state: FormProgress | undefined): string {
  const elsewhere = place.model.fields.filter(
    (field) => !isFileField(field) && !step.fields.some(({ name }) => name === field.name),
  );
  const answers = elsewhere.flatMap(({ name }) =>
    name in values ? [values[name]].flat().map((value) => hiddenField(name, String(value))) : [],
  );
  return [
    ...(step.name === "" ? [] : [hiddenField(STEP, step.name)]),
    ...(state ? [hiddenField(TOKEN, state.token)] : []),
    ...answers,
  ].join("\n");
}

/**
 * Renders the trap field, invisible and not focusable. If it was filled, it is shown, so that a person can empty it.
 */
function trap({ id, model }: Placement, trapped: string | null): string {
  const name = inputId(id, model.trap);
  const input = attributes({
    id: name,
    name: model.trap,
    type: "text",
    autocomplete: "off",
    value: trapped ?? undefined,
    ...(trapped === null ? { tabindex: "-1" } : {}),
  });
  const label = `<label for="${escapeHtml(name)}">${escapeHtml(model.messages.trap)}</label><input${input}>`;
  return trapped === null
    ? `<div class="form-trap" aria-hidden="true">${label}</div>`
    : `<div class="form-field is-wrong">${label}</div>`;
}

function buttons(
  {
    place: {
      model: { messages, steps },
      submit,
    },
  }: Drawing,
  state: FormProgress | undefined,
): string {
  const isLast = state ? state.number === state.of : steps.length === 1;
  const back =
    state && state.number > 1
      ? `<button type="submit" class="button button--quiet" name="${GO}" value="${BACK}" formnovalidate>${escapeHtml(messages.back)}</button>`
      : "";
  // The Enter key activates a form's first button, so the back button comes second.
  return `<p class="form-buttons"><button type="submit" class="button">${escapeHtml(isLast ? submit : messages.next)}</button>${back}</p>`;
}

const inputId = (form: string, field: string): string => `${form.replace(".", "-")}-${field}`;

function drawField(drawing: Drawing, field: FormField): string {
  const draw =
    field.files && drawing.isFileLater
      ? later
      : field.kind === "checkbox"
        ? flag
        : field.kind === "radio" || field.kind === "checkboxes"
          ? group
          : single;
  const isWrong = drawing.problems.has(field.name);
  return `<div class="form-field form-field-${field.kind}${isWrong ? " is-wrong" : ""}">\n${draw(drawing, field)}\n</div>`;
}

const mark = (
  {
    place: {
      model: { messages },
    },
  }: Drawing,
  { required }: FormField,
): string => (required ? "" : ` <span class="form-optional">(${escapeHtml(messages.optional)})</span>`);

/** Renders a field's help and problem, and the `aria-describedby` value that refers to them. */
function beside(
  { place, problems }: Drawing,
  { name, help, files }: FormField,
): { text: string; describedBy: string | undefined } {
  const id = inputId(place.id, name);
  const problem = problems.get(name);
  const parts = [
    ...(help === undefined
      ? []
      : [[`${id}-help`, `<p class="form-help" id="${escapeHtml(id)}-help">${escapeHtml(help)}</p>`] as const]),
    ...(files === null
      ? []
      : [
          [
            `${id}-takes`,
            `<p class="form-help" id="${escapeHtml(id)}-takes">${escapeHtml(takenText(files))}</p>`,
          ] as const,
        ]),
    ...(problem === undefined
      ? []
      : [
          [
            `${id}-problem`,
            `<p class="form-problem" id="${escapeHtml(id)}-problem">${escapeHtml(problem)}</p>`,
          ] as const,
        ]),
  ];
  return {
    text: parts.map(([, html]) => `${html}\n`).join(""),
    describedBy: parts.map(([at]) => at).join(" ") || undefined,
  };
}

/** Describes the accepted files without words: endings, size limit and number. */
const takenText = ({ types, maxBytes, most }: TakenFiles): string =>
  [
    types.map((type) => mediaRow(type).ending.toUpperCase()).join(", "),
    `≤ ${sizeText(maxBytes)}`,
    ...(most > 1 ? [`≤ ${most}`] : []),
  ].join(" · ");

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} kB` : `${Math.floor(bytes / 100_000) / 10} MB`;

function later(drawing: Drawing, field: FormField): string {
  const help = field.help === undefined ? "" : `\n<p class="form-help">${escapeHtml(field.help)}</p>`;
  return `<p class="form-label">${escapeHtml(field.label)}${mark(drawing, field)}</p>${help}\n<p class="form-help">${escapeHtml(drawing.place.model.messages.fileLater)}</p>`;
}

const isWrong = ({ problems }: Drawing, { name }: FormField): string | undefined =>
  problems.has(name) ? "true" : undefined;

function single(drawing: Drawing, field: FormField): string {
  const id = inputId(drawing.place.id, field.name);
  const { text, describedBy } = beside(drawing, field);
  const shared = {
    id,
    name: field.name,
    autocomplete: field.autocomplete,
    required: field.required,
    "aria-describedby": describedBy,
    "aria-invalid": isWrong(drawing, field),
  };
  const label = `<label for="${escapeHtml(id)}">${escapeHtml(field.label)}${mark(drawing, field)}</label>`;
  return `${label}\n${text}${control(drawing, field, shared)}`;
}

const WITHOUT_LENGTH: ReadonlySet<string> = new Set(["date", "time"]);

type Shared = Readonly<Record<string, string | boolean | undefined>>;

function control(drawing: Drawing, field: FormField, shared: Shared): string {
  if (field.files)
    return `<input${attributes({ type: "file", ...shared, accept: field.files.types.join(","), multiple: field.files.most > 1 })}>`;
  const value = drawing.values[field.name] ?? field.schema["default"];
  const text = value === undefined ? "" : String(value);
  const { maxLength, minLength, minimum, maximum, multipleOf, type } = field.schema;
  const lengths = WITHOUT_LENGTH.has(field.kind)
    ? {}
    : { maxlength: numeral(maxLength), minlength: numeral(minLength) };
  if (field.kind === "select") return select(drawing, field, shared, text);
  // HTML drops a line break right after the textarea's start tag, so the kernel always adds one.
  if (field.kind === "multiline")
    return `<textarea${attributes({ ...shared, ...lengths, rows: "6" })}>\n${escapeHtml(text)}</textarea>`;
  const range =
    field.kind === "number"
      ? {
          min: numeral(minimum),
          max: numeral(maximum),
          step: numeral(multipleOf) ?? (type === "integer" ? "1" : "any"),
        }
      : lengths;
  return `<input${attributes({ type: field.kind, ...shared, ...range, value: text === "" ? undefined : text })}>`;
}

const numeral = (value: unknown): string | undefined => (typeof value === "number" ? String(value) : undefined);

function select({ place, data }: Drawing, field: FormField, shared: Shared, chosen: string): string {
  const none = `<option value="">${escapeHtml(place.model.messages.choose)}</option>`;
  const options = choicesIn(field, data).map(
    ({ value, title }) => `<option${attributes({ value, selected: value === chosen })}>${escapeHtml(title)}</option>`,
  );
  return `<select${attributes(shared)}>\n${[none, ...options].join("\n")}\n</select>`;
}

function flag(drawing: Drawing, field: FormField): string {
  const id = inputId(drawing.place.id, field.name);
  const { text, describedBy } = beside(drawing, field);
  const input = attributes({
    type: "checkbox",
    id,
    name: field.name,
    value: "true",
    required: field.required,
    checked: drawing.values[field.name] === true,
    "aria-describedby": describedBy,
    "aria-invalid": isWrong(drawing, field),
  });
  return `${text}<label class="form-choice"><input${input}> <span>${escapeHtml(field.label)}${mark(drawing, field)}</span></label>`;
}

function group(drawing: Drawing, field: FormField): string {
  const id = inputId(drawing.place.id, field.name);
  const { text, describedBy } = beside(drawing, field);
  const chosen = [drawing.values[field.name] ?? field.schema["default"] ?? []].flat();
  const choices = drawnChoices({ id, field, choices: choicesIn(field, drawing.data), chosen });
  const set = attributes({ "aria-describedby": describedBy });
  return `<fieldset${set}>\n<legend>${escapeHtml(field.label)}${mark(drawing, field)}</legend>\n${text}${choices}\n</fieldset>`;
}

/** Describes a form in a page's Markdown twin: its questions, and the URL of the form. */
export function formAsMarkdown({ model, section }: Placement, url: string): string {
  const fields = model.fields.map(
    ({ label, required }) =>
      `- ${label.replaceAll(/[\\`*_[\]<>#]/g, "\\$&")}${required ? "" : ` (${model.messages.optional})`}`,
  );
  return `[${model.title.replaceAll(/[\\[\]]/g, "\\$&")}](${url}#${section}):\n\n${fields.join("\n")}`;
}

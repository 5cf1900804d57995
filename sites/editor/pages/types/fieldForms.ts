/** The forms of the fields of one type. */
import { html } from "hono/html";
import { PLAIN_TEXT_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { LABEL_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import { FIELD_KINDS, KIND_NAMES, type KindName } from "../../../../manifests/ownTypes/kinds.ts";
import { orderedField } from "../../../../manifests/shapes/listOrder.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { wasField } from "../drawing/wasField.ts";
import { askingKind } from "./newKind.ts";
import { type Losses, losing } from "./narrowing.ts";
import { beginningsOf } from "./spans.ts";
import { askingSharing } from "./sharing.ts";
import { isShared, kindOfSchema, mayBeListed, mayBeRequired, NAME_LENGTH, schemasOf, statesOfField } from "./states.ts";

const { types: words } = WORDS;

export interface FieldsOf {
  readonly type: OwnType;
  /** All content types of the site, for references. */
  readonly others: readonly SelectOption[];
  readonly here: string;
  readonly failure: FormFailure | undefined;
  /** The values that the refused change of a field would hide. */
  readonly losses?: Losses | undefined;
  /** True if the site has several languages. */
  readonly isInLanguages: boolean;
}

const NOTHING = {
  label: "",
  help: "",
  name: "",
  choices: "",
  of: "",
  begins: "",
  currency: "",
  required: "",
  listed: "",
};
const CHOICE_ROWS = 4;
const CURRENCY_LENGTH = "EUR".length;

const kindsOffered = KIND_NAMES.map((kind): SelectOption => [kind, words.kinds[kind]]);

export function addingField({ others, here, failure, isInLanguages }: FieldsOf): Html {
  const fields = new DrawnFields("add-field", failure);
  const content = html`${fields.text("label", words.label, "", { required: true, max: LABEL_MAX_CHARS, help: words.labelHelp })}
${fields.choice("kind", words.kind, "text", kindsOffered)}
${fields.text("choices", words.choices, "", { lines: CHOICE_ROWS, help: words.choicesHelp })}
${references(fields, NOTHING, others)}
${currency(fields, NOTHING)}
${fields.tick("listed", words.listed, false)}
${fields.tick("required", words.required, false)}
${isInLanguages ? fields.tick("shared", words.shared, false) : ""}
<button type="submit">${words.addField}</button>`;
  return html`<section aria-labelledby="adding"><h2 id="adding">${words.addFieldTitle}</h2>${alert(failure, "add-field")}${drawnForm("add-field", here, content)}</section>`;
}

const references = (fields: DrawnFields, { of }: { readonly of: string }, others: readonly SelectOption[]): Html =>
  fields.choice("of", words.of, of, [["", words.anyPage], ...others]);

const currency = (fields: DrawnFields, { currency: code }: { readonly currency: string }): Html =>
  fields.text("currency", words.currency, code, { max: CURRENCY_LENGTH, help: words.currencyHelp });

const hiddenBy = ({ losses }: FieldsOf): Losses | undefined => (losses && losses.total > 0 ? losses : undefined);

const factsOf = (schema: JsonSchema, { required, listed }: typeof NOTHING): string =>
  [
    words.kinds[kindOfSchema(schema)],
    ...(required === "" ? [] : [words.facts.required]),
    ...(listed === "" ? [] : [words.facts.listed]),
    ...(isShared(schema) ? [words.facts.shared] : []),
  ].join(" · ");

/** The forms that ask what a change would do. */
function asking({ here, isInLanguages }: FieldsOf, name: string, schema: JsonSchema): Html {
  const sharing = isInLanguages || isShared(schema) ? askingSharing(here, name, isShared(schema)) : "";
  return html`${askingKind(here, name, kindOfSchema(schema))}${sharing}`;
}

/** One field: what it is, and its form, which a member opens. */
export function fieldRow(site: FieldsOf, name: string, index: number): Html {
  const { type, here, failure } = site;
  const schema = schemasOf(type)[name] ?? {};
  const states = { ...NOTHING, ...statesOfField(type, name) };
  const kind = kindOfSchema(schema);
  const refused = failure?.form === "field" && failure.typed.get("field") === name ? failure : undefined;
  const hidden = refused && hiddenBy(site);
  const facts = factsOf(schema, states);
  const named = html`<input type="hidden" name="field" value="${name}">`;
  const title = states.label;
  const up =
    index === 0
      ? ""
      : drawnForm(
          "up",
          here,
          html`${named}<button type="submit" class="quiet" aria-label="${say(words.upOf, { title })}">${words.up}</button>`,
        );
  const remove = drawnForm(
    "remove-field",
    here,
    html`${named}<button type="submit" class="danger" aria-label="${say(words.removeOf, { title })}">${words.remove}</button>`,
  );
  return html`<li class="row"><div class="what"><p class="name"><bdi>${title}</bdi></p><p class="facts">${facts}</p>
<details${refused ? " open" : ""}><summary aria-label="${say(words.editOf, { title })}">${words.edit}</summary>${hidden ? losing(hidden) : alert(refused, "field")}${changing(site, { name, kind, states, refused, hidden })}${asking(site, name, schema)}</details></div>
<div class="acts">${up}${remove}</div></li>`;
}

/** True if the lists of the type are ordered by the field. */
const isOrderOf = ({ order = "" }: OwnType, name: string): boolean => orderedField(order)?.field === name;

interface ChangedField {
  readonly name: string;
  readonly kind: KindName;
  readonly states: typeof NOTHING;
  readonly refused: FormFailure | undefined;
  readonly hidden: Losses | undefined;
}

/** The fields that this one may end, if there are any. */
function beginnings(
  fields: DrawnFields,
  type: OwnType,
  name: string,
  { begins }: { readonly begins: string },
): Html | "" {
  const offered = beginningsOf(type, name).map((one): SelectOption => [
    one,
    String(schemasOf(type)[one]?.["title"] ?? one),
  ]);
  if (offered.length === 0) return "";
  return fields.choice("begins", words.begins, begins, [["", words.beginsNone], ...offered], words.beginsHelp);
}

function changing({ type, others, here }: FieldsOf, { name, kind, states, refused, hidden }: ChangedField): Html {
  const fields = new DrawnFields("field", refused, {}, name);
  const { may = {} } = FIELD_KINDS[kind];
  const content = html`${wasField(states)}<input type="hidden" name="field" value="${name}"><input type="hidden" name="lost" value="${hidden?.total ?? 0}"><input type="hidden" name="isOrder" value="${String(isOrderOf(type, name))}">
${fields.text("label", words.label, states.label, { required: true, max: LABEL_MAX_CHARS })}
${"oneOf" in may ? fields.text("choices", words.choices, states.choices, { lines: CHOICE_ROWS, help: words.choicesHelp, required: true }) : ""}
${"of" in may ? references(fields, states, others) : ""}
${"currency" in may ? currency(fields, states) : ""}
${beginnings(fields, type, name, states)}
${fields.text("help", words.help, states.help, { max: PLAIN_TEXT_MAX_CHARS })}
${fields.text("name", words.name, name, { required: true, max: NAME_LENGTH, help: words.nameHelp })}
${mayBeListed(kind) ? fields.tick("listed", words.listed, states.listed !== "", isOrderOf(type, name) ? words.listedOrder : "") : ""}
${mayBeRequired(kind) ? fields.tick("required", words.required, states.required !== "") : ""}
<button type="submit">${words.saveField}</button>`;
  return drawnForm("field", here, content);
}

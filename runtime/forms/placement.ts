import { RETENTION_MAX_DAYS } from "../../manifests/bounds/manifest.ts";
import { fieldsToShow } from "../templates/fitting.ts";
import type { FormContribution, PlacedForm } from "../../manifests/manifest/form.ts";
import type { Section } from "../documents/content/section.ts";
import type { Contribution, SectionEntry } from "../contributions/points.ts";
import { formId } from "./formId.ts";
import { type FormModel, addressField, modelOf, requiring } from "./model.ts";

/** A form in a section of a page: the section's settings and the form's model. */
export interface Placement {
  /**
   * `<page id>.<section id>`. Submissions are stored under it, so they stay if the form's type changes or is removed.
   */
  readonly id: string;
  readonly page: string;
  readonly section: string;
  readonly model: FormModel;
  /** The language of the page. */
  readonly language: string;
  readonly submit: string;
  readonly success: string;
  /** The page shown after sending, as a `drawbridge:link`. Undefined shows the success message. */
  readonly thanks: string | undefined;
  readonly confirm: boolean;
  /** The field with the address that visitors confirm by a letter. Undefined if they confirm none. */
  readonly addressField: string | undefined;
  /** True if the section wants a confirmation, but the form has no mail address that every visitor is asked for. */
  readonly isUnconfirmable: boolean;
  /** True if visitors must pass a challenge, in a deployment that has one. */
  readonly challenge: boolean;
  readonly retentionDays: number;
}

type Forms = ReadonlyMap<string, Contribution<FormContribution>>;
type Fields = Readonly<Record<string, unknown>>;

function taken(given: PlacedForm[keyof PlacedForm], fields: Fields): unknown {
  return typeof given === "object" ? fields[given.field] : given;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The type of the form that a section shows. Undefined if it shows none. */
export const placedType = ({ item }: SectionEntry, fields: Fields): string | undefined =>
  textOf(taken(item.form?.type, fields));

/** The id of the plugin in a section's form type, even if the plugin is not installed. */
export const placedPlugin = ({ fields }: Section, entry: SectionEntry): string =>
  (placedType(entry, fieldsToShow(entry.item, fields)) ?? "").split("/")[0] ?? "";

/**
 * The form with its address required, if visitors confirm it. A form that asks its plugin's route has no confirmation:
 * the plugin would keep something for a visitor who never confirms.
 */
function confirmed(model: FormModel, isWanted: boolean): Pick<Placement, "model" | "addressField" | "isUnconfirmable"> {
  if (!isWanted && !model.confirmAddress) return { model, addressField: undefined, isUnconfirmable: false };
  const address = model.route === undefined ? addressField(model) : undefined;
  return address === undefined
    ? { model, addressField: undefined, isUnconfirmable: true }
    : { model: requiring(model, address), addressField: address, isUnconfirmable: false };
}

/** The form in a section. Undefined if the section has none, or if no active plugin contributes it. */
export function placementOf(
  page: string,
  section: Section,
  entry: SectionEntry,
  forms: Forms,
  language: string,
): Placement | undefined {
  const placed = entry.item.form;
  if (!placed) return undefined;
  const fields = fieldsToShow(entry.item, section.fields);
  const form = forms.get(placedType(entry, fields) ?? "");
  if (!form) return undefined;
  const asking = confirmed(modelOf(form, language), taken(placed.confirmAddress, fields) === true);
  const { model } = asking;
  const days = Number(taken(placed.retentionDays, fields) ?? model.retentionDays);
  return {
    id: formId(page, section.id),
    page,
    section: section.id,
    ...asking,
    language,
    submit: textOf(taken(placed.submit, fields)) ?? model.messages.submit,
    success: textOf(taken(placed.success, fields)) ?? model.messages.success,
    thanks: textOf(taken(placed.thanks, fields)),
    challenge: model.challenge || taken(placed.challenge, fields) === true,
    confirm: model.confirm || taken(placed.confirm, fields) === true,
    retentionDays: Math.min(Math.max(Math.trunc(days) || model.retentionDays, 1), RETENTION_MAX_DAYS),
  };
}

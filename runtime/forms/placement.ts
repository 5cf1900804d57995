import { RETENTION_MAX_DAYS } from "../../manifests/bounds/manifest.ts";
import { fieldsToShow } from "../templates/fitting.ts";
import type { FormContribution, PlacedForm } from "../../manifests/manifest/form.ts";
import type { Section } from "../documents/content.ts";
import type { Contribution, SectionEntry } from "../contributions/points.ts";
import type { FormModel } from "./model.ts";
import { modelOf } from "./model.ts";

/** A form at its place in a page: the choices of its section beside those of its type. */
export interface Placement {
  /** `<page id>.<section id>`. Submissions belong to it, even if the form's type changes or goes. */
  readonly id: string;
  readonly page: string;
  readonly section: string;
  readonly model: FormModel;
  readonly submit: string;
  readonly success: string;
  /** The page to show after sending, as a `drawbridge:link`. */
  readonly thanks: string | undefined;
  readonly confirm: boolean;
  /** True if visitors pass a challenge, in a deployment that has one. */
  readonly challenge: boolean;
  readonly retentionDays: number;
}

type Forms = ReadonlyMap<string, Contribution<FormContribution>>;
type Fields = Readonly<Record<string, unknown>>;

export const formId = (page: string, section: string): string => `${page}.${section}`;

function taken(given: PlacedForm[keyof PlacedForm], fields: Fields): unknown {
  return typeof given === "object" ? fields[given.field] : given;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Names the form that a section shows; undefined if it shows none. */
export const placedType = ({ item }: SectionEntry, fields: Fields): string | undefined =>
  textOf(taken(item.form?.type, fields));

/** Names the plugin that contributes, or would contribute, a section's form. */
export const placedPlugin = ({ fields }: Section, entry: SectionEntry): string =>
  (placedType(entry, fieldsToShow(entry.item, fields)) ?? "").split("/")[0] ?? "";

/** Finds the form of a section; undefined if it shows none, or if no plugin contributes it. */
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
  const model = modelOf(form, language);
  const days = Number(taken(placed.retentionDays, fields) ?? model.retentionDays);
  return {
    id: formId(page, section.id),
    page,
    section: section.id,
    model,
    submit: textOf(taken(placed.submit, fields)) ?? model.messages.submit,
    success: textOf(taken(placed.success, fields)) ?? model.messages.success,
    thanks: textOf(taken(placed.thanks, fields)),
    challenge: model.challenge || taken(placed.challenge, fields) === true,
    confirm: model.confirm || taken(placed.confirm, fields) === true,
    retentionDays: Math.min(Math.max(Math.trunc(days) || model.retentionDays, 1), RETENTION_MAX_DAYS),
  };
}

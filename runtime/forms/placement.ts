import { RETENTION_MAX_DAYS } from "../../manifests/bounds.ts";
import { withDefaults } from "../../manifests/fields.ts";
import type { FormContribution, PlacedForm } from "../../manifests/form.ts";
import type { Section } from "../content.ts";
import type { Contribution, SectionEntry } from "../plugins/points.ts";
import type { FormModel } from "./model.ts";
import { modelOf } from "./model.ts";

/** A form where it stands in a page: what its section decides beside what its type does. */
export interface Placement {
  /** `<page id>.<section id>`. Submissions belong to it, whatever becomes of the form's type. */
  readonly id: string;
  readonly page: string;
  readonly section: string;
  readonly model: FormModel;
  readonly submit: string;
  readonly success: string;
  /** A drawbridge:link to what is shown after sending. */
  readonly thanks: string | undefined;
  readonly confirm: boolean;
  /** Whether visitors pass a challenge, where the deployment has one. */
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

/** The qualified name of the form a section shows; undefined when it shows none. */
export const placedType = ({ item }: SectionEntry, fields: Fields): string | undefined => textOf(taken(item.form?.type, fields));

/** Id of the plugin a section's form would come from. */
export const placedPlugin = ({ fields }: Section, entry: SectionEntry): string =>
  (placedType(entry, withDefaults(entry.item.fields, fields)) ?? "").split("/")[0] ?? "";

/** Undefined when the section shows no form, or one that nobody contributes. */
export function placementOf(page: string, section: Section, entry: SectionEntry, forms: Forms): Placement | undefined {
  const placed = entry.item.form;
  if (!placed) return undefined;
  const fields = withDefaults(entry.item.fields, section.fields);
  const form = forms.get(placedType(entry, fields) ?? "");
  if (!form) return undefined;
  const model = modelOf(form);
  const days = Number(taken(placed.retentionDays, fields) ?? model.retentionDays);
  return {
    id: formId(page, section.id), page, section: section.id, model,
    submit: textOf(taken(placed.submit, fields)) ?? model.messages.submit,
    success: textOf(taken(placed.success, fields)) ?? model.messages.success,
    thanks: textOf(taken(placed.thanks, fields)),
    challenge: model.challenge || taken(placed.challenge, fields) === true,
    confirm: model.confirm || taken(placed.confirm, fields) === true,
    retentionDays: Math.min(Math.max(Math.trunc(days) || model.retentionDays, 1), RETENTION_MAX_DAYS),
  };
}

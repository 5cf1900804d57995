/** The values of each entry that a list shows: what a member may choose, and what is chosen. */
import { SHOWN_VALUES_MAX } from "../../../manifests/bounds/fields.ts";
import type { ShownChoice } from "../../../manifests/fields/chosenEntries.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { formsOf, type ShownForm } from "../../../manifests/fields/shownForms.ts";
import { valueSort } from "../../../manifests/fields/valueSort.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { EntryTypeView } from "../api/fieldServices.ts";

/** A field of the type, or a choice whose field is gone. */
export interface ShownRow {
  readonly field: string;
  /** Undefined if the type has no such field now. */
  readonly title: string | undefined;
  readonly forms: readonly ShownForm[];
  /** Undefined if the list does not show the value. */
  readonly choice: ShownChoice | undefined;
}

/** The chosen values in their order, then the others that the type has. */
export function shownRows(
  chosen: readonly ShownChoice[],
  { fields }: Pick<EntryTypeView, "fields">,
): readonly ShownRow[] {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const offered = Object.entries(properties).filter(([, schema]) => valueSort(schema) !== undefined);
  const schemas = new Map(offered);
  const rowOf = (field: string, choice?: ShownChoice): ShownRow => {
    const schema = schemas.get(field);
    const title = schema && String(schema["title"] ?? field);
    return { field, title, forms: schema ? formsOf(schema) : [], choice };
  };
  const taken = new Set(chosen.map(({ field }) => field));
  return [
    ...chosen.map((choice) => rowOf(choice.field, choice)),
    ...offered.flatMap(([field]) => (taken.has(field) ? [] : [rowOf(field)])),
  ];
}

export const isFull = (chosen: readonly ShownChoice[]): boolean => chosen.length >= SHOWN_VALUES_MAX;

/** A choice without what is usual: the title is shown, in the first form. */
export function choiceWith({ field, label, as }: ShownChoice, [usual]: readonly ShownForm[]): ShownChoice {
  return { field, ...(label === false && { label }), ...(as !== undefined && as !== usual && { as }) };
}

export function choicesMoved(chosen: readonly ShownChoice[], from: number, to: number): readonly ShownChoice[] {
  const one = chosen[from];
  return one ? chosen.toSpliced(from, 1).toSpliced(to, 0, one) : chosen;
}

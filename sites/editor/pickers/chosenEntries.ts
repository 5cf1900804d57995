/** The entries that a list shows: the value of a field, what may stand in it, and the sentence that says it. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { fittingComparisons, type IndexedField, indexedFields } from "../../../manifests/fields/indexed.ts";
import { type ChosenCondition, type ChosenEntries, isChosenEntries } from "../../../manifests/fields/chosenEntries.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { Comparison } from "../../../manifests/shapes/comparison.ts";
import { LIST_ORDERS } from "../../../manifests/shapes/listOrder.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../words/shape/say.ts";
import type { ListWords } from "../../words/en/pages/lists.ts";
import type { EntryTypeView } from "../api/fieldServices.ts";
import { shownRows } from "./shownChoices.ts";

export const chosenIn = (value: unknown): ChosenEntries | undefined => (isChosenEntries(value) ? value : undefined);

/** A field by which a list may filter and order. */
export interface ListField extends IndexedField {
  readonly name: string;
  readonly title: string;
  /** The schema of one value. */
  readonly schema: JsonSchema;
}

export function listFields({ fields, index }: Pick<EntryTypeView, "fields" | "index">): readonly ListField[] {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return [...indexedFields({ fields, index })].map(([name, field]) => {
    const { default: _, showIf: __, group: ___, ...schema } = properties[name] ?? {};
    const items = schema["items"];
    const of = "of" in schema ? { of: schema["of"] } : {};
    return {
      ...field,
      name,
      title: String(schema["title"] ?? name),
      schema: isObject(items) ? { ...items, ...of } : schema,
    };
  });
}

/** Values that are no literal: the time of the site, and the page that shows the list. */
const SPECIAL: Readonly<Partial<Record<IndexedField["kind"], readonly (keyof ListWords["special"])[]>>> = {
  date: ["today"],
  dateTime: ["today", "now"],
  page: ["this"],
};

export const specialValues = ({ kind }: IndexedField): readonly (keyof ListWords["special"])[] => SPECIAL[kind] ?? [];

/** The comparisons that a member chooses from. A list of values is for authors. */
export const comparisonsFor = (field: IndexedField): readonly Exclude<Comparison, "in">[] =>
  fittingComparisons(field).filter((one) => one !== "in");

/** A value of a condition as its control takes it. Numbers and booleans are written as text. */
export function controlValue({ kind }: IndexedField, text: string): unknown {
  if (text === "") return undefined;
  if (kind === "boolean") return text === "true";
  return kind === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
}

const ORDERED = { date: "dates", dateTime: "dates", number: "numbers" } as const;

/** The orders of a type's lists, each with its words. */
export function ordersOf(fields: readonly ListField[], list: ListWords): readonly (readonly [string, string])[] {
  const single = fields.filter(({ isList, kind }) => !isList && kind !== "page" && kind !== "boolean");
  return [
    ...single.flatMap(({ name, title, kind }): [string, string][] => {
      const { up, down } = list.directions[kind in ORDERED ? ORDERED[kind as keyof typeof ORDERED] : "texts"];
      return [
        [name, say(up, { title })],
        [`-${name}`, say(down, { title })],
      ];
    }),
    ...LIST_ORDERS.map((order): [string, string] => [order, list.orders[order]]),
  ];
}

/** A condition in words: "Day from today". A page is named by its title, if the editor knows it. */
function conditionWords(
  { field, is, value }: ChosenCondition,
  fields: readonly ListField[],
  list: ListWords,
  nameOf: ValueName,
) {
  const found = fields.find(({ name }) => name === field);
  const special = found && specialValues(found).find((one) => one === value);
  const shown = special
    ? list.special[special]
    : found?.kind === "boolean"
      ? list.truths[value === "true" ? "true" : "false"]
      : nameOf(value, found);
  return say(list.is[is], { title: found?.title ?? field, value: shown });
}

/** The name of a value: the title of a page or of a choice. */
export type ValueName = (value: string, field: ListField | undefined) => string;

/** The shown values in words: "with Day, Price". Nothing if the list shows none. */
function shownWords({ show = [] }: ChosenEntries, type: EntryTypeView, list: ListWords): string[] {
  const names = shownRows(show, type).flatMap(({ choice, title }) => (choice && title !== undefined ? [title] : []));
  return names.length === 0 ? [] : [say(list.show.sentence, { values: names.join(", ") })];
}

/** The whole choice as one sentence: "Events, Day from today, Day: soonest first, with Day, Price". */
export function entriesWords(
  chosen: ChosenEntries,
  types: readonly EntryTypeView[],
  list: ListWords,
  nameOf: ValueName,
): string {
  const { type, where = [], order } = chosen;
  const known = types.find((one) => one.type === type);
  if (!known) return say(list.gone, { type });
  const fields = listFields(known);
  const asked = order ?? known.order ?? "newest";
  const ordered = ordersOf(fields, list).find(([name]) => name === asked)?.[1];
  const filled = where.filter(({ value }) => value !== "");
  return [
    known.plural,
    ...filled.map((one) => conditionWords(one, fields, list, nameOf)),
    ...(ordered === undefined ? [] : [ordered]),
    ...shownWords(chosen, known, list),
  ].join(", ");
}

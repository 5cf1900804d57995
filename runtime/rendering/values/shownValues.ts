/** The values of listed entries that a member chose, as templates see them. The filter `shown` writes each. */
import { isCurrencyCode, currencyField } from "../../../manifests/fields/currency.ts";
import { valueSort } from "../../../manifests/fields/valueSort.ts";
import type { ContentType } from "../../../manifests/manifest/contentType.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { PageSummary } from "../../documents/content/content.ts";
import type { Budget } from "../../templates/budget.ts";
import { payForCall } from "../../templates/prices.ts";
import { type Safe, safeHtml } from "../../templates/safe.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import { payForAll } from "../../templates/values.ts";
import type { ShownField } from "./shownFields.ts";
import { costOf, type ReferredPage, pagesNamed, type ValueForm, type WritingPlace, writtenValue } from "./sorts.ts";

type Values = Readonly<Record<string, unknown>>;

/** The pages of a site by the ids that references name them by. */
export type PagesById = (ids: readonly string[]) => ReadonlyMap<string, ReferredPage>;

/** One value of an entry. The kernel alone makes these. */
export class EntryValue {
  readonly name: string;
  readonly title: string;
  /** The sort of the value, such as number or date, for style sheets. */
  readonly sort: string;
  /** True if the title stands beside the value. */
  readonly label: boolean;
  readonly value: unknown;
  /** True if the entry has the value. */
  readonly filled: boolean;
  readonly #place: Omit<WritingPlace, "around">;

  constructor({ name, title, hasLabel, schema, form }: ShownField, values: Values, found: PagesById) {
    const pagesOf = (ids: readonly string[]): ReferredPage[] => {
      const all = found(ids);
      return ids.flatMap((id) => all.get(id) ?? []);
    };
    this.name = name;
    this.title = title;
    this.label = hasLabel;
    this.sort = valueSort(schema) ?? "";
    this.value = values[name];
    this.#place = { schema, form, currency: currencyOf(schema, values), pagesOf };
    this.filled = isFilled(this.value, schema, pagesOf);
  }

  written(around: Surroundings, form: ValueForm, budget: Budget): Safe | string {
    return paid(this.value, { ...this.#place, around }, form, budget);
  }
}

/** Writes a value after paying for it. */
export function paid(value: unknown, place: WritingPlace, form: ValueForm, budget: Budget): Safe | string {
  payForAll(value, budget);
  payForCall(...costOf(value, place.schema), [], budget);
  const text = writtenValue(value, place, form);
  return form === "html" ? safeHtml(text) : text;
}

export function currencyOf({ currency }: JsonSchema, values: Values): unknown {
  const field = currencyField(currency);
  const code = field === undefined ? currency : values[field];
  return isCurrencyCode(code) ? code : undefined;
}

function isFilled(value: unknown, schema: JsonSchema, pagesOf: WritingPlace["pagesOf"]): boolean {
  const sort = valueSort(schema);
  if (sort === undefined || value === undefined || value === null) return false;
  if (sort === "page" || sort === "pages") return pagesOf(pagesNamed(value, schema)).length > 0;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "string" || value.trim() !== "";
}

/** The pages that all entries refer to, asked for once, when the first is needed. */
function pagesOfAll(entries: readonly PageSummary[], fields: readonly ShownField[], byId: PagesById): PagesById {
  const named = new Set(
    entries.flatMap(({ values = {} }) => fields.flatMap(({ name, schema }) => pagesNamed(values[name], schema))),
  );
  const all = named.size === 0 ? new Map<string, ReferredPage>() : byId([...named]);
  return (ids) => (ids.every((id) => named.has(id)) ? all : byId(ids));
}

/** An entry of a list with the values that a member chose. */
export interface EntryShown extends PageSummary {
  /** The title of the entry's type. */
  readonly typeTitle: string;
  /** All chosen values, for tables: also those that the entry lacks. */
  readonly columns: readonly EntryValue[];
  /** The chosen values that the entry has. */
  readonly shown: readonly EntryValue[];
}

export function entriesWithValues(
  entries: readonly PageSummary[],
  fields: readonly ShownField[],
  { title }: Pick<ContentType, "title">,
  byId: PagesById,
): readonly EntryShown[] {
  const found = pagesOfAll(entries, fields, byId);
  return entries.map((entry) => {
    const columns = fields.map((field) => new EntryValue(field, entry.values ?? {}, found));
    return { ...entry, typeTitle: title, columns, shown: columns.filter(({ filled }) => filled) };
  });
}

/** Filters and orders entries of a publication by their indexed values, as lists of the site do. */
import {
  comparedValues,
  type IndexedField,
  type IndexKind,
  type IndexedValue,
  storedValue,
} from "../../../manifests/fields/indexed.ts";
import { WHERE_MAX_FIELDS } from "../../../manifests/bounds/manifest.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { describe } from "../../../manifests/refusals/pointer.ts";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import { isListOrder, LIST_ORDERS, orderedField } from "../../../manifests/shapes/listOrder.ts";
import { type Comparison, COMPARISONS } from "../../../manifests/shapes/comparison.ts";
import type { FieldCondition } from "../../documents/content/content.ts";
import type { Clock } from "../../documents/content/timeZone.ts";
import { type Compared, timed } from "../../documents/lists/timedCondition.ts";
import type { CatalogueType } from "../../rendering/agents/catalogue.ts";
import { conditionsOf } from "../../rendering/queries.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import type { QuestionParameters } from "./parameters.ts";

/** The comparisons that a caller can name. A list of values would need another form of input. */
const CALLED: readonly string[] = COMPARISONS.filter((comparison) => comparison !== "in");

const filtersOf = ({ filters }: CatalogueType): ReadonlyMap<string, IndexedField> =>
  new Map(filters.map(({ name, ...field }) => [name, field]));

/** Reads a caller's text as a value of a field. */
const READ: Readonly<Partial<Record<IndexKind, (text: string) => unknown>>> = {
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  boolean: (text) => ({ true: true, false: false })[text],
};

/** Examples of a value of each kind, for a caller that sent something else. */
const ALLOWED: Readonly<Record<IndexKind, string>> = {
  text: "a text",
  number: "a number such as 12.5",
  boolean: "true or false",
  date: "a date such as 2026-11-28, or today",
  dateTime: "a time such as 2026-11-28T18:00:00Z, now or today",
  page: "the id of a page",
};

/** The conditions of a call. Throws a Refusal that names every fault. */
export function conditionsAsked(
  { where = {}, conditions, given }: QuestionParameters,
  type: CatalogueType,
  pageIdOf: (reference: string) => string,
): readonly FieldCondition[] {
  const known = filtersOf(type);
  // A plugin's input may allow more, and each condition looks at every entry.
  if (conditions.length > WHERE_MAX_FIELDS) throw tooMany(conditions.length);
  const read = conditions.map((one, at) => conditionAsked(one, `/where/${at}`, known, pageIdOf));
  const issues = read.flatMap((one) => ("pointer" in one ? [one] : []));
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  const fixed = conditionsOf(where, known, { fields: given });
  return [...fixed, ...read.flatMap((one) => ("pointer" in one ? [] : [one]))];
}

const tooMany = (count: number): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/where", found: `${count} conditions`, allowed: `at most ${WHERE_MAX_FIELDS} conditions` }],
  });

function conditionAsked(
  asked: unknown,
  pointer: string,
  known: ReadonlyMap<string, IndexedField>,
  pageIdOf: (reference: string) => string,
): FieldCondition | Issue {
  const { field, is = "eq", value } = isObject(asked) ? asked : {};
  const [name, comparison] = [String(field), String(is)];
  const found = known.get(name);
  if (!found) return { pointer: `${pointer}/field`, found: describe(field), allowed: listed([...known.keys()]) };
  if (!CALLED.includes(comparison)) return { pointer: `${pointer}/is`, found: describe(is), allowed: listed(CALLED) };
  const compared = valueAsked(found.kind, value, pageIdOf);
  if (compared === undefined)
    return { pointer: `${pointer}/value`, found: describe(value), allowed: ALLOWED[found.kind] };
  return { field: name, is: comparison as Comparison, kind: found.kind, values: [compared] };
}

const isTimed = (kind: IndexKind): boolean => kind === "date" || kind === "dateTime";

/** A caller's value in the form of the index. Undefined if it is none. */
function valueAsked(
  kind: IndexKind,
  value: unknown,
  pageIdOf: (reference: string) => string,
): FieldCondition["values"][number] | undefined {
  if (typeof value !== "string") return storedValue(kind, value);
  if (isTimed(kind) && (value === "now" || value === "today")) return { clock: value };
  if (kind === "page") return storedValue(kind, pageIdOf(value));
  return storedValue(kind, READ[kind]?.(value) ?? value);
}

const listed = (names: readonly string[]): string => (names.length === 0 ? "nothing" : `one of ${names.join(", ")}`);

type Holds = (value: IndexedValue, than: IndexedValue) => boolean;

const equals: Holds = (value, than) => value === than;
const HOLDS: Readonly<Record<Exclude<Comparison, "in" | "not">, Holds>> = {
  eq: equals,
  has: equals,
  before: (value, than) => value < than,
  after: (value, than) => value > than,
  from: (value, than) => value >= than,
  to: (value, than) => value <= than,
};

function matches(stored: readonly IndexedValue[], { is, values }: Compared): boolean {
  if (is === "in") return stored.some((value) => values.includes(value));
  const [than] = values;
  if (than === undefined) return false;
  if (is === "not") return !stored.includes(than);
  return stored.some((value) => HOLDS[is](value, than));
}

/** Tells whether an entry fulfils all conditions. */
export function fulfilling(
  conditions: readonly FieldCondition[],
  type: CatalogueType,
  clock: Clock,
): (page: PublicPage) => boolean {
  const known = filtersOf(type);
  const compared = conditions.map((one) => ({ name: one.field, ...timed(one, () => clock) }));
  return ({ values = {} }) =>
    compared.every(({ name, ...one }) => {
      const field = known.get(name);
      return matches(field ? comparedValues(field, name, values) : [], one);
    });
}

/**
 * Orders entries by an indexed field. Entries without a value come last. Undefined for an order of all pages. Each value
 * is read once, because anybody may ask.
 */
export function valueOrder(
  order: string,
  type: CatalogueType,
): ((pages: readonly PublicPage[]) => readonly PublicPage[]) | undefined {
  const asked = isListOrder(order) ? undefined : orderedField(order);
  if (!asked) return undefined;
  const field = filtersOf(type).get(asked.field);
  if (!field) {
    const allowed = listed([...LIST_ORDERS, ...type.filters.map(({ name }) => name)]);
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "/order", found: describe(order), allowed }] });
  }
  const sign = asked.isReversed ? -1 : 1;
  const valueOf = ({ values = {} }: PublicPage): IndexedValue | undefined =>
    comparedValues(field, asked.field, values)
      .toSorted(ascending)
      .at(asked.isReversed ? -1 : 0);
  const byId = (a: Valued, b: Valued): number => (a.value === undefined ? 1 : sign) * ascending(a.page.id, b.page.id);
  return (pages) =>
    pages
      .map((page) => ({ page, value: valueOf(page) }))
      .toSorted((a, b) => byValue(a.value, b.value, sign) || byId(a, b))
      .map(({ page }) => page);
}

interface Valued {
  readonly page: PublicPage;
  readonly value: IndexedValue | undefined;
}

function byValue(one: IndexedValue | undefined, other: IndexedValue | undefined, sign: 1 | -1): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return sign * ascending(one, other);
}

const ascending = (a: IndexedValue, b: IndexedValue): number => (a < b ? -1 : a > b ? 1 : 0);

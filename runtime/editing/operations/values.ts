/** Lists the values that differ between two versions of a document, each with its pointer. */
import { CHANGE_VALUE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { sameJson } from "./sameJson.ts";

/**
 * One differing value. `was` and `is` are null for a missing value. For lists of different lengths, they contain only
 * the items that differ.
 */
export interface ValueChange {
  /** The section that contains the value. Null for the document's own members. */
  readonly section: { readonly id: string; readonly type: string } | null;
  /** JSON pointer from the section, or from the document. */
  readonly pointer: string;
  readonly was: unknown;
  readonly is: unknown;
  /** True if a value was too long and is cut. */
  readonly isCut: boolean;
}

type ValuePlace = Pick<ValueChange, "section" | "pointer">;

/** The differing values of a page: its own members, then those of each section in reading order. */
export function* pageValues(before: Page | undefined, after: Page | undefined): Generator<ValueChange> {
  yield* differing({ section: null, pointer: "" }, membersOf(before), membersOf(after));
  const [was, is] = [sectionsOf(before), sectionsOf(after)];
  for (const [id, section] of new Map([...was, ...is])) {
    const place = { section: { id, type: section.type }, pointer: "" };
    yield* differing(place, ownOf(was.get(id)), ownOf(is.get(id)));
  }
}

/** The differing values of a document of which a site has one. */
export const documentValues = (before: object | undefined, after: object): Generator<ValueChange> =>
  differing({ section: null, pointer: "" }, before ?? {}, after);

function membersOf(page: Page | undefined): object {
  const { sections: _sections, values: _values, ...members } = page ?? { sections: [] };
  return members;
}

const sectionsOf = (page: Page | undefined): Map<string, Section> =>
  new Map([...eachSection(page ? shownSections(page) : [])].map(({ section }) => [section.id, section]));

function ownOf(section: Section | undefined): object {
  if (!section) return { fields: {} };
  const { variant, fields } = section;
  return variant === undefined ? { fields } : { fields, variant };
}

function* differing(place: ValuePlace, was: unknown, is: unknown): Generator<ValueChange> {
  if (sameJson(was, is)) return;
  if (isObject(was) && isObject(is)) return yield* members(place, was, is);
  if (Array.isArray(was) && Array.isArray(is)) return yield* items(place, was, is);
  const [before, after] = [shortened(was), shortened(is)];
  yield { ...place, was: before.value, is: after.value, isCut: before.isCut || after.isCut };
}

function* members({ section, pointer }: ValuePlace, was: Values, is: Values): Generator<ValueChange> {
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
    yield* differing({ section, pointer: pointer + encodePointer([name]) }, valueOf(was, name), valueOf(is, name));
}

/** Compares lists of equal length item by item. For others, it shows the items that only one list has. */
function* items(place: ValuePlace, was: readonly unknown[], is: readonly unknown[]): Generator<ValueChange> {
  if (was.length === is.length) {
    for (const [index, item] of was.entries())
      yield* differing({ ...place, pointer: `${place.pointer}/${index}` }, item, is[index]);
    return;
  }
  const [before, after] = [shortened(onlyIn(was, is)), shortened(onlyIn(is, was))];
  yield { ...place, was: before.value, is: after.value, isCut: before.isCut || after.isCut };
}

/** Items that only one list has, compared by their JSON text. Comparing each pair of items would take too long. */
function onlyIn(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const there = Map.groupBy(other, (item) => JSON.stringify(item));
  return list.filter((item) => there.get(JSON.stringify(item))?.pop() === undefined);
}

function shortened(value: unknown): { value: unknown; isCut: boolean } {
  if (value === undefined) return { value: null, isCut: false };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= CHANGE_VALUE_MAX_CHARS) return { value, isCut: false };
  return { value: text.slice(0, CHANGE_VALUE_MAX_CHARS).toWellFormed(), isCut: true };
}

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const valueOf = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

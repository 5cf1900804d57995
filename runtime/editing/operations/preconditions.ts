/**
 * Checks that the values which operations touch are still what their caller saw. A page has one version, and two
 * members may edit it at once. Checks per field let both keep their work unless they changed the same field.
 */
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Page } from "../../documents/content/content.ts";
import type { PageOperation, FieldValues } from "./pageOperation.ts";
import { fieldAround, isPlace, valueAtPlace } from "./fieldPlace.ts";
import { mergedValue } from "./mergedValue.ts";
import { sameJson } from "./sameJson.ts";
import { findSection, findShown, siblingsAt, type Siblings } from "./sectionTree.ts";

/** A value that differs from what the caller saw. `was`, `now` and `wanted` are null for a missing value. */
export interface Conflict {
  /** Index of the operation. */
  readonly operation: number;
  /** JSON pointer into the caller's operations. */
  readonly pointer: string;
  readonly was: unknown;
  readonly now: unknown;
  readonly wanted: unknown;
}

type Found = Omit<Conflict, "operation">;

/** No conflict if the value is already the wanted one: the caller may be repeating an edit whose answer was lost. */
const isConflict = ({ was, now, wanted }: Found): boolean => !sameJson(was, now) && !sameJson(now, wanted);

/** Values that differ from the caller's `was`. */
export function differsFrom(
  now: FieldValues,
  was: FieldValues | undefined,
  wanted: FieldValues,
  pointer: string,
): Found[] {
  const asked = Object.keys(wanted).filter((name) => was !== undefined && Object.hasOwn(was, name));
  return asked
    .map((name) => ({
      pointer: pointer + encodePointer([name]),
      was: (was ?? {})[name] ?? null,
      now: valueAtPlace(now, name),
      wanted: wanted[name] ?? null,
    }))
    .filter(isConflict);
}

/**
 * The caller's values, merged with what others changed since. A field that both changed in the same place keeps the
 * caller's value and is among the conflicts.
 */
export function mergedChanges(
  now: FieldValues,
  was: FieldValues | undefined,
  wanted: FieldValues,
  pointer: string,
): { readonly values: FieldValues; readonly conflicts: readonly Found[] } {
  const tried = differsFrom(now, was, wanted, pointer).map((conflict) => {
    const [name = ""] = decodePointer(conflict.pointer.slice(pointer.length));
    const isChange = !sameJson(conflict.was, conflict.wanted);
    return { name, conflict, value: isChange ? mergedValue(conflict.was, conflict.now, conflict.wanted) : undefined };
  });
  const done = tried.filter(({ value }) => value !== undefined);
  return {
    values: { ...wanted, ...Object.fromEntries(done.map(({ name, value }) => [name, value])) },
    conflicts: tried.filter(({ value }) => value === undefined).map(({ conflict }) => conflict),
  };
}

/** Values that differ between the version that the caller saw and the current page. */
function moved(base: FieldValues, now: FieldValues, wanted: FieldValues, pointer: string): Found[] {
  const places = Object.keys(wanted).filter(isPlace);
  const was = Object.keys(wanted).map((name) => [name, valueAtPlace(base, name)]);
  return [
    ...differsFrom(now, Object.fromEntries(was), wanted, pointer),
    ...places.flatMap((place) => placeInMoved(base, now, place, wanted[place], pointer + encodePointer([place]))),
  ];
}

/** An index inside a field counts in the list that the caller saw, so any change of the field is a conflict. */
function placeInMoved(base: FieldValues, now: FieldValues, place: string, wanted: unknown, pointer: string): Found[] {
  const [was, is] = [valueAtPlace(base, place), valueAtPlace(now, place)];
  const isReported = isConflict({ pointer, was, now: is, wanted: wanted ?? null });
  if (isReported || sameJson(is, wanted ?? null)) return [];
  const field = fieldAround(place);
  const whole = { pointer, was: valueAtPlace(base, field), now: valueAtPlace(now, field), wanted: null };
  return sameJson(whole.was, whole.now) ? [] : [whole];
}

const idsAt = (page: Page, at: Siblings | undefined): string[] => siblingsAt(page.sections, at).map(({ id }) => id);

/** An index counts among siblings, so any change of the list makes the caller's index meaningless. */
function listMoved(base: Page, now: Page, at: Siblings | undefined, pointer: string): Found[] {
  const [was, is] = [idsAt(base, at), idsAt(now, at)];
  return sameJson(was, is) ? [] : [{ pointer, was, now: is, wanted: null }];
}

const listOf = ({
  parent,
  slot,
}: {
  readonly parent?: string | undefined;
  readonly slot?: string | undefined;
}): Siblings | undefined => (parent === undefined || slot === undefined ? undefined : { parent, slot });

/** A place without an index is the end of the list, which no other change makes wrong. */
const placeMoved = (
  base: Page,
  now: Page,
  to: Parameters<typeof listOf>[0] & { readonly index?: number | undefined },
  pointer: string,
): Found[] => (to.index === undefined ? [] : listMoved(base, now, listOf(to), pointer));

/** A conflict if a section was removed, moved or changed since the version that the caller saw. */
function sectionMoved(base: Page, now: Page, id: string, pointer: string): Found[] {
  const [was, is] = [findSection(base.sections, id), findSection(now.sections, id)];
  return sameJson(was, is) ? [] : [{ pointer, was: was ?? null, now: is ?? null, wanted: null }];
}

const fieldsOf = (page: Page, id: string): FieldValues => findShown(page, id)?.fields ?? {};
const variantOf = (page: Page, id: string): FieldValues => ({
  variant: findSection(page.sections, id)?.variant ?? null,
});
const membersOf = ({ sections: _sections, ...members }: Page): FieldValues => members;

type Judging = {
  readonly [Op in PageOperation["op"]]: (
    base: Page,
    now: Page,
    operation: PageOperation & { op: Op },
    at: string,
  ) => Found[];
};

/**
 * Values without a stated `was`. Stated ones are compared when their operation runs, because an earlier operation of
 * the list may set them.
 */
const unsaid = (values: FieldValues, was: FieldValues = {}): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(was, name)));

const JUDGING: Judging = {
  set: (base, now, { section, fields, was }, at) =>
    moved(fieldsOf(base, section), fieldsOf(now, section), unsaid(fields, was), `${at}/fields`),
  variant: (base, now, { section, variant, was }, at) =>
    was === undefined ? moved(variantOf(base, section), variantOf(now, section), { variant }, at) : [],
  page: (base, now, { changes, was }, at) =>
    moved(membersOf(base), membersOf(now), unsaid(changes, was), `${at}/changes`),
  insert: (base, now, { at: place }, at) => placeMoved(base, now, place, `${at}/at`),
  move: (base, now, { to }, at) => placeMoved(base, now, to, `${at}/to`),
  nest: (base, now, { into }, at) => placeMoved(base, now, into, `${at}/into`),
  // Copying or removing a section requires that the caller saw its current content.
  duplicate: (base, now, { section }, at) => sectionMoved(base, now, section, `${at}/section`),
  remove: (base, now, { section }, at) => sectionMoved(base, now, section, `${at}/section`),
};

const judge = (base: Page, now: Page, operation: PageOperation, at: string): Found[] =>
  (JUDGING[operation.op] as (base: Page, now: Page, operation: PageOperation, at: string) => Found[])(
    base,
    now,
    operation,
    at,
  );

/** The section that an operation refers to, which the caller's version must contain. */
const aboutSection = (operation: PageOperation): string | undefined =>
  "section" in operation && typeof operation.section === "string" ? operation.section : undefined;

/** Conflicts between operations and the changes since the version that the caller saw. */
export function conflictsSince(base: Page, now: Page, operations: readonly PageOperation[]): Conflict[] {
  return operations.flatMap((operation, index) => {
    const at = `/operations/${index}`;
    const about = aboutSection(operation);
    const isGone = about !== undefined && isIn(base, about) && !isIn(now, about);
    const found: Found[] = isGone
      ? [{ pointer: `${at}/section`, was: about, now: null, wanted: null }]
      : judge(base, now, operation, at);
    return found.map((conflict) => ({ operation: index, ...conflict }));
  });
}

const isIn = (page: Page, id: string): boolean => findShown(page, id) !== undefined;

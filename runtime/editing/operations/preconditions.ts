/**
 * Checks that what an operation touches is still what its caller saw. A page has one version, and two members change it
 * all the time. Checking each field lets both keep their work unless they changed the same field.
 */
import type { Page } from "../../documents/content.ts";
import type { PageOperation, FieldValues } from "./pageOperation.ts";
import { sameJson } from "./sameJson.ts";
import { findSection, placeOf, siblingsAt } from "./sectionTree.ts";
import type { Siblings } from "./sectionTree.ts";

/** One field that differs from what the caller saw. `was`, `now` and `wanted` are null for a missing value. */
export interface Conflict {
  /** Index of the operation. */
  readonly operation: number;
  /** JSON pointer into the operations that were sent. */
  readonly pointer: string;
  readonly was: unknown;
  readonly now: unknown;
  readonly wanted: unknown;
}

type Found = Omit<Conflict, "operation">;

const valueOf = (values: FieldValues, name: string): unknown =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;

/** A value that is already what the caller wants is no conflict: the first answer may have been lost. */
const isConflict = ({ was, now, wanted }: Found): boolean => !sameJson(was, now) && !sameJson(now, wanted);

/** Members of which the caller said what they were, and which are something else. */
export function differsFrom(
  now: FieldValues,
  was: FieldValues | undefined,
  wanted: FieldValues,
  pointer: string,
): Found[] {
  const asked = Object.keys(wanted).filter((name) => was !== undefined && Object.hasOwn(was, name));
  return asked
    .map((name) => ({
      pointer: `${pointer}/${name}`,
      was: valueOf(was ?? {}, name),
      now: valueOf(now, name),
      wanted: valueOf(wanted, name),
    }))
    .filter(isConflict);
}

/** Members that stand otherwise in the present page than in the version the caller saw. */
function moved(base: FieldValues, now: FieldValues, wanted: FieldValues, pointer: string): Found[] {
  return differsFrom(
    now,
    Object.fromEntries(Object.keys(wanted).map((name) => [name, valueOf(base, name)])),
    wanted,
    pointer,
  );
}

const idsAt = (page: Page, at: Siblings | undefined): string[] => siblingsAt(page.sections, at).map(({ id }) => id);

/** Places are counted among siblings: a list that changed since gives every index another meaning. */
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

/** At the end of a list there is no index to compare. */
const placeMoved = (
  base: Page,
  now: Page,
  to: Parameters<typeof listOf>[0] & { readonly index?: number | undefined },
  pointer: string,
): Found[] => (to.index === undefined ? [] : listMoved(base, now, listOf(to), pointer));

/** A section that is gone, or that stands or reads otherwise than in the version the caller saw. */
function sectionMoved(base: Page, now: Page, id: string, pointer: string): Found[] {
  const [was, is] = [findSection(base.sections, id), findSection(now.sections, id)];
  return sameJson(was, is) ? [] : [{ pointer, was: was ?? null, now: is ?? null, wanted: null }];
}

const fieldsOf = (page: Page, id: string): FieldValues => findSection(page.sections, id)?.fields ?? {};
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
 * Members without a stated `was`. The stated ones are compared at the operation's turn, because an earlier operation
 * may have set them.
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
  // A copy of what the caller has not read, or the end of it, is not what they asked for.
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

/** The section an operation is about, where it must have been on the page the caller saw. */
const aboutSection = (operation: PageOperation): string | undefined =>
  "section" in operation && typeof operation.section === "string" ? operation.section : undefined;

/** Everything the operations touch that was changed between the version the caller saw and the present one. */
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

const isIn = (page: Page, id: string): boolean => placeOf(page.sections, id) !== undefined;

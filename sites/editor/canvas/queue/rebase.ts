/**
 * Rebases unsaved changes onto a page that another member changed. Changes that do not overlap are kept. Where both
 * members changed the same field in the same place, the member sees both values.
 */
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type {
  PageOperation,
  SetFields,
  SetMembers,
  FieldValues,
} from "../../../../runtime/editing/operations/pageOperation.ts";
import { valueAtPlace } from "../../../../runtime/editing/operations/fieldPlace.ts";
import { mergedChanges } from "../../../../runtime/editing/operations/preconditions.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";
import {
  findSection,
  findShown,
  siblingsAt,
  type Siblings,
} from "../../../../runtime/editing/operations/sectionTree.ts";
import { applied, tryOperations } from "./apply.ts";

/** A field that this member changed, and that also changed elsewhere: by another member, or in another tab. */
export interface Clash {
  /** Null for a clash in the page's own members. */
  readonly section: string | null;
  readonly field: string;
  readonly was: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** True if the same member wrote it, in another tab. */
  readonly isOwn?: boolean;
}

export interface Rebased {
  readonly operations: readonly PageOperation[];
  readonly clashes: readonly Clash[];
  /** Operations that no longer fit: the section is gone, or changed in between. */
  readonly lost: readonly PageOperation[];
}

interface Bodies {
  /** The page before the operation, as the member saw it. */
  readonly before: Page;
  /** The page as the site has it now. */
  readonly now: Page;
}

const NONE: Rebased = { operations: [], clashes: [], lost: [] };
const kept = (operation: PageOperation): Rebased => ({ ...NONE, operations: [operation] });
const lost = (operation: PageOperation): Rebased => ({ ...NONE, lost: [operation] });

export function rebase(base: Page, now: Page, operations: readonly PageOperation[]): Rebased {
  let bodies: Bodies = { before: base, now };
  let result = NONE;
  for (const operation of operations) {
    const moved = rebasedOne(bodies, operation);
    result = {
      operations: [...result.operations, ...moved.operations],
      clashes: moved.clashes.reduce(withClash, result.clashes),
      lost: [...result.lost, ...moved.lost],
    };
    bodies = { before: applied(bodies.before, [operation]), now: applied(bodies.now, moved.operations) };
  }
  return result;
}

/** Adds a clash. A field has one clash, with the member's latest value. */
function withClash(clashes: readonly Clash[], { mine, ...clash }: Clash): readonly Clash[] {
  const at = clashes.findIndex(({ section, field }) => section === clash.section && field === clash.field);
  const known = clashes[at];
  return known ? clashes.with(at, { ...known, mine }) : [...clashes, { ...clash, mine }];
}

type Rebasing = {
  readonly [Op in PageOperation["op"]]: (bodies: Bodies, operation: PageOperation & { op: Op }) => Rebased;
};

const REBASING: Rebasing = {
  set: rebasedSet,
  page: rebasedMembers,
  insert: (bodies, operation) =>
    isThere(bodies.now, operation.section.id)
      ? NONE
      : fitting(bodies, { ...operation, at: placeNow(bodies, operation.at, undefined) }),
  move: (bodies, operation) => fitting(bodies, { ...operation, to: placeNow(bodies, operation.to, operation.section) }),
  nest: (bodies, operation) =>
    fitting(bodies, {
      ...operation,
      into: { ...operation.into, ...placeNow(bodies, operation.into, operation.section) },
    }),
  variant: (bodies, operation) =>
    (findSection(bodies.now.sections, operation.section)?.variant ?? null) === operation.variant
      ? NONE
      : fitting(bodies, operation),
  remove: rebasedWhole,
  duplicate: rebasedWhole,
};

const rebasedOne = (bodies: Bodies, operation: PageOperation): Rebased =>
  (REBASING[operation.op] as (bodies: Bodies, operation: PageOperation) => Rebased)(bodies, operation);

const isThere = (page: Page, id: string | undefined): boolean => id !== undefined && findShown(page, id) !== undefined;

/** Keeps an operation that fits the present page without conflict. */
function fitting({ now }: Bodies, operation: PageOperation): Rebased {
  const edited = tryOperations(now, [operation]);
  return edited && edited.conflicts.length === 0 ? kept(operation) : lost(operation);
}

/**
 * Drops a removal or copy of a section that another member changed, because the member did not see that content.
 * Removing a missing section is done already.
 */
function rebasedWhole({ before, now }: Bodies, operation: PageOperation & { op: "remove" | "duplicate" }): Rebased {
  const [was, is] = [findSection(before.sections, operation.section), findSection(now.sections, operation.section)];
  if (!is) return operation.op === "remove" ? NONE : lost(operation);
  return sameJson(was, is) ? kept(operation) : lost(operation);
}

function rebasedSet({ now }: Bodies, operation: SetFields): Rebased {
  const found = findShown(now, operation.section);
  if (!found) return lost(operation);
  const { wanted, was, clashes } = rebasedValues(found.fields, operation.fields, operation.was);
  return {
    operations: Object.keys(wanted).length === 0 ? [] : [{ ...operation, fields: wanted, was }],
    clashes: clashes.map((clash) => ({ ...clash, section: operation.section })),
    lost: [],
  };
}

/**
 * Rebases page members one by one. A change of the path goes through as a whole or not at all, because redirects depend
 * on it.
 */
function rebasedMembers(bodies: Bodies, operation: SetMembers): Rebased {
  if ("path" in operation.changes) return fitting(bodies, operation);
  const { sections: _, ...members } = bodies.now;
  const { wanted, was, clashes } = rebasedValues(members, operation.changes, operation.was);
  return {
    operations: Object.keys(wanted).length === 0 ? [] : [{ ...operation, changes: wanted, was }],
    clashes: clashes.map((clash) => ({ ...clash, section: null })),
    lost: [],
  };
}

function rebasedValues(
  now: FieldValues,
  wanted: FieldValues,
  was: FieldValues | undefined,
): { readonly wanted: FieldValues; readonly was: FieldValues; readonly clashes: readonly Omit<Clash, "section">[] } {
  const { values, conflicts } = mergedChanges(now, was, wanted, "");
  const clashing = new Set(conflicts.map(({ pointer }) => fieldAt(pointer)));
  // The field holds the wanted value already: the change was saved, and only the answer got lost.
  const isDone = (name: string): boolean => sameJson(valueAtPlace(now, name), values[name] ?? null);
  const free = (some: FieldValues): FieldValues =>
    Object.fromEntries(Object.entries(some).filter(([name]) => !clashing.has(name) && !isDone(name)));
  const seen = Object.fromEntries(Object.keys(was ?? {}).map((name) => [name, valueAtPlace(now, name)]));
  return {
    wanted: free(values),
    was: free(seen),
    clashes: conflicts.map(({ pointer, was: before, now: theirs, wanted: mine }) => ({
      field: fieldAt(pointer),
      was: before,
      mine,
      theirs,
    })),
  };
}

const fieldAt = (pointer: string): string => decodePointer(pointer)[0] ?? "";

interface OperationPlace {
  readonly parent?: string | undefined;
  readonly slot?: string | undefined;
  readonly index?: number | undefined;
}

const listOf = ({ parent, slot }: OperationPlace): Siblings | undefined =>
  parent === undefined || slot === undefined ? undefined : { parent, slot };

const idsOf = (page: Page, place: OperationPlace, moved: string | undefined): string[] =>
  siblingsAt(page.sections, listOf(place))
    .map(({ id }) => id)
    .filter((id) => id !== moved);

/** The index behind the same sibling as before, wherever that sibling is now. */
function placeNow<P extends OperationPlace>({ before, now }: Bodies, place: P, moved: string | undefined): P {
  if (place.index === undefined) return place;
  const [was, is] = [idsOf(before, place, moved), idsOf(now, place, moved)];
  if (sameJson(was, is)) return place;
  const previous = was.slice(0, place.index).findLast((id) => is.includes(id));
  return { ...place, index: previous === undefined ? 0 : is.indexOf(previous) + 1 };
}

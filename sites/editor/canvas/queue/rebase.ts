/**
 * Puts changes that are not saved onto a page that somebody else changed meanwhile. What does not meet is kept as it
 * is; where both changed the same thing, both are shown to the member, and nothing is lost.
 */
import type { Page } from "../../../../runtime/documents/content.ts";
import type { PageOperation, SetFields } from "../../../../runtime/editing/operations/pageOperation.ts";
import { differsFrom } from "../../../../runtime/editing/operations/preconditions.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";
import { findSection, siblingsAt } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Siblings } from "../../../../runtime/editing/operations/sectionTree.ts";
import { applied, tryOperations } from "./apply.ts";

/** A field that somebody else changed as well. */
export interface Clash {
  readonly section: string;
  readonly field: string;
  readonly was: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Rebased {
  readonly operations: readonly PageOperation[];
  readonly clashes: readonly Clash[];
  /** Operations that cannot be done any more: the section is gone, or reads otherwise by now. */
  readonly lost: readonly PageOperation[];
}

interface Bodies {
  /** The page as the operation found it. */
  readonly before: Page;
  /** The page as it is there now. */
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

/** One question a field, with what the member wrote there last. */
function withClash(clashes: readonly Clash[], { mine, ...clash }: Clash): readonly Clash[] {
  const at = clashes.findIndex(({ section, field }) => section === clash.section && field === clash.field);
  const known = clashes[at];
  return known ? clashes.with(at, { ...known, mine }) : [...clashes, { ...clash, mine }];
}

function rebasedOne(bodies: Bodies, operation: PageOperation): Rebased {
  switch (operation.op) {
    case "set":
      return rebasedSet(bodies, operation);
    case "insert":
      return isThere(bodies.now, operation.section.id)
        ? NONE
        : fitting(bodies, { ...operation, at: placeNow(bodies, operation.at, undefined) });
    case "move":
      return fitting(bodies, { ...operation, to: placeNow(bodies, operation.to, operation.section) });
    case "nest":
      return fitting(bodies, {
        ...operation,
        into: { ...operation.into, ...placeNow(bodies, operation.into, operation.section) },
      });
    case "variant":
      return (findSection(bodies.now.sections, operation.section)?.variant ?? null) === operation.variant
        ? NONE
        : fitting(bodies, operation);
    case "remove":
    case "duplicate":
      return rebasedWhole(bodies, operation);
    default:
      return fitting(bodies, operation);
  }
}

const isThere = (page: Page, id: string | undefined): boolean =>
  id !== undefined && findSection(page.sections, id) !== undefined;

/** An operation that can be done to the page as it is now, and meets nobody else's. */
function fitting({ now }: Bodies, operation: PageOperation): Rebased {
  const edited = tryOperations(now, [operation]);
  return edited && edited.conflicts.length === 0 ? kept(operation) : lost(operation);
}

/** To remove or copy what others changed since is not what the member asked for. What is gone already is done. */
function rebasedWhole({ before, now }: Bodies, operation: PageOperation & { op: "remove" | "duplicate" }): Rebased {
  const [was, is] = [findSection(before.sections, operation.section), findSection(now.sections, operation.section)];
  if (!is) return operation.op === "remove" ? NONE : lost(operation);
  return sameJson(was, is) ? kept(operation) : lost(operation);
}

function rebasedSet({ now }: Bodies, operation: SetFields): Rebased {
  const found = findSection(now.sections, operation.section);
  if (!found) return lost(operation);
  const conflicts = differsFrom(found.fields, operation.was, operation.fields, "");
  const clashing = new Set(conflicts.map(({ pointer }) => pointer.slice(1)));
  // A value that the field already has was saved, only the answer was lost.
  const isDone = (name: string): boolean => sameJson(found.fields[name] ?? null, operation.fields[name] ?? null);
  const free = (values: SetFields["fields"]) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !clashing.has(name) && !isDone(name)));
  const rest = free(operation.fields);
  return {
    operations: Object.keys(rest).length === 0 ? [] : [{ ...operation, fields: rest, was: free(operation.was ?? {}) }],
    clashes: conflicts.map(({ pointer, was, now: theirs, wanted: mine }) => ({
      section: operation.section,
      field: pointer.slice(1),
      was,
      mine,
      theirs,
    })),
    lost: [],
  };
}

interface Place {
  readonly parent?: string | undefined;
  readonly slot?: string | undefined;
  readonly index?: number | undefined;
}

const listOf = ({ parent, slot }: Place): Siblings | undefined =>
  parent === undefined || slot === undefined ? undefined : { parent, slot };

const idsOf = (page: Page, place: Place, moved: string | undefined): string[] =>
  siblingsAt(page.sections, listOf(place))
    .map(({ id }) => id)
    .filter((id) => id !== moved);

/** Behind the sibling it was put behind, wherever that is now. */
function placeNow<P extends Place>({ before, now }: Bodies, place: P, moved: string | undefined): P {
  if (place.index === undefined) return place;
  const [was, is] = [idsOf(before, place, moved), idsOf(now, place, moved)];
  if (sameJson(was, is)) return place;
  const previous = was.slice(0, place.index).findLast((id) => is.includes(id));
  return { ...place, index: previous === undefined ? 0 : is.indexOf(previous) + 1 };
}

/**
 * Applies a list of operations to a page: fields, variants, page members and structure. It is a pure function, and all
 * or nothing. Each operation yields its inverse, so undo is an ordinary list of operations.
 */
import { quote } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { type Conflict, differsFrom, mergedChanges } from "./preconditions.ts";
import { wholeFields } from "./fieldPlace.ts";
import { ENTRY, entrySection } from "../../documents/content/entry.ts";
import { findSection, findShown, placeOf, withSection } from "./sectionTree.ts";
import type { PageOperation, FieldValues } from "./pageOperation.ts";
import { type CreatedSection, type StructureOperation, type SectionPlace, structureStep } from "./structure.ts";

export interface PageEdited {
  readonly body: Page;
  readonly created: readonly CreatedSection[];
  /** Operations that restore the old version when they are applied to the new one in this order. */
  readonly inverse: readonly PageOperation[];
  /** Ids of sections that were added, moved or changed. */
  readonly changed: readonly string[];
  readonly conflicts: readonly Conflict[];
}

interface Step {
  readonly body: Page;
  readonly inverse: PageOperation;
  readonly created?: readonly Omit<CreatedSection, "operation">[];
  readonly changed?: readonly string[];
  readonly conflicts?: readonly Omit<Conflict, "operation">[];
}

type Steps = {
  readonly [Op in PageOperation["op"]]: (body: Page, operation: PageOperation & { op: Op }, at: string) => Step;
};

export function applyPageOperations(page: Page, operations: readonly PageOperation[]): PageEdited {
  let done: PageEdited = { body: page, created: [], inverse: [], changed: [], conflicts: [] };
  for (const [index, operation] of operations.entries())
    done = added(done, stepOf(done.body, operation, `/operations/${index}`), index);
  return { ...done, changed: stillThere(done) };
}

const added = (
  done: PageEdited,
  { body, inverse, created = [], changed = [], conflicts = [] }: Step,
  index: number,
): PageEdited => ({
  body,
  created: [...done.created, ...created.map((section) => ({ operation: index, ...section }))],
  inverse: [inverse, ...done.inverse],
  changed: [...done.changed, ...changed],
  conflicts: [...done.conflicts, ...conflicts.map((conflict) => ({ operation: index, ...conflict }))],
});

/** Drops sections that a later operation of the list removed. */
const stillThere = ({ body, changed }: PageEdited): string[] =>
  [...new Set(changed)].filter((id) => findShown(body, id));

const structural = (body: Page, operation: StructureOperation, at: string): Step => {
  const { sections, created = [] } = structureStep(body.sections, operation, at);
  const [root] = created;
  return {
    body: { ...body, sections: [...sections] },
    created,
    inverse: inverseOf(body.sections, operation, root?.id ?? ""),
    changed: changedBy(operation, root?.id),
  };
};

const changedBy = (operation: StructureOperation, created: string | undefined): string[] => {
  if (operation.op === "remove") return [];
  return operation.op === "move" || operation.op === "nest" ? [operation.section] : [created ?? ""];
};

function inverseOf(before: readonly Section[], operation: StructureOperation, created: string): PageOperation {
  switch (operation.op) {
    case "insert":
    case "duplicate":
      return { op: "remove", section: created };
    case "move":
    case "nest":
      return { op: "move", section: operation.section, to: whereIn(before, operation.section) };
    case "remove":
      return {
        op: "insert",
        section: existingIn(before, operation.section, "/section"),
        at: whereIn(before, operation.section),
      };
    default:
      return operation satisfies never;
  }
}

function whereIn(sections: readonly Section[], id: string): SectionPlace {
  const { siblings, index } = placeOf(sections, id) ?? { siblings: undefined, index: 0 };
  return siblings ? { ...siblings, index } : { index };
}

const STEPS: Steps = {
  set(body, { section, fields, was }, at) {
    const before = existing(body, section, `${at}/section`).fields;
    const { values, conflicts } = mergedChanges(before, was, fields, `${at}/fields`);
    const whole = wholeFields(before, values, `${at}/fields`);
    const next = (now: Section): Section => ({ ...now, fields: merged(now.fields, whole) });
    return {
      body: withChanged(body, section, next),
      inverse: { op: "set", section, fields: taken(before, whole), was: whole },
      changed: [section],
      conflicts,
    };
  },
  variant(body, { section, variant, was }, at) {
    const before = existing(body, section, `${at}/section`).variant ?? null;
    const next = ({ variant: _before, ...now }: Section): Section => (variant === null ? now : { ...now, variant });
    return {
      body: withChanged(body, section, next),
      inverse: { op: "variant", section, variant: before, was: variant },
      changed: [section],
      conflicts: was === undefined ? [] : differsFrom({ variant: before }, { variant: was }, { variant }, at),
    };
  },
  page(body, { changes, was }, at) {
    const { sections, ...members } = body;
    return {
      body: { ...(merged(members, changes) as Omit<Page, "sections">), sections },
      inverse: { op: "page", changes: taken(members, changes), was: changes },
      conflicts: differsFrom(members, was, changes, `${at}/changes`),
    };
  },
  insert: structural,
  move: structural,
  nest: structural,
  duplicate: structural,
  remove: structural,
};

/** The cast is safe: the table is typed per operation, which TypeScript cannot follow through a union's tag. */
const stepOf = (body: Page, operation: PageOperation, at: string): Step =>
  (STEPS[operation.op] as (body: Page, operation: PageOperation, at: string) => Step)(body, operation, at);

const merged = (members: FieldValues, changes: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...members, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );

/** The current values of the members that will change. Null for missing ones. */
const taken = (members: FieldValues, changes: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(changes).map((name) => [name, Object.hasOwn(members, name) ? (members[name] ?? null) : null]),
  );

function withChanged(body: Page, id: string, change: (section: Section) => Section): Page {
  const entry = id === ENTRY ? entrySection(body) : undefined;
  return entry
    ? { ...body, values: change(entry).fields }
    : { ...body, sections: withSection(body.sections, id, change) };
}

const existing = (page: Page, id: string, pointer: string): Section => found(findShown(page, id), id, pointer);

const existingIn = (sections: readonly Section[], id: string, pointer: string): Section =>
  found(findSection(sections, id), id, pointer);

function found(section: Section | undefined, id: string, pointer: string): Section {
  if (section) return section;
  throw new Refusal("INVALID_REQUEST", {
    issues: [{ pointer, found: quote(id), allowed: "the id of a section of this page" }],
  });
}

/**
 * Changes a page's structure: its sections, their order and nesting. It is a pure function, and all or nothing. The
 * limits are checked after each operation, so that a list of duplications cannot grow a page without limit. Which
 * sections a slot accepts is checked later, on the resulting page.
 */
import { PAGE_MAX_SECTIONS, SECTION_MAX_DEPTH } from "../../../manifests/bounds/documents.ts";
import { quote } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { NewSection, Section } from "../../documents/content/section.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { freeId, idOf } from "./newId.ts";
import {
  type Siblings,
  findSection,
  placeOf,
  sectionIds,
  siblingsAt,
  withSiblings,
  withoutSection,
} from "./sectionTree.ts";

/** A place for a section: at the top level, or in a slot of `parent`. Default index: the end. */
export interface SectionPlace {
  readonly parent?: string | undefined;
  readonly slot?: string | undefined;
  readonly index?: number | undefined;
}

export type StructureOperation =
  | { readonly op: "insert"; readonly section: NewSection; readonly at: SectionPlace }
  /** `index` counts in the list without the moved section. */
  | { readonly op: "move"; readonly section: string; readonly to: SectionPlace }
  | { readonly op: "nest"; readonly section: string; readonly into: SectionPlace }
  /** Inserts the copy after the original. The copy and all sections in it get new ids. */
  | { readonly op: "duplicate"; readonly section: string }
  | { readonly op: "remove"; readonly section: string };

/** A new section. `of` is the original if it is a copy. */
export interface CreatedSection {
  readonly operation: number;
  readonly id: string;
  readonly of: string | null;
}

interface Step {
  readonly sections: readonly Section[];
  readonly created?: readonly Omit<CreatedSection, "operation">[];
}

type Steps = {
  readonly [Op in StructureOperation["op"]]: (
    sections: readonly Section[],
    operation: StructureOperation & { op: Op },
    at: string,
  ) => Step;
};

/** Applies one operation. Pointers of a refusal begin with `at`, the operation's pointer in the input. */
export function structureStep(sections: readonly Section[], operation: StructureOperation, at: string): Step {
  const step = stepOf(sections, operation, at);
  checkBounds(step.sections, at);
  return step;
}

/** Inserts one section. Pointers of a refusal begin with the place and the section. */
export function insertSection(
  sections: readonly Section[],
  section: NewSection,
  place: SectionPlace,
): { sections: readonly Section[]; id: string } {
  const step = insert(sections, { section, at: place }, "");
  checkBounds(step.sections, "/section");
  return { sections: step.sections, id: step.created?.[0]?.id ?? "" };
}

const STEPS: Steps = {
  insert,
  move: (sections, { section, to }, at) =>
    relocate(sections, section, to, { section: `${at}/section`, place: `${at}/to` }),
  nest: (sections, { section, into }, at) =>
    relocate(sections, section, into, { section: `${at}/section`, place: `${at}/into` }),
  duplicate,
  remove(sections, { section }, at) {
    existing(sections, section, `${at}/section`);
    return { sections: withoutSection(sections, section) };
  },
};

/** The cast is safe: the table is typed per operation, which TypeScript cannot follow through a union's tag. */
const stepOf = (sections: readonly Section[], operation: StructureOperation, at: string): Step =>
  (STEPS[operation.op] as (sections: readonly Section[], operation: StructureOperation, at: string) => Step)(
    sections,
    operation,
    at,
  );

function insert(
  sections: readonly Section[],
  { section, at: place }: { section: NewSection; at: SectionPlace },
  at: string,
): Step {
  const taken = new Set([...sectionIds(sections), ...Object.values(section.children ?? {}).flatMap(sectionIds)]);
  if (section.id !== undefined && findSection(sections, section.id))
    refuse(`${at}/section/id`, section.id, "an id that no other section of the page has");
  const id =
    section.id ?? freeId(idOf(section.type.slice(section.type.indexOf("/") + 1), "section"), (id) => taken.has(id));
  const whole: Section = { ...section, id };
  return {
    sections: put(sections, whole, place, `${at}/at`),
    created: sectionIds([whole]).map((created) => ({ id: created, of: null })),
  };
}

function relocate(
  sections: readonly Section[],
  id: string,
  to: SectionPlace,
  at: { section: string; place: string },
): Step {
  const section = existing(sections, id, at.section);
  if (to.parent !== undefined && findSection([section], to.parent)) {
    refuse(`${at.place}/parent`, to.parent, "a section that is neither the moved one nor inside it");
  }
  return { sections: put(withoutSection(sections, id), section, to, at.place) };
}

function duplicate(sections: readonly Section[], { section: id }: { section: string }, at: string): Step {
  const original = existing(sections, id, `${at}/section`);
  const taken = new Set(sectionIds(sections));
  const created: Omit<CreatedSection, "operation">[] = [];
  const copy = copyOf(original, (of) => {
    const id = freeId(of, (candidate) => taken.has(candidate));
    taken.add(id);
    created.push({ id, of });
    return id;
  });
  const { siblings, index } = placeOf(sections, id) ?? { siblings: undefined, index: 0 };
  return { sections: withSiblings(sections, siblings, (list) => list.toSpliced(index + 1, 0, copy)), created };
}

function copyOf(section: Section, rename: (id: string) => string): Section {
  const copy: Section = { ...section, id: rename(section.id) };
  if (!section.children) return copy;
  const children = Object.entries(section.children).map(([slot, nested]) => [
    slot,
    nested.map((child) => copyOf(child, rename)),
  ]);
  return { ...copy, children: Object.fromEntries(children) as Record<string, Section[]> };
}

function put(sections: readonly Section[], section: Section, place: SectionPlace, at: string): Section[] {
  const siblings = listOf(sections, place, at);
  const length = siblingsAt(sections, siblings).length;
  const index = place.index ?? length;
  if (index > length) refuse(`${at}/index`, String(index), `at most ${length}`);
  return withSiblings(sections, siblings, (list) => list.toSpliced(index, 0, section));
}

function listOf(sections: readonly Section[], { parent, slot }: SectionPlace, at: string): Siblings | undefined {
  if (parent === undefined || slot === undefined) return undefined;
  existing(sections, parent, `${at}/parent`);
  return { parent, slot };
}

function existing(sections: readonly Section[], id: string, pointer: string): Section {
  return findSection(sections, id) ?? refuse(pointer, id, "the id of a section of this page");
}

function checkBounds(sections: readonly Section[], at: string): void {
  const all = [...eachSection(sections)];
  if (all.length > PAGE_MAX_SECTIONS) refuse(at, `${all.length} sections`, `a page of at most ${PAGE_MAX_SECTIONS}`);
  if (all.some(({ depth }) => depth >= SECTION_MAX_DEPTH))
    refuse(at, "a section nested deeper", `at most ${SECTION_MAX_DEPTH} levels`);
  const ids = all.map(({ section }) => section.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) refuse(at, twice, "ids that no two sections of the page share");
}

function refuse(pointer: string, found: string, allowed: string): never {
  throw new Refusal("INVALID_REQUEST", { issues: [{ pointer, found: quote(found), allowed }] });
}

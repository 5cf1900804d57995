/** Checks that the active plugins can render a page's sections. */
import { SECTION_MAX_DEPTH } from "../../manifests/bounds/documents.ts";
import { ISSUES_MAX } from "../../manifests/bounds/json.ts";
import { validateForDefaults } from "../../manifests/fields/fields.ts";
import { encodePointer } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Page } from "../documents/content/content.ts";
import type { Section } from "../documents/content/section.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Contributions, IdleSection, SectionEntry } from "../contributions/points.ts";
import { ENTRY, entrySection } from "../documents/content/entry.ts";
import { bindingIssues, boundPage, unlessBound } from "../templates/bindings.ts";
import type { GoodFields } from "./goodFields.ts";
import { pagedFields } from "./paging.ts";
import { absenceOf } from "../contributions/absence.ts";
import { fitOf } from "../templates/fitting.ts";
import type { ChangedSection, MissingSection, PageCheck } from "./view.ts";

type Path = readonly PropertyKey[];

/** The path of the section of an entry's values in the page. Its fields are the values themselves. */
const VALUES: Path = [];
const fieldsAt = (id: string, path: Path): Path => (id === ENTRY ? ["values"] : [...path, "fields"]);

class Checking {
  readonly issues: Issue[] = [];
  readonly idleIssues: Issue[] = [];
  readonly unknown: MissingSection[] = [];
  readonly changed: ChangedSection[] = [];
  readonly #used = new Map<string, number>();
  #paged = 0;
  readonly #contributions: Contributions;
  readonly #good: GoodFields;
  /** The schema of the page's own values, for fields that are bound to one. */
  readonly #values: JsonSchema | undefined;

  constructor(page: Page, contributions: Contributions, good: GoodFields) {
    this.#values = page.type === undefined ? undefined : contributions.contentTypes.get(page.type)?.item.fields;
    this.#contributions = contributions;
    this.#good = good;
  }

  sections(sections: readonly Section[], path: Path, depth: number): void {
    for (const [index, section] of sections.entries()) this.#section(section, [...path, index], depth);
  }

  /** The section of an entry's values. Only a content type may draw it, and a content type may draw no other section. */
  entry(page: Page): void {
    const section = entrySection(page);
    if (!section) return;
    const known = this.#contributions.sections.get(section.type);
    if (!known) return this.#absent(section, VALUES);
    if (!this.#contributions.contentTypes.has(section.type))
      return this.#refuse(["type"], section.type, "a content type; this is a section type");
    if (!this.#good.has(known.qualified, section.fields)) this.#fields(section, known, VALUES);
    this.#countPaged(section, known, ["type"]);
  }

  #section(section: Section, path: Path, depth: number): void {
    if (depth >= SECTION_MAX_DEPTH)
      return this.#refuse(path, "a section nested deeper", `at most ${SECTION_MAX_DEPTH} levels`);
    const entry = this.#contributions.sections.get(section.type);
    if (this.#contributions.contentTypes.has(section.type))
      this.#refuse([...path, "type"], section.type, "a section type; a content type is the type of a page");
    else if (entry) this.#known(section, entry, path);
    else this.#absent(section, path);
    for (const [slot, nested] of Object.entries(section.children ?? {})) {
      this.sections(nested, [...path, "children", slot], depth + 1);
    }
  }

  #known(section: Section, entry: SectionEntry, path: Path): void {
    this.#shape(section, entry, path);
    for (const issue of bindingIssues(section, entry.item.fields, this.#values))
      this.#add({ ...issue, pointer: encodePointer(fieldsAt(section.id, path)) + issue.pointer });
    if (!this.#good.has(entry.qualified, section.fields)) this.#fields(section, entry, path);
    this.#count(entry, path);
    this.#countPaged(section, entry, path);
  }

  /** Records a section that cannot be rendered. If its plugin is only inactive, its content is still validated. */
  #absent(section: Section, path: Path): void {
    const { id, type, fields } = section;
    const idle = this.#contributions.idleSections.get(type);
    this.unknown.push({ section: id, type, reason: absenceOf(type, this.#contributions) });
    if (!idle) return;
    this.#shape(section, idle, path, this.idleIssues);
    for (const issue of validateForDefaults(idle.item.fields, fields))
      this.#add({ ...issue, pointer: encodePointer(fieldsAt(id, path)) + issue.pointer }, this.idleIssues);
  }

  #shape(section: Section, entry: IdleSection, path: Path, into = this.issues): void {
    this.#variant(section, entry, path, into);
    this.#slots(section, entry, path, into);
  }

  #fields(section: Section, { qualified, item }: SectionEntry, path: Path): void {
    const { id, type, fields } = section;
    const found = validateForDefaults(item.fields, fields);
    if (found.length === 0) return this.#good.add(qualified, fields);
    const issues = unlessBound(found, section);
    if (issues.length === 0) return;
    const { kept, moved, issues: left } = fitOf(item, fields);
    this.changed.push({ section: id, type, pointer: encodePointer(path), kept, moved, issues: left });
    for (const issue of issues) this.#add({ ...issue, pointer: encodePointer(fieldsAt(id, path)) + issue.pointer });
  }

  #variant({ variant }: Section, { item }: IdleSection, path: Path, into: Issue[]): void {
    const names = item.variants.map(({ name }) => name);
    if (variant === undefined || names.includes(variant)) return;
    this.#refuse([...path, "variant"], `the variant "${variant}"`, `one of ${names.join(", ")}`, into);
  }

  #slots({ children = {} }: Section, { item }: IdleSection, path: Path, into: Issue[]): void {
    const slots = new Map((item.slots ?? []).map((slot) => [slot.name, slot]));
    for (const [name, nested] of Object.entries(children)) {
      const slot = slots.get(name);
      const at = [...path, "children", name];
      if (!slot)
        this.#refuse(
          at,
          `a slot named "${name}"`,
          slots.size > 0 ? `one of ${[...slots.keys()].join(", ")}` : "no nested sections",
          into,
        );
      else if (slot.max !== undefined && nested.length > slot.max)
        this.#refuse(at, `${nested.length} sections`, `at most ${slot.max}`, into);
    }
  }

  #count({ qualified, item }: SectionEntry, path: Path): void {
    const used = (this.#used.get(qualified) ?? 0) + 1;
    this.#used.set(qualified, used);
    const most = item.limits?.maxPerPage;
    if (most !== undefined && used > most)
      this.#refuse(path, `section number ${used} of type ${qualified}`, `at most ${most} in a page`);
  }

  /** Two lists of a page would have the same addresses for their further pages. */
  #countPaged({ fields }: Section, entry: SectionEntry, path: Path): void {
    if (pagedFields(entry, fields) && ++this.#paged > 1)
      this.#refuse(
        path,
        "a second list with further pages",
        "at most one in a page, because its address has their numbers",
      );
  }

  #refuse(path: Path, found: string, allowed: string, into = this.issues): void {
    this.#add({ pointer: encodePointer(path), found, allowed }, into);
  }

  #add(issue: Issue, into = this.issues): void {
    if (into.length < ISSUES_MAX) into.push(issue);
  }
}

/** Checks one page. `good` must be a cache for exactly these contributions. */
export function checkPage(page: Page, contributions: Contributions, good: GoodFields): PageCheck {
  const checking = new Checking(page, contributions, good);
  checking.entry(page);
  checking.sections(boundPage(page, contributions).sections, ["sections"], 0);
  const { issues, idleIssues, unknown, changed } = checking;
  return { issues, idleIssues, unknown, changed };
}

/** The sections whose content does not fit their type. A publication shows them as it showed them before, or not. */
export const heldIn = ({ changed }: Pick<PageCheck, "changed">): ChangedSection[] =>
  changed.filter(({ issues }) => issues.length > 0);

/** Checks that the active plugins can show the sections of a page. */
import { SECTION_MAX_DEPTH } from "../../manifests/bounds/documents.ts";
import { ISSUES_MAX } from "../../manifests/bounds/json.ts";
import { validateForDefaults } from "../../manifests/fields/fields.ts";
import { encodePointer } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Page, Section } from "../documents/content.ts";
import type { Contributions, SectionEntry } from "../contributions/points.ts";
import type { GoodFields } from "./goodFields.ts";
import { absenceOf } from "./sections.ts";
import { fitOf } from "../templates/fitting.ts";
import type { ChangedSection, MissingSection, PageCheck } from "./view.ts";

type Path = readonly PropertyKey[];

class Checking {
  readonly issues: Issue[] = [];
  readonly unknown: MissingSection[] = [];
  readonly changed: ChangedSection[] = [];
  readonly #used = new Map<string, number>();
  readonly #contributions: Contributions;
  readonly #good: GoodFields;

  constructor(contributions: Contributions, good: GoodFields) {
    this.#contributions = contributions;
    this.#good = good;
  }

  sections(sections: readonly Section[], path: Path, depth: number): void {
    for (const [index, section] of sections.entries()) this.#section(section, [...path, index], depth);
  }

  #section(section: Section, path: Path, depth: number): void {
    if (depth >= SECTION_MAX_DEPTH)
      return this.#refuse(path, "a section nested deeper", `at most ${SECTION_MAX_DEPTH} levels`);
    const entry = this.#contributions.sections.get(section.type);
    if (entry) this.#known(section, entry, path);
    else
      this.unknown.push({
        section: section.id,
        type: section.type,
        reason: absenceOf(section.type, this.#contributions),
      });
    for (const [slot, nested] of Object.entries(section.children ?? {})) {
      this.sections(nested, [...path, "children", slot], depth + 1);
    }
  }

  #known(section: Section, entry: SectionEntry, path: Path): void {
    this.#variant(section, entry, path);
    if (!this.#good.has(entry.qualified, section.fields)) this.#fields(section, entry, path);
    this.#slots(section, entry, path);
    this.#count(entry, path);
  }

  #fields({ id, type, fields }: Section, { qualified, item }: SectionEntry, path: Path): void {
    const issues = validateForDefaults(item.fields, fields);
    if (issues.length === 0) return this.#good.add(qualified, fields);
    const { kept, moved, issues: left } = fitOf(item, fields);
    this.changed.push({ section: id, type, pointer: encodePointer(path), kept, moved, issues: left });
    for (const { pointer, found, allowed } of issues) {
      this.#add({ pointer: encodePointer([...path, "fields"]) + pointer, found, allowed });
    }
  }

  #variant({ variant }: Section, { item }: SectionEntry, path: Path): void {
    const names = item.variants.map(({ name }) => name);
    if (variant === undefined || names.includes(variant)) return;
    this.#refuse([...path, "variant"], `the variant "${variant}"`, `one of ${names.join(", ")}`);
  }

  #slots({ children = {} }: Section, { item }: SectionEntry, path: Path): void {
    const slots = new Map((item.slots ?? []).map((slot) => [slot.name, slot]));
    for (const [name, nested] of Object.entries(children)) {
      const slot = slots.get(name);
      const at = [...path, "children", name];
      if (!slot)
        this.#refuse(
          at,
          `a slot named "${name}"`,
          slots.size > 0 ? `one of ${[...slots.keys()].join(", ")}` : "no nested sections",
        );
      else if (slot.max !== undefined && nested.length > slot.max)
        this.#refuse(at, `${nested.length} sections`, `at most ${slot.max}`);
    }
  }

  #count({ qualified, item }: SectionEntry, path: Path): void {
    const used = (this.#used.get(qualified) ?? 0) + 1;
    this.#used.set(qualified, used);
    const most = item.limits?.maxPerPage;
    if (most !== undefined && used > most)
      this.#refuse(path, `section number ${used} of type ${qualified}`, `at most ${most} in a page`);
  }

  #refuse(path: Path, found: string, allowed: string): void {
    this.#add({ pointer: encodePointer(path), found, allowed });
  }

  #add(issue: Issue): void {
    if (this.issues.length < ISSUES_MAX) this.issues.push(issue);
  }
}

/** Checks one page. `good` must belong to exactly these contributions. */
export function checkPage(page: Page, contributions: Contributions, good: GoodFields): PageCheck {
  const checking = new Checking(contributions, good);
  checking.sections(page.sections, ["sections"], 0);
  return { issues: checking.issues, unknown: checking.unknown, changed: checking.changed };
}

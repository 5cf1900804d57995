/** Renders the sections of a page as HTML or Markdown. */
import { absoluteUrl, originOfPath } from "../documents/content/languageHosts.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import { onePage } from "./markdown/onePage.ts";
import {
  PAGE_MAX_MARK_CHARS,
  PAGE_MAX_STEPS,
  PAGE_MAX_WORK_CHARS,
  SECTION_MAX_STEPS,
  SECTION_MAX_WORK_CHARS,
} from "../../manifests/bounds/templates.ts";
import { withDefaults } from "../../manifests/fields/fields.ts";
import type { Fit } from "../templates/migration.ts";
import type { GoodFields } from "./goodFields.ts";
import { fitOf } from "../templates/fitting.ts";
import { ENTRY, shownSections } from "../documents/content/entry.ts";
import type { Section } from "../documents/content/section.ts";
import { PLACED, type PlacingSection } from "../documents/content/placing.ts";
import { bindingsOf, unlessBound } from "../templates/bindings.ts";
import { type FormDrawing, CHALLENGE_ORIGIN, drawForm, formAsMarkdown } from "../forms/draw.ts";
import { type Placement, placedType, placementOf } from "../forms/placement.ts";
import { FRAME_SCRIPT_PATH, framedHtml, framePath, mayRun } from "./frames/frame.ts";
import { FORM_SCRIPT_PATH } from "../forms/script.ts";
import { absenceOf } from "../contributions/absence.ts";
import type { Contributions, SectionEntry } from "../contributions/points.ts";
import { ownSource, leavingTo, scriptFrom } from "./pagePolicy.ts";
import { pluginRoutePath } from "../contributions/routePath.ts";
import { Budget } from "../templates/budget.ts";
import { Directives } from "./directives/drawing.ts";
import { DIALECTS, type Dialect } from "../templates/dialect.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import { FieldMarker, type MarkRoom } from "../templates/marks/fieldMarker.ts";
import { valuesAsMarkdown } from "./markdown/valuesAsMarkdown.ts";
import { textOfHtml } from "./markdown/textOfHtml.ts";
import type { TextPart } from "./markdown/pageMarkdown.ts";
import { drawSearchForm, searchAsMarkdown } from "./searching/draw.ts";
import { SEARCH_SCRIPT_PATH } from "./searching/assets.ts";
import { safeHtml, writtenHtml } from "../templates/safe.ts";
import { type Paged, drawnQueries, pagedList, pagingScope, typeIn } from "./paging.ts";
import { computedScope } from "./stored/storedPages.ts";
import { linksOf, pageScope, pagesById, siteScope, surroundingsOf } from "./scopes.ts";
import { shownIn, withShownValues } from "./values/sectionValues.ts";
import type { PagesById } from "./values/shownValues.ts";
import type { ValueForm } from "./values/sorts.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import type { TemplateOutcome, Templates } from "./templates.ts";
import { placingHtml } from "./placing/placingHtml.ts";
import { type SectionSpot, editAttributes } from "./placing/sectionPlace.ts";
import type { MissingSection, PageInput } from "./view.ts";

/** The differences of rendering between HTML and Markdown. */
interface Form {
  readonly dialect: Dialect;
  readonly file: (entry: SectionEntry) => string | undefined;
  /** Renders the values of a type without a template. Null if the form shows nothing. */
  readonly plain: (entry: SectionEntry, values: Readonly<Record<string, unknown>>) => string | null;
  readonly wrap: (text: string, section: Section, spot: SectionSpot, entry: SectionEntry, input: PageInput) => string;
  /** Renders the sections of an entry where a section shows it. */
  readonly placing: (
    text: string,
    section: PlacingSection,
    spot: SectionSpot,
    entry: SectionEntry,
    input: PageInput,
  ) => string;
  /** Converts the HTML of an earlier release to this form. */
  readonly earlier: (html: string) => string;
  readonly absent: (missing: MissingSection, spot: SectionSpot, input: PageInput) => string;
  readonly nested: (text: string) => unknown;
  /** Renders a visitors' form where the template prints it. */
  readonly placed: (place: Placement, input: PageInput, around: FormDrawing) => unknown;
  readonly emptySlot: (section: string, slot: string, input: PageInput) => string;
  readonly between: string;
  /** The form of single values. */
  readonly values: ValueForm;
}

export const variantOf = ({ variant }: Section, { item }: SectionEntry): string =>
  item.variants.find(({ name }) => name === variant)?.name ?? item.variants[0]?.name ?? "";

const dataProblem = (problem: string | undefined): Record<string, string> =>
  problem === undefined ? {} : { "data-section-data-problem": problem };

function wrapHtml(text: string, section: Section, spot: SectionSpot, entry: SectionEntry, input: PageInput): string {
  const variant = variantOf(section, entry);
  const edit = editAttributes(section.id, spot, input, {
    "data-section-variant": variant,
    "data-section-title": entry.item.title,
    ...dataProblem(input.data?.get(section.id)?.problem),
  });
  return (
    `<section class="section section--${entry.item.name} is-${variant}" id="${escapeHtml(section.id)}"` +
    ` data-section="${entry.qualified}"${edit}>\n${text.trim()}\n</section>`
  );
}

function absentHtml({ section, type, reason }: MissingSection, spot: SectionSpot, input: PageInput): string {
  if (input.mode === "published") return "";
  const edit = editAttributes(section, spot, input, { "data-section-missing": type });
  const words = `<strong>${escapeHtml(type)}</strong> is not shown: ${escapeHtml(reason)}. Its content is kept.`;
  return (
    `<section class="section section--missing" id="${escapeHtml(section)}"${edit}>\n` +
    `<p role="note">${words}</p>\n</section>`
  );
}

const HTML: Form = {
  dialect: DIALECTS.section,
  file: ({ item }) => item.template,
  plain: () => null,
  wrap: wrapHtml,
  placing: placingHtml,
  earlier: (html) => html,
  absent: absentHtml,
  nested: writtenHtml,
  placed: (place, { forms, data }, around) =>
    safeHtml(drawForm(place, forms?.get(place.section), { ...around, data: data?.get(place.section)?.value })),
  emptySlot: (section, slot, { mode }) =>
    mode === "published"
      ? ""
      : `<div${attributes({ "data-section-parent": section, "data-section-slot": slot })}></div>`,
  between: "\n",
  values: "html",
};

const MARKDOWN: Form = {
  dialect: DIALECTS.plain,
  file: ({ item }) => item.markdown,
  plain: ({ item }, values) => valuesAsMarkdown(item.fields, values),
  wrap: (text) => text.trim(),
  placing: (text) => text,
  earlier: textOfHtml,
  absent: () => "",
  nested: (text) => text,
  placed: (place, { page, site }) => formAsMarkdown(place, absoluteUrl(page.path, site)),
  emptySlot: () => "",
  between: "\n\n",
  values: "markdown",
};

export const FORMS = { html: HTML, markdown: MARKDOWN } as const;

export class SectionsRendering {
  readonly missing: MissingSection[] = [];
  readonly frames = new Set<string>();
  /** True if a plugin's frame is in the page. */
  hasFrame = false;
  /** The rendered text of each section, by id. */
  readonly shown = new Map<string, string>();
  readonly surroundings: Surroundings;
  readonly directives: Directives;
  readonly page: Readonly<Record<string, unknown>>;
  readonly site: object;
  /** The list of the page that has further pages, and its paging for templates. */
  readonly paged: Paged | undefined;
  readonly paging: object | undefined;
  /** True once the first section has shown the page's title. */
  titleShown = false;
  readonly #form: Form;
  readonly #input: PageInput;
  readonly #contributions: Contributions;
  readonly #templates: Templates;
  readonly #challengeKey: string;
  readonly #good: GoodFields | undefined;
  readonly #budget = new Budget(PAGE_MAX_STEPS, PAGE_MAX_WORK_CHARS);
  readonly #markRoom: MarkRoom = { chars: PAGE_MAX_MARK_CHARS };

  constructor(
    form: keyof typeof FORMS,
    input: PageInput,
    contributions: Contributions,
    templates: Templates,
    challengeKey = "",
    good?: GoodFields,
  ) {
    this.#good = good;
    this.#challengeKey = challengeKey;
    this.#form = FORMS[form];
    this.#input = input;
    this.#contributions = contributions;
    this.#templates = templates;
    const sections = [...eachSection(shownSections(input.page))].map(({ section }) => section.id);
    const around = { ...surroundingsOf(input.site, contributions), ...linksOf(input), ...onePage(sections) };
    this.page = pageScope(input, contributions);
    this.site = siteScope(input.site);
    this.directives = new Directives({ contributions, templates, scope: { page: this.page, site: this.site }, around });
    this.surroundings = { ...around, directives: (...asked) => this.directives.html(...asked) };
    this.paged = pagedList(input, contributions);
    this.paging = this.paged && pagingScope(this.paged, input);
  }

  render(): string {
    return this.#all(shownSections(this.#input.page), (first) => ({ depth: 0, first }));
  }

  parts(): TextPart[] {
    return shownSections(this.#input.page).map((section, index) => ({
      section: section.id,
      text: this.directives.inText(this.#one(section, { depth: 0, first: index === 0 })),
    }));
  }

  #all(sections: readonly Section[], spotOf: (first: boolean) => SectionSpot): string {
    const parts = sections.map((section, index) => this.#kept(section, spotOf(index === 0)));
    return parts.filter((part) => part !== "").join(this.#form.between);
  }

  #kept(section: Section, spot: SectionSpot): string {
    const text = this.#one(section, spot);
    this.shown.set(section.id, text);
    return text;
  }

  #one(section: Section, spot: SectionSpot): string {
    const entry = this.#contributions.sections.get(section.type);
    if (!entry) return this.#absent(section, spot, absenceOf(section.type, this.#contributions));
    if (entry.item.places !== undefined) return this.#placing(section, spot, entry);
    const { issues, fields } = this.#fit(section, entry);
    const [issue] = issues;
    if (issue && unlessBound(issues, section).length === 0)
      return this.#absent(section, spot, `the entry has no value for ${issue.pointer}`);
    if (issue)
      return this.#held(section, spot, entry, `its content is no longer valid: ${issue.pointer} ${issue.found}`);
    if (this.#form.file(entry) === undefined)
      return this.#form.plain(entry, withDefaults(entry.item.fields, fields)) ?? "";
    const outcome = this.#fill({ ...section, fields }, spot, entry, bindingsOf(section));
    if (!outcome.ok) return this.#absent(section, spot, `its template failed: ${outcome.error}`);
    this.#reach(entry);
    if (isTitle(spot, entry)) this.titleShown = true;
    return this.#form.wrap(this.#framed(outcome.value, section, entry), section, spot, entry, this.#input);
  }

  /**
   * Wraps a section's text for its frame. In the editor the fallback stays, because no plugin code runs in the editor's
   * pages.
   */
  #framed(text: string, section: Section, { plugin, item }: SectionEntry): string {
    const { mode } = this.#input;
    const frame = item.frame && this.#contributions.frames.get(`${plugin.id}/${item.frame}`);
    if (!frame || mode !== "published" || this.#form !== HTML || !mayRun(frame)) return text;
    const framed = framedHtml(text, frame, withDefaults(item.fields, section.fields));
    if (framed === undefined) return text;
    this.hasFrame = true;
    this.frames
      .add(scriptFrom(ownSource(this.#origin, FRAME_SCRIPT_PATH)))
      .add(ownSource(this.#origin, framePath(frame)));
    return framed;
  }

  /** The origin at which visitors have the page. */
  get #origin(): string {
    return originOfPath(this.#input.site, this.#input.page.path);
  }

  /** Sections of an entry that is no part of the page itself. */
  entry(sections: readonly Section[]): string {
    return this.#all(sections, () => ({ depth: 0, first: false, isPlaced: true }));
  }

  /** The entry's sections stand in the place of the section that shows them, at its depth. */
  #placing(section: PlacingSection, spot: SectionSpot, entry: SectionEntry): string {
    const spotOf = (first: boolean): SectionSpot => ({ depth: spot.depth, first: spot.first && first, isPlaced: true });
    const text = this.#all(section.children?.[PLACED] ?? [], spotOf);
    return this.#form.placing(text, section, spot, entry, this.#input);
  }

  #absent({ id, type }: Section, spot: SectionSpot, reason: string): string {
    const missing = { section: id, type, reason };
    this.missing.push(missing);
    return this.#form.absent(missing, spot, this.#input);
  }

  #fit({ fields }: Section, { qualified, item }: SectionEntry): Pick<Fit, "issues" | "fields"> {
    if (this.#good?.has(qualified, fields)) return { issues: [], fields };
    const found = fitOf(item, fields);
    if (found.fields === fields) this.#good?.add(qualified, fields);
    return found;
  }

  /** Renders the section's previous HTML for visitors, and the reason for members. */
  #held(section: Section, spot: SectionSpot, entry: SectionEntry, reason: string): string {
    const notice = this.#absent(section, spot, reason);
    const shown = this.#input.shownBefore?.(section.id);
    if (shown === undefined || notice !== "") return notice;
    const before = this.#form.earlier(shown);
    this.#reach(entry);
    if (isTitle(spot, entry)) this.titleShown = true;
    return before;
  }

  /** Adds the hosts that a section embeds, and those where a form in it may lead by a route of its plugin. */
  #reach({ plugin, item }: SectionEntry): void {
    for (const origin of item.frames ?? []) this.frames.add(origin);
    for (const { leaves = [] } of plugin.plugin.manifest.contributes.routes ?? [])
      for (const host of leaves) this.frames.add(leavingTo(host));
  }

  #fill(section: Section, spot: SectionSpot, entry: SectionEntry, bound: ReadonlyMap<string, string>): TemplateOutcome {
    const fields = withDefaults(entry.item.fields, section.fields);
    const level = isTitle(spot, entry) ? 1 : Math.min(6, 2 + spot.depth);
    const elsewhere = new Map([...bound].map(([name, field]) => [name, { section: ENTRY, field }]));
    const scope = {
      fields,
      section: {
        id: section.id,
        type: section.type,
        name: entry.item.name,
        variant: variantOf(section, entry),
        level,
        ...spot,
      },
      page: this.page,
      site: this.site,
      queries: this.#queries(section.id, entry, fields),
      ...(this.paged?.section === section.id && { paging: this.paging }),
      children: this.#children(section, spot, entry),
      ...(entry.item.form && { form: this.#placed(section, entry, fields, level) }),
      ...(entry.item.search && { search: this.#search(section.id) }),
      ...(entry.item.data && computedScope(this.#input, section.id, entry, this.#contributions)),
    };
    return this.#budget.portion(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS, (budget) =>
      this.#templates.render(
        entry.plugin,
        this.#form.file(entry) ?? "",
        this.#form.dialect,
        scope,
        {
          ...this.surroundings,
          level,
          shown: shownIn({ entry, fields, around: this.surroundings, ...this.#known }, this.#form.values),
          routeOf: (name) => pluginRoutePath(entry.plugin, name),
          marks:
            this.#input.mode === "edit" && !spot.isPlaced
              ? new FieldMarker(section.id, this.#markRoom, elsewhere)
              : undefined,
        },
        budget,
      ),
    );
  }

  /** The facts that shown values need. */
  get #known(): { readonly byId: PagesById; readonly types: Contributions } {
    return { byId: (ids) => pagesById(ids, this.#input.site), types: this.#contributions };
  }

  #queries(id: string, entry: SectionEntry, fields: Readonly<Record<string, unknown>>): object {
    const { site, part, id: page } = this.#input;
    const place = { site, typeOf: typeIn(this.#contributions), fields, page };
    const results = drawnQueries(id, entry, { place, paged: this.paged, part });
    return withShownValues(results, { entry, fields, ...this.#known }, site.settings.language);
  }

  /** Renders the form in a section. If no plugin contributes it, visitors see nothing, and editors see its name. */
  #placed(section: Section, entry: SectionEntry, fields: Readonly<Record<string, unknown>>, level: number): unknown {
    const place = placementOf(
      this.#input.id,
      section,
      entry,
      this.#contributions.forms,
      this.#input.site.settings.language,
    );
    if (place) return this.#form.placed(place, this.#input, this.#around(place, level));
    if (this.#input.mode === "published") return "";
    return `The form ${placedType(entry, fields) ?? "(none chosen)"} is missing: no active plugin contributes it.`;
  }

  /** The search of a section. */
  #search(section: string): unknown {
    const { site, mode, search = drawSearchForm } = this.#input;
    if (this.#form !== HTML) return searchAsMarkdown(site);
    const hasScript = mode === "published";
    if (hasScript) this.frames.add(scriptFrom(ownSource(this.#origin, SEARCH_SCRIPT_PATH)));
    return safeHtml(search({ section, site, hrefOf: this.surroundings.hrefOf, hasScript }));
  }

  #around(place: Placement, level: number): FormDrawing {
    const { mode } = this.#input;
    const challengeKey = place.challenge ? this.#challengeKey : "";
    const isDraft = mode === "edit";
    const hasScript = !isDraft && challengeKey === "";
    if (!isDraft && challengeKey !== "") this.frames.add(scriptFrom(CHALLENGE_ORIGIN)).add(CHALLENGE_ORIGIN);
    if (hasScript) this.frames.add(scriptFrom(ownSource(this.#origin, FORM_SCRIPT_PATH)));
    return { level, challengeKey, isDraft, hasScript };
  }

  #children(section: Section, spot: SectionSpot, { item }: SectionEntry): Record<string, unknown> {
    const slots = (item.slots ?? []).map(({ name }) => {
      const nested = section.children?.[name] ?? [];
      const parent = { id: section.id, slot: name };
      const { isPlaced = false } = spot;
      const text = this.#all(nested, () => ({ depth: spot.depth + 1, first: false, parent, isPlaced }));
      const isEmpty = nested.length === 0 && !isPlaced;
      return [name, this.#form.nested(isEmpty ? this.#form.emptySlot(section.id, name, this.#input) : text)];
    });
    return Object.fromEntries(slots);
  }
}

const isTitle = ({ first }: SectionSpot, { item }: SectionEntry): boolean => first && item.providesTitle === true;

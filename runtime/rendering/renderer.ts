/**
 * Renders a site's documents to the files that visitors get. The same contributions and input give the same bytes. A
 * renderer caches compiled templates, so use one for all pages of a set of plugins.
 */
import { absoluteUrl } from "../documents/content/languageHosts.ts";
import { FILE_QUERY_MAX_RESULTS } from "../../manifests/bounds/manifest.ts";
import { PAGE_MAX_WORK_CHARS, SECTION_MAX_STEPS } from "../../manifests/bounds/templates.ts";
import type { ContentType, DrawnType } from "../../manifests/manifest/contentType.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import type { Page, PageQuery, Redirect, Theme } from "../documents/content/content.ts";
import { type LanguageSettings, tagOf } from "../documents/content/languages.ts";
import type { Section } from "../documents/content/section.ts";
import type { Settings } from "../documents/content/settings.ts";
import { shownSections } from "../documents/content/entry.ts";
import { type PlacingTypes, placingOf } from "../documents/content/placing.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import { type FormModel, modelOf } from "../forms/model.ts";
import { type Placement, placedPlugin, placementOf } from "../forms/placement.ts";
import { boundPage } from "../templates/bindings.ts";
import { buildCatalogue } from "./buildCatalogue.ts";
import type { Catalogue } from "./agents/catalogue.ts";
import type { Contributions, ThemeEntry } from "../contributions/points.ts";
import { Budget } from "../templates/budget.ts";
import { type DataNeed, dataNeeds } from "./dataNeeds.ts";
import { DIALECTS } from "../templates/dialect.ts";
import { FileRendering, type LetterInput, type RenderedLetter } from "./fileRendering.ts";
import { GoodFields } from "./goodFields.ts";
import { compileTemplate } from "../templates/liquid.ts";
import { checkPage } from "./pageCheck.ts";
import { finishMarkdown } from "./markdown/pageMarkdown.ts";
import type { PageText, TextForm } from "./markdown/pageText.ts";
import { labelsFor } from "./css/labels.ts";
import { PLAIN_LAYOUT } from "./css/plainTheme.ts";
import { writtenHtml } from "../templates/safe.ts";
import { isTimed } from "../documents/lists/pageQuery.ts";
import { type PageFile, hasFile, pageFilesAt } from "./pageFiles.ts";
import { type AskedList, askedLists, hasPeriod, ofPart, pagedList, pagesIn, typeIn } from "./paging.ts";
import { storedPagesIn } from "./stored/storedPages.ts";
import { placingTypes } from "./placing/placingTypes.ts";
import { pageQueries } from "./queries.ts";
import { navigationScope } from "./scopes.ts";
import { isForeign } from "./pagePolicy.ts";
import { embeddedOrigins } from "./directives/embedding.ts";
import { directiveTrial, type DirectiveTrial } from "./directives/trial.ts";
import type { DirectiveContribution } from "../../manifests/manifest/directive.ts";
import { frameDocument, framesApart } from "./frames/frame.ts";
import { servedAssets, type ServedAsset } from "./ownParts.ts";
import { type FORMS, SectionsRendering } from "./sections.ts";
import { withOpening } from "./markdown/opening.ts";
import { headElements } from "./head.ts";
import { regionsOf } from "./placing/regions.ts";
import { inOwnLanguage, languageOfPage, localized } from "./localized.ts";
import { shellScripts, htmlDocument } from "./shell.ts";
import { stylesheetOf, themeScope } from "./stylesheet.ts";
import { Templates } from "./templates.ts";
import { checkTheme } from "./css/themeCheck.ts";
import type {
  FilePageInput,
  FileView,
  PageCheck,
  PageInput,
  PluginProblem,
  RenderedFile,
  RenderedPage,
  SiteView,
} from "./view.ts";

export type * from "./view.ts";

export interface Renderer {
  /** The key of the challenge in front of forms. Empty without one. */
  readonly challengeKey: string;
  page(input: PageInput): RenderedPage;
  /** Renders the page as Markdown, for machines. */
  markdown(input: PageInput): string;
  /** Renders the page as Markdown, with the positions of its sections and headings. */
  text(input: PageInput): PageText;
  /** A section type by its qualified name. Undefined if no active plugin contributes it. */
  sectionType(type: string): DrawnType | undefined;
  /** A mark or block of an active plugin, by its whole name. */
  directive(name: string): DirectiveContribution | undefined;
  /** A content type of a trusted plugin, active or not, by its qualified name. */
  contentType(type: string): ContentType | undefined;
  /** Tells of the directives of a page whether they would be drawn. */
  directiveTrial(page: Page): DirectiveTrial;
  /** The origins that the page's section types embed, and those of directives that its texts may have. */
  embeds(page: Page): readonly string[];
  /** The data that plugin functions must compute before the page can be rendered. */
  dataNeeds(page: Page): readonly DataNeed[];
  /** The form in a section of the page. Undefined if no plugin contributes it. */
  placement(id: string, page: Page, section: string, settings: LanguageSettings): Placement | undefined;
  /** The section types that show searches. */
  searchTypes(): readonly string[];
  /** Tells whether a section shows a form or might. For a section of an inactive plugin, the renderer cannot know. */
  mayShowForm(page: Page, section: string): boolean;
  /** The fields of a form by its qualified name. Undefined if no plugin contributes it. */
  form(type: string): FormModel | undefined;
  /** The section types that show the sections of an entry. */
  readonly placing: PlacingTypes;
  /** The plugins whose forms the page shows, or would show if they were active. */
  formPlugins(page: Page): readonly string[];
  /**
   * Renders a file that a plugin contributes, for the language of the view. Undefined if no plugin has this path, or if
   * its template failed.
   */
  file(path: string, site: FileView, generated: string): RenderedFile | undefined;
  /** Tells whether a file lists pages of one language, so that each language has its own. */
  isOfLanguage(path: string): boolean;
  /** Renders a letter of an active plugin. Undefined if a template failed. */
  letter(input: LetterInput): RenderedLetter | undefined;
  filePaths(): string[];
  /** The files of pages that an address may mean, the most particular first. */
  pageFilesAt(address: string): readonly PageFile[];
  /** Renders the file of a page. Undefined if the page has none, or if its template failed. */
  pageFile(file: PageFile, input: FilePageInput, generated: string): RenderedFile | undefined;
  /** The queries of files whose answers change with the time. */
  timedFileQueries(site: SiteView): PageQuery[];
  /** Builds the catalogue of the site's tools, resources and prompts for agents. */
  catalogue(site: SiteView, redirects: readonly Redirect[] | string, generated: string): Catalogue;
  stylesheet(theme: Theme): string;
  /** Tells whether a page has a list with further pages, and whether these have such a period. */
  hasPages(page: Page, period?: string): boolean;
  /** The number of pages that a list of the page has, a period of it, or its stored values. Undefined without any. */
  pagesIn(input: Pick<PageInput, "id" | "page" | "site" | "data">, period?: string): number | undefined;
  /** The lists that a page shows. */
  lists(input: Pick<PageInput, "id" | "page">, settings: Settings): AskedList[];
  /** The document of a frame by its qualified name. Undefined unless its plugin is active and an owner granted it. */
  frame(qualified: string): ReturnType<typeof frameDocument>;
  /** The fonts and pictures of packages that pages may use. */
  assets(): readonly ServedAsset[];
  checkPage(page: Page): PageCheck;
  /** Section types of inactive plugins whose sections can still be edited, by qualified name. */
  readonly idleSections: Contributions["idleSections"];
  readonly idleContentTypes: Contributions["idleContentTypes"];
  checkTheme(theme: Theme): Issue[];
  /** The template failures so far. */
  problems(): PluginProblem[];
}

/** A page in its language, with the values of its entry in the fields that are bound to them. */
const withValues = (given: PageInput, contributions: Contributions): PageInput => {
  const input = ofPart(inOwnLanguage(given));
  const page = boundPage(input.site.placed?.(input.page) ?? input.page, contributions);
  return page === input.page ? input : { ...input, page };
};

/** The kernel's own layout. It has no budget: its steps grow only with the menus, and it must not fail. */
const plainLayout = compileTemplate(PLAIN_LAYOUT, DIALECTS.layout);
/** A layout outputs the whole content once more, so it gets the budget of a page. */
const layoutBudget = (): Budget => new Budget(SECTION_MAX_STEPS, 2 * PAGE_MAX_WORK_CHARS);

const sectionOf = (page: Page, id: string): Section | undefined =>
  [...eachSection(shownSections(page))].find(({ section }) => section.id === id)?.section;

type Scope = Readonly<Record<string, unknown>>;

class SiteRenderer implements Renderer {
  readonly #contributions: Contributions;
  readonly #templates: Templates;
  readonly #goodFields = new GoodFields();
  readonly #computes: boolean;
  readonly #files: FileRendering;
  readonly challengeKey: string;
  readonly placing: PlacingTypes;

  constructor(contributions: Contributions, agentsOrigin: string, challengeKey: string) {
    this.challengeKey = challengeKey;
    this.#contributions = contributions;
    this.placing = placingTypes(contributions);
    this.#templates = new Templates(contributions.additions);
    this.#files = new FileRendering({ contributions, templates: this.#templates, agentsOrigin });
    this.#computes = [...contributions.sections.values()].some(({ item }) => item.data !== undefined);
  }

  page(given: PageInput): RenderedPage {
    const input = withValues(given, this.#contributions);
    const sections = this.#sections("html", input, this.challengeKey);
    const content = sections.render();
    const scope = this.#pageScope(input, sections);
    const body = this.#layout(input, sections, { ...scope, content: writtenHtml(content) });
    const head = headElements(this.#contributions, this.#templates, withOpening(scope, content), sections.surroundings);
    const html = htmlDocument(input, head, body);
    const { shown, missing, hasFrame, directives } = sections;
    const frames = [...new Set([...sections.frames, ...directives.frames]), ...shellScripts(input)].toSorted();
    const whole = hasFrame && frames.some(isForeign) ? framesApart(html) : html;
    return { html: whole, frames, sections: shown, missing, directivePlugins: [...directives.plugins] };
  }

  markdown(input: PageInput): string {
    return this.text(input).markdown;
  }

  text(given: PageInput): PageText {
    const input = withValues(given, this.#contributions);
    const sections = this.#sections("markdown", input);
    const parts = sections.parts();
    const title = sections.titleShown ? [] : [{ section: null, text: `# ${input.page.title}` }];
    const forms = this.#formsOf(input);
    return { ...finishMarkdown([...title, ...parts], sections.surroundings), ...(forms.length > 0 && { forms }) };
  }

  sectionType(type: string): DrawnType | undefined {
    return this.#contributions.sections.get(type)?.item;
  }

  directive(name: string): DirectiveContribution | undefined {
    return this.#contributions.inline.get(name)?.item;
  }

  directiveTrial(page: Page): DirectiveTrial {
    const contributions = this.#contributions;
    return directiveTrial({ contributions, templates: new Templates(contributions.additions) }, page);
  }

  contentType(type: string): ContentType | undefined {
    return typeIn(this.#contributions)(type);
  }

  embeds(page: Page): readonly string[] {
    return embeddedOrigins(page, this.#contributions);
  }

  dataNeeds(page: Page): readonly DataNeed[] {
    return this.#computes ? dataNeeds(boundPage(page, this.#contributions), this.#contributions) : [];
  }

  placement(id: string, page: Page, section: string, settings: LanguageSettings): Placement | undefined {
    const { sections, forms } = this.#contributions;
    const found = sectionOf(boundPage(page, this.#contributions), section);
    const entry = found && sections.get(found.type);
    if (!found || !entry?.item.form) return undefined;
    const place = placementOf(id, found, entry, forms, tagOf(page, settings));
    if (!place) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: placedPlugin(found, entry) });
    return place;
  }

  searchTypes(): readonly string[] {
    return [...this.#contributions.sections].flatMap(([type, { item }]) => (item.search === true ? type : []));
  }

  mayShowForm(page: Page, section: string): boolean {
    const found = sectionOf(page, placingOf(section, page, this.placing) ?? section);
    if (found && this.placing.has(found.type)) return true;
    const entry = found && this.#contributions.sections.get(found.type);
    return found !== undefined && (entry === undefined || entry.item.form !== undefined);
  }

  form(type: string): FormModel | undefined {
    const found = this.#contributions.forms.get(type);
    return found && modelOf(found);
  }

  formPlugins(page: Page): readonly string[] {
    return [...eachSection(shownSections(page))].flatMap(({ section }) => {
      const entry = this.#contributions.sections.get(section.type);
      return entry?.item.form ? [placedPlugin(section, entry)] : [];
    });
  }

  file(path: string, site: FileView, generated: string): RenderedFile | undefined {
    const entry = this.#contributions.files.get(path);
    return (
      entry && this.#files.file(entry, site.allLanguages ? site : localized(site, languageOfPage(site)), generated)
    );
  }

  isOfLanguage(path: string): boolean {
    const queries = Object.values(this.#contributions.files.get(path)?.item.queries ?? {});
    return queries.some(({ language }) => language !== "any");
  }

  pageFilesAt(address: string): readonly PageFile[] {
    return pageFilesAt(this.#contributions.pageFiles, address);
  }

  pageFile({ entry }: PageFile, given: FilePageInput, generated: string): RenderedFile | undefined {
    const input = inOwnLanguage(given);
    const isThere = hasFile(entry, input.page, this.hasPages(input.page, input.part?.period));
    return isThere ? this.#files.ofPage(entry, input, generated) : undefined;
  }

  letter(input: LetterInput): RenderedLetter | undefined {
    return this.#files.letter(input);
  }

  filePaths(): string[] {
    return [...this.#contributions.files.keys()].toSorted();
  }

  timedFileQueries(site: SiteView): PageQuery[] {
    const place = { site, typeOf: (type: string) => this.contentType(type), fields: {} };
    return [...this.#contributions.files.values()].flatMap(({ item }) =>
      pageQueries(item.queries, FILE_QUERY_MAX_RESULTS, place).flatMap(([, query]) => (isTimed(query) ? [query] : [])),
    );
  }

  catalogue(site: SiteView, redirects: readonly Redirect[] | string, generated: string): Catalogue {
    return buildCatalogue(this.#contributions, site, redirects, (entry) => this.#files.text(entry, site, generated));
  }

  stylesheet(theme: Theme): string {
    return stylesheetOf(this.#contributions, theme);
  }

  hasPages(page: Page, period?: string): boolean {
    const paged = pagedList({ id: "", page }, this.#contributions);
    return paged !== undefined && hasPeriod(paged, period);
  }

  pagesIn(input: Pick<PageInput, "id" | "page" | "site" | "data">, period?: string): number | undefined {
    const paged = pagedList(input, this.#contributions);
    if (!paged) return storedPagesIn(input, this.#contributions, period);
    return pagesIn(paged, localized(input.site, languageOfPage(input.site, input.page)), period);
  }

  lists({ id, page }: Pick<PageInput, "id" | "page">, settings: Settings): AskedList[] {
    return askedLists({ id, page: boundPage(page, this.#contributions) }, this.#contributions, settings);
  }

  frame(qualified: string): ReturnType<typeof frameDocument> {
    const entry = this.#contributions.frames.get(qualified);
    return entry && frameDocument(entry);
  }

  assets(): readonly ServedAsset[] {
    return this.#contributions.active.flatMap(({ plugin }) => servedAssets(plugin));
  }

  get idleContentTypes(): Contributions["idleContentTypes"] {
    return this.#contributions.idleContentTypes;
  }

  get idleSections(): Contributions["idleSections"] {
    return this.#contributions.idleSections;
  }

  checkPage(page: Page): PageCheck {
    return checkPage(page, this.#contributions, this.#goodFields);
  }

  checkTheme(theme: Theme): Issue[] {
    return checkTheme(theme, this.#contributions);
  }

  problems(): PluginProblem[] {
    return this.#templates.problems();
  }

  #sections(form: keyof typeof FORMS, input: PageInput, challengeKey = ""): SectionsRendering {
    return new SectionsRendering(form, input, this.#contributions, this.#templates, challengeKey, this.#goodFields);
  }

  #formsOf({ id, page, site }: PageInput): TextForm[] {
    const { sections, forms } = this.#contributions;
    return [...eachSection(shownSections(page))].flatMap(({ section }) => {
      const entry = sections.get(section.type);
      const place = entry && placementOf(id, section, entry, forms, site.settings.language);
      return place ? [{ section: section.id, type: place.model.type }] : [];
    });
  }

  #pageScope({ page, site }: PageInput, sections: SectionsRendering): Scope {
    const entry = this.#theme(site);
    return {
      site: sections.site,
      page: { ...sections.page, titleShown: sections.titleShown },
      canonical: absoluteUrl(page.path, site),
      paging: sections.paging ?? null,
      theme: themeScope(entry, site.theme),
    };
  }

  #theme(site: SiteView): ThemeEntry | undefined {
    return this.#contributions.themes.get(site.theme.theme);
  }

  #layout({ page, site, part }: PageInput, sections: SectionsRendering, scope: Scope): string {
    const entry = this.#theme(site);
    const regions = regionsOf(site, sections, this.#contributions.sections);
    const whole = {
      ...scope,
      regions: regions.scope,
      navigation: navigationScope(site.navigation, site, part?.list ?? page.path),
      labels: labelsFor(site.settings.language),
    };
    const around = sections.surroundings;
    const outcome =
      entry && this.#templates.render(entry.plugin, entry.item.layout, DIALECTS.layout, whole, around, layoutBudget());
    return regions.around(
      outcome?.ok ? outcome.value : plainLayout.render(whole, around, new Budget(Infinity, Infinity)),
    );
  }
}

/**
 * Makes a renderer. `agentsOrigin` is the origin of the deployment's public MCP server, `challengeKey` the key of its
 * challenge. Both are empty if there is none.
 */
export const createRenderer = (contributions: Contributions, agentsOrigin = "", challengeKey = ""): Renderer =>
  new SiteRenderer(contributions, agentsOrigin, challengeKey);

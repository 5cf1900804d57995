/**
 * Turns the documents of a site into what is served. Pure: the same contributions and input give the same bytes.
 * A renderer keeps compiled templates; make one for each set of plugins and use it for all their pages.
 */
import {
  FILE_MAX_STEPS,
  FILE_MAX_WORK_CHARS,
  FILE_QUERY_MAX_RESULTS,
  PAGE_MAX_WORK_CHARS,
  SECTION_MAX_STEPS,
  SECTION_MAX_WORK_CHARS,
} from "../../manifests/bounds.ts";
import type { Issue } from "../../manifests/refusal.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Page, Redirect, Theme } from "../content.ts";
import { eachSection } from "../content.ts";
import type { FormModel } from "../forms/model.ts";
import { modelOf } from "../forms/model.ts";
import type { Placement } from "../forms/placement.ts";
import { placedPlugin, placementOf } from "../forms/placement.ts";
import { buildCatalogue } from "../mcp/buildCatalogue.ts";
import type { Catalogue } from "../mcp/catalogue.ts";
import { siteMcpAddress } from "../mcp/address.ts";
import type { Contributions, FileEntry, ResourceEntry, ThemeEntry } from "../plugins/points.ts";
import { Budget } from "./budget.ts";
import type { DataNeed } from "./dataNeeds.ts";
import { dataNeeds } from "./dataNeeds.ts";
import { DIALECTS, dialectOf } from "./dialect.ts";
import { GoodFields } from "./goodFields.ts";
import { compileTemplate } from "./liquid.ts";
import { checkPage } from "./pageCheck.ts";
import { finishMarkdown } from "./pageMarkdown.ts";
import type { PageText } from "./pageText.ts";
import { labelsFor, PLAIN_LAYOUT } from "./plainTheme.ts";
import { safeHtml } from "./safe.ts";
import { navigationScope, queriesScope, siteScope, surroundingsOf } from "./scopes.ts";
import { SectionsRendering } from "./sections.ts";
import { htmlDocument } from "./shell.ts";
import { stylesheetOf, tokensOf } from "./stylesheet.ts";
import { Templates } from "./templates.ts";
import { checkTheme } from "./themeCheck.ts";
import type { PageCheck, PageInput, PluginProblem, RenderedFile, RenderedPage, SiteView } from "./view.ts";

export type * from "./view.ts";

export interface Renderer {
  /** The deployment's key for the challenge in front of forms; empty without one. */
  readonly challengeKey: string;
  page(input: PageInput): RenderedPage;
  /** The page as Markdown, for machines. */
  markdown(input: PageInput): string;
  /** The same, with where its sections and headings begin. */
  text(input: PageInput): PageText;
  /** Sections of the page that data have to be computed for before it can be rendered. */
  dataNeeds(page: Page): readonly DataNeed[];
  /** The form a section of the page shows, if anybody contributes it. */
  placement(id: string, page: Page, section: string): Placement | undefined;
  /** What a form asks, by its qualified name; undefined when nobody contributes it. */
  form(type: string): FormModel | undefined;
  /** Ids of the plugins whose forms the page shows, or would show if they were there. */
  formPlugins(page: Page): readonly string[];
  /** A file some plugin contributes; nothing when there is none at this path or its template failed. */
  file(path: string, site: SiteView, generated: string): RenderedFile | undefined;
  filePaths(): string[];
  /** Everything agents are offered on this site. */
  catalogue(site: SiteView, redirects: readonly Redirect[], generated: string): Catalogue;
  stylesheet(theme: Theme): string;
  checkPage(page: Page): PageCheck;
  checkTheme(theme: Theme): Issue[];
  /** What has not worked so far. */
  problems(): PluginProblem[];
}

/** Ours, with one step for each item of a menu: nothing in it needs a limit, and it must not fail. */
const plainLayout = compileTemplate(PLAIN_LAYOUT, DIALECTS.body);
/** The layout writes the whole content once more, so it gets what a page gets. */
const layoutBudget = (): Budget => new Budget(SECTION_MAX_STEPS, 2 * PAGE_MAX_WORK_CHARS);
const fragmentBudget = (): Budget => new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS);

type Scope = Readonly<Record<string, unknown>>;

/** Tokens are read rarely and cost a validation, so they are made when a template asks. */
const themeScope = (entry: ThemeEntry | undefined, theme: Theme): Scope => ({
  name: theme.theme,
  scheme: theme.scheme,
  get tokens() {
    return tokensOf(entry, theme);
  },
});

class SiteRenderer implements Renderer {
  readonly #contributions: Contributions;
  readonly #templates = new Templates();
  readonly #goodFields = new GoodFields();
  readonly #computes: boolean;
  readonly #agentsOrigin: string;
  readonly challengeKey: string;

  constructor(contributions: Contributions, agentsOrigin: string, challengeKey: string) {
    this.challengeKey = challengeKey;
    this.#contributions = contributions;
    this.#agentsOrigin = agentsOrigin;
    this.#computes = [...contributions.sections.values()].some(({ item }) => item.data !== undefined);
  }

  page(input: PageInput): RenderedPage {
    const sections = new SectionsRendering("html", input, this.#contributions, this.#templates, this.challengeKey);
    const content = sections.render();
    const scope = this.#pageScope(input, sections);
    const body = this.#layout(input, sections, { ...scope, content: safeHtml(content) });
    const html = htmlDocument(input, this.#head(sections, scope), body);
    return { html, frames: [...sections.frames].toSorted(), missing: sections.missing };
  }

  markdown(input: PageInput): string {
    return this.text(input).markdown;
  }

  text(input: PageInput): PageText {
    const sections = new SectionsRendering("markdown", input, this.#contributions, this.#templates);
    const parts = sections.parts();
    const title = sections.titleShown ? [] : [{ section: null, text: `# ${input.page.title}` }];
    return finishMarkdown([...title, ...parts], sections.surroundings);
  }

  /** Without a plugin that computes anything, no page has to be looked through. */
  dataNeeds(page: Page): readonly DataNeed[] {
    return this.#computes ? dataNeeds(page, this.#contributions) : [];
  }

  placement(id: string, page: Page, section: string): Placement | undefined {
    const { sections, forms } = this.#contributions;
    const found = [...eachSection(page.sections)].find((one) => one.section.id === section)?.section;
    const entry = found && sections.get(found.type);
    if (!found || !entry?.item.form) return undefined;
    const place = placementOf(id, found, entry, forms);
    if (!place) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: placedPlugin(found, entry) });
    return place;
  }

  form(type: string): FormModel | undefined {
    const found = this.#contributions.forms.get(type);
    return found && modelOf(found);
  }

  formPlugins(page: Page): readonly string[] {
    return [...eachSection(page.sections)].flatMap(({ section }) => {
      const entry = this.#contributions.sections.get(section.type);
      return entry?.item.form ? [placedPlugin(section, entry)] : [];
    });
  }

  file(path: string, site: SiteView, generated: string): RenderedFile | undefined {
    const entry = this.#contributions.files.get(path);
    return entry && this.#file(entry, site, generated);
  }

  filePaths(): string[] {
    return [...this.#contributions.files.keys()].toSorted();
  }

  catalogue(site: SiteView, redirects: readonly Redirect[], generated: string): Catalogue {
    return buildCatalogue(this.#contributions, site, redirects, (entry) => this.#agentText(entry, site, generated));
  }

  stylesheet(theme: Theme): string {
    return stylesheetOf(this.#contributions, theme);
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

  #pageScope({ page, site }: PageInput, sections: SectionsRendering): Scope {
    const entry = this.#theme(site);
    return {
      site: sections.site,
      page: { ...sections.page, titleShown: sections.titleShown },
      canonical: site.origin + page.path,
      theme: themeScope(entry, site.theme),
    };
  }

  #theme(site: SiteView): ThemeEntry | undefined {
    return this.#contributions.themes.get(site.theme.theme);
  }

  #layout({ page, site }: PageInput, { surroundings }: SectionsRendering, scope: Scope): string {
    const entry = this.#theme(site);
    const whole = {
      ...scope,
      navigation: navigationScope(site.navigation, site, page.path),
      labels: labelsFor(site.settings.language),
    };
    const outcome =
      entry &&
      this.#templates.render(entry.plugin, entry.item.layout, DIALECTS.body, whole, surroundings, layoutBudget());
    return outcome?.ok ? outcome.text : plainLayout.render(whole, surroundings, new Budget(Infinity, Infinity));
  }

  #head({ surroundings }: SectionsRendering, scope: Scope): string {
    const fragments = this.#contributions.metadata.map(({ plugin, item }) => {
      const outcome = this.#templates.render(
        plugin,
        item.template,
        DIALECTS.head,
        scope,
        surroundings,
        fragmentBudget(),
      );
      return outcome.ok ? outcome.text.trim() : "";
    });
    return fragments.filter((fragment) => fragment !== "").join("\n");
  }

  #file({ plugin, item }: FileEntry, site: SiteView, generated: string): RenderedFile | undefined {
    const scope = {
      site: siteScope(site),
      generated,
      agents: this.#agentsOrigin === "" ? {} : { mcp: siteMcpAddress(this.#agentsOrigin, new URL(site.origin).hostname) },
      queries: queriesScope(item.queries, {}, site, FILE_QUERY_MAX_RESULTS),
    };
    const budget = new Budget(FILE_MAX_STEPS, FILE_MAX_WORK_CHARS);
    const outcome = this.#templates.render(
      plugin,
      item.template,
      dialectOf(item.type),
      scope,
      surroundingsOf(site, this.#contributions),
      budget,
    );
    return outcome.ok ? { type: item.type, body: outcome.text } : undefined;
  }

  #agentText({ plugin, item }: ResourceEntry, site: SiteView, generated: string): string | undefined {
    const scope = {
      site: siteScope(site),
      generated,
      queries: queriesScope(item.queries, {}, site, FILE_QUERY_MAX_RESULTS),
    };
    const outcome = this.#templates.render(
      plugin,
      item.template ?? "",
      DIALECTS.plain,
      scope,
      surroundingsOf(site, this.#contributions),
      new Budget(FILE_MAX_STEPS, FILE_MAX_WORK_CHARS),
    );
    return outcome.ok ? outcome.text : undefined;
  }
}

/** `agentsOrigin` is where the deployment's public MCP server is, `challengeKey` that of its challenge, if it has one. */
export const createRenderer = (contributions: Contributions, agentsOrigin = "", challengeKey = ""): Renderer =>
  new SiteRenderer(contributions, agentsOrigin, challengeKey);

/** Renders the files and letters that plugins contribute, and the texts of their resources for agents. */
import { absoluteUrl } from "../documents/content/languageHosts.ts";
import { FILE_QUERY_MAX_RESULTS, FURTHER_ADDRESSES_MAX } from "../../manifests/bounds/manifest.ts";
import { FILE_MAX_STEPS, FILE_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import type { LetterDeclaration } from "../../manifests/manifest/letter.ts";
import type { Contributions, FileEntry, ResourceEntry } from "../contributions/points.ts";
import { Budget } from "../templates/budget.ts";
import { pageSuffix } from "../../manifests/manifest/document.ts";
import { calendarLines } from "../templates/calendarText.ts";
import { DIALECTS, type Dialect, dialectOf, isCalendar } from "../templates/dialect.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import { siteMcpAddress } from "./agents/address.ts";
import { fileOfPage } from "./pageFiles.ts";
import { translationsOfAll } from "./localized.ts";
import { cutTo, furtherAddresses, ofPart, pagedList, pagingScope, typeIn } from "./paging.ts";
import { queriesScope } from "./queries.ts";
import { contentHtml } from "./markdown/contentHtml.ts";
import { pageScope, siteScope, surroundingsOf } from "./scopes.ts";
import type { Templates } from "./templates.ts";
import type { FilePageInput, FileView, RenderedFile, SiteView } from "./view.ts";

export interface FileRenderingParts {
  readonly contributions: Contributions;
  readonly templates: Templates;
  /** The origin of the deployment's public MCP server. Empty if there is none. */
  readonly agentsOrigin: string;
}

/** A letter of a plugin, and what its templates see. */
export interface LetterInput {
  readonly plugin: ActivePlugin;
  readonly letter: LetterDeclaration;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly around: Surroundings;
}

export interface RenderedLetter {
  /** Plain text. Its first line is the subject. */
  readonly text: string;
  /** Undefined if the letter has no template of its own for HTML. */
  readonly html: string | undefined;
}

export class FileRendering {
  readonly #parts: FileRenderingParts;

  constructor(parts: FileRenderingParts) {
    this.#parts = parts;
  }

  file({ plugin, item }: FileEntry, site: FileView, generated: string): RenderedFile | undefined {
    const { contributions, templates, agentsOrigin } = this.#parts;
    const scope = {
      site: siteScope(site),
      generated,
      /** The addresses of lists' further pages, found only if a template reads them. */
      get further() {
        const all = furtherAddresses(site, contributions, FURTHER_ADDRESSES_MAX);
        return all.map((path) => ({ path, url: absoluteUrl(path, site) }));
      },
      /** The translations of pages, by the id of a page, found only if a template reads them. */
      get translations() {
        return translationsOfAll(site);
      },
      agents: agentsOrigin === "" ? {} : { mcp: siteMcpAddress(agentsOrigin, new URL(site.origin).hostname) },
      queries: this.#queries(item.queries, site),
    };
    const around = surroundingsOfFile(site, contributions);
    const outcome = templates.render(plugin, item.template, dialectOf(item.type), scope, around, fileBudget());
    return outcome.ok ? { type: item.type, body: finished(item.type, outcome.value) } : undefined;
  }

  /** Renders the file of a page. Undefined if the page has none, or if its template failed. */
  ofPage({ plugin, item }: FileEntry, input: FilePageInput, generated: string): RenderedFile | undefined {
    const { contributions, templates } = this.#parts;
    const { site, id, part } = input;
    const suffix = pageSuffix(item) ?? "";
    const paged = pagedList(input, contributions);
    const shown = ofPart(input);
    const path = fileOfPage(suffix, shown.page.path);
    const scope = {
      site: siteScope(site),
      generated,
      page: pageScope(shown, contributions),
      file: { path, url: absoluteUrl(path, site) },
      queries: this.#queries(item.queries, site, id),
      paging: paged ? pagingScope(paged, input, (page) => fileOfPage(suffix, page)) : null,
      /** The entries of this page of the list, asked for only if a template reads them. */
      get entries() {
        const entries = paged ? site.query(cutTo(paged, part)) : [];
        return entries.map((entry) => ({ ...entry, changed: site.changedAt?.(entry.id) ?? null }));
      },
    };
    const around = surroundingsOfFile(site, contributions);
    const outcome = templates.render(plugin, item.template, dialectOf(item.type), scope, around, fileBudget());
    return outcome.ok ? { type: item.type, body: finished(item.type, outcome.value) } : undefined;
  }

  /** The text of a resource. Undefined if its template failed. */
  text({ plugin, item }: ResourceEntry, site: SiteView, generated: string): string | undefined {
    const { contributions, templates } = this.#parts;
    const scope = { site: siteScope(site), generated, queries: this.#queries(item.queries, site) };
    const around = surroundingsOf(site, contributions);
    const outcome = templates.render(plugin, item.template ?? "", DIALECTS.plain, scope, around, fileBudget());
    return outcome.ok ? outcome.value : undefined;
  }

  /** Renders a letter. Undefined if a template failed. */
  letter({ plugin, letter: { text, html }, scope, around }: LetterInput): RenderedLetter | undefined {
    const written = (file: string, dialect: Dialect) =>
      this.#parts.templates.render(plugin, file, dialect, scope, around, fileBudget());
    const plain = written(text, DIALECTS.plain);
    const marked = html === undefined ? undefined : written(html, DIALECTS.letter);
    if (!plain.ok || marked?.ok === false) return undefined;
    return { text: plain.value, html: marked?.ok ? marked.value : undefined };
  }

  #queries(queries: Parameters<typeof queriesScope>[0], site: SiteView, page?: string): object {
    const place = { site, typeOf: typeIn(this.#parts.contributions), fields: {}, ...(page !== undefined && { page }) };
    return queriesScope(queries, FILE_QUERY_MAX_RESULTS, place);
  }
}

/** A calendar has lines of its own form, whatever its template writes. */
const finished = (type: string, text: string): string => (isCalendar(type) ? calendarLines(text) : text);

/** The level of headings in a page's content, below the title that a reader shows. */
const CONTENT_LEVEL = 2;

/** The surroundings of a file: those of a page, and the contents of pages. */
function surroundingsOfFile(site: FileView, contributions: Contributions): Surroundings {
  const around = surroundingsOf(site, contributions);
  const contentOf = (id: string): string | undefined => {
    const text = site.textOf?.(id);
    return text === undefined ? undefined : contentHtml(text, { ...around, level: CONTENT_LEVEL });
  };
  return { ...around, contentOf };
}

const fileBudget = (): Budget => new Budget(FILE_MAX_STEPS, FILE_MAX_WORK_CHARS);

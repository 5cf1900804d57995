/**
 * Draws a search as HTML: the form, the results, filters and pages. The kernel draws all of it, so no template can send
 * a visitor's words elsewhere. It works without script.
 */
import { SEARCH_MAX_CHARS, SEARCH_RESULTS_PAGE } from "../../../manifests/bounds/search.ts";
import { type PublicPlace, absoluteUrl } from "../../documents/content/languageHosts.ts";
import type { LanguageSettings } from "../../documents/content/languages.ts";
import { searchPathIn } from "../../documents/content/searchPath.ts";
import { UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import { longDate } from "../../documents/content/dates.ts";
import { attributes, escapeHtml } from "../../templates/escape.ts";
import { searchLabels } from "./labels.ts";
import { SEARCH_SCRIPT_ELEMENT, SEARCH_STYLE_ELEMENT } from "./assets.ts";
import type { MarkedPiece, SearchAnswer, SearchAsked, ShownFilter, ShownResult, ShownSearch } from "./shown.ts";

interface SearchedSite extends PublicPlace {
  readonly settings: LanguageSettings & { readonly timeZone?: string | undefined };
}

export interface SearchDrawing {
  /** The id of the section, for the field's id. */
  readonly section: string;
  /** The site in the reader's language. */
  readonly site: SearchedSite;
  /** Makes a path of the site an address for this reader. Absent if both are the same. */
  readonly hrefOf: ((path: string) => string) | undefined;
  /** True if instant answers may come by script. */
  readonly hasScript: boolean;
}

interface Around {
  readonly path: string;
  readonly language: string;
  readonly timeZone: string;
  readonly hrefOf: (path: string) => string;
}

type Labels = ReturnType<typeof searchLabels>;

const NOTHING: ShownSearch = { query: "", page: 1 };

/** Draws the form alone. */
export const drawSearchForm = (drawing: SearchDrawing): string => drawSearch(NOTHING, drawing);

export function drawSearch(search: ShownSearch, { section, site, hrefOf, hasScript }: SearchDrawing): string {
  const { language, timeZone = UNNAMED_ZONE } = site.settings;
  const around: Around = {
    path: searchPathIn(site.settings, language),
    language,
    timeZone,
    hrefOf: hrefOf ?? ((path) => path),
  };
  const labels = searchLabels(language);
  const address = escapeHtml(around.hrefOf(around.path));
  const id = `${escapeHtml(section)}-q`;
  const input = attributes({
    type: "search",
    name: "q",
    value: search.query === "" ? undefined : search.query,
    maxlength: String(SEARCH_MAX_CHARS),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    dir: "auto",
  });
  const form =
    `<form class="search-form" role="search" method="get" action="${address}">\n` +
    `<label for="${id}">${escapeHtml(labels.words)}</label>\n` +
    `<span class="search-line"><input id="${id}"${input}> ` +
    `<button type="submit" class="button">${escapeHtml(labels.search)}</button></span>\n</form>`;
  const outcome = `<div class="search-outcome">${drawOutcome(search, labels, around)}</div>`;
  const script = hasScript ? `\n${SEARCH_SCRIPT_ELEMENT}` : "";
  return `${SEARCH_STYLE_ELEMENT}\n<div class="search">\n${form}\n${outcome}\n</div>${script}`;
}

function drawOutcome(search: ShownSearch, labels: Labels, around: Around): string {
  const { answer, waitSeconds } = search;
  if (waitSeconds !== undefined) return statusLine(filled(labels.wait, String(waitSeconds)));
  if (!answer) return "";
  const to = (more: Partial<SearchAsked>): string =>
    escapeHtml(around.hrefOf(searchAddress(around.path, search, more)));
  const parts = [
    statusLine(answer.total === 0 ? filled(labels.none, search.query) : filled(labels.results, String(answer.total))),
    notes(answer, labels, to),
    filters(labels.types, labels.all, answer.types, search.type, (type) => to({ type, term: undefined, page: 1 })),
    filters(labels.terms, labels.all, answer.terms, search.term, (term) => to({ term, page: 1 })),
    answer.results.length === 0
      ? ""
      : `<ol class="search-results" start="${(search.page - 1) * SEARCH_RESULTS_PAGE + 1}">\n${answer.results.map((one) => result(one, around)).join("\n")}\n</ol>`,
    pages(search, answer, labels, to),
  ];
  return `\n${parts.filter((part) => part !== "").join("\n")}\n`;
}

/** The address of a search. */
export function searchAddress(path: string, asked: SearchAsked, more: Partial<SearchAsked> = {}): string {
  const { query, type, term, page } = { ...asked, ...more };
  const parameters = new URLSearchParams({ q: query });
  if (type !== undefined) parameters.set("type", type);
  if (term !== undefined) parameters.set("term", term);
  if (page > 1) parameters.set("page", String(page));
  return `${path}?${parameters.toString()}`;
}

const statusLine = (text: string): string => `<p class="search-said" role="status">${escapeHtml(text)}</p>`;

const filled = (label: string, value: string): string => label.replace("{}", () => value);

type LinkTo = (more: Partial<SearchAsked>) => string;

function notes(answer: SearchAnswer, labels: Labels, to: LinkTo): string {
  const { instead, meant, match, total, isPartial, isCut } = answer;
  const lines = [
    ...instead.map(
      ([word, others]) =>
        `${escapeHtml(filled(labels.instead, word))} ${others.map((other) => `<b>${escapeHtml(other)}</b>`).join(", ")}`,
    ),
    ...(meant === undefined
      ? []
      : [
          `${escapeHtml(labels.meant)} <a href="${to({ query: meant, type: undefined, term: undefined, page: 1 })}">${escapeHtml(meant)}</a>`,
        ]),
    ...(match === "some" && total > 0 ? [escapeHtml(labels.some)] : []),
    ...(isPartial ? [escapeHtml(labels.partial)] : []),
    ...(isCut ? [escapeHtml(labels.cut)] : []),
  ];
  return lines.map((line) => `<p class="search-note">${line}</p>`).join("\n");
}

/** Links that narrow the results, of which the chosen one is marked. */
function filters(
  label: string,
  all: string,
  choices: readonly ShownFilter[],
  chosen: string | undefined,
  to: (value: string | undefined) => string,
): string {
  if (choices.length === 0) return "";
  const link = (value: string | undefined, text: string): string =>
    `<li><a href="${to(value)}"${value === chosen ? ' aria-current="true"' : ""}>${text}</a></li>`;
  const links = choices.map(({ value, label: name, count }) =>
    link(value, `${escapeHtml(name)} <span class="search-count">${count}</span>`),
  );
  return `<nav class="search-filter" aria-label="${escapeHtml(label)}"><b>${escapeHtml(label)}</b> <ul>${link(undefined, escapeHtml(all))}${links.join("")}</ul></nav>`;
}

function result({ path, title, passage, kind, date }: ShownResult, { hrefOf, language, timeZone }: Around): string {
  const about = [kind, date === undefined ? undefined : longDate(date, language, timeZone)].filter(
    (one) => one !== undefined,
  );
  const beside = about.length === 0 ? "" : `\n<p class="search-about">${about.map(escapeHtml).join(" · ")}</p>`;
  const text = passage.length === 0 ? "" : `\n<p class="search-passage">${marked(passage)}</p>`;
  return `<li><a class="search-title" href="${escapeHtml(hrefOf(path))}">${marked(title)}</a>${beside}${text}</li>`;
}

const marked = (pieces: readonly MarkedPiece[]): string =>
  pieces.map(({ text, isHit }) => (isHit ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text))).join("");

function pages({ page }: ShownSearch, answer: SearchAnswer, labels: Labels, to: LinkTo): string {
  if (answer.pages < 2) return "";
  const link = (number: number, text: string, rel: string): string =>
    `<li><a href="${to({ page: number })}" rel="${rel}">${escapeHtml(text)}</a></li>`;
  const parts = [
    page > 1 ? link(page - 1, labels.previous, "prev") : "",
    `<li aria-current="page">${page} / ${answer.pages}</li>`,
    page < answer.pages ? link(page + 1, labels.next, "next") : "",
  ];
  return `<nav class="search-pages" aria-label="${escapeHtml(labels.pages)}"><ul>${parts.join("")}</ul></nav>`;
}

/** Describes the search in a page's Markdown twin. */
export function searchAsMarkdown(site: SearchedSite): string {
  const { language } = site.settings;
  return `[${searchLabels(language).search}](${absoluteUrl(searchPathIn(site.settings, language), site)})`;
}

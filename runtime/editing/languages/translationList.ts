/** Lists the groups of the draft by the state of their translations. */
import { LIST_MAX_ROWS, LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Settings } from "../../documents/content/settings.ts";
import { type SiteLanguage, groupOf, ownTag, sourceTag } from "../../documents/content/languages.ts";
import type { DraftTranslation } from "../../documents/lists/translations.ts";
import type { PageIndex, PageState } from "../../documents/pageIndex.ts";
import { fold } from "../../search/words.ts";
import { type ChangesParts, publishedChange } from "../comparing/changes.ts";
import { pagesOutside } from "./gathering.ts";
import { languageOfDraft, sourcePage } from "./sourcePage.ts";
import { type TranslationState, type TranslationsView, TRANSLATION_STATES } from "./views.ts";

export interface TranslationParts extends ChangesParts {
  readonly pageIndex: PageIndex;
}

/** The filters of the list. Without a filter, all groups are listed. */
export interface TranslationsAsked {
  /** A language of the site, whose state `state` is. Without it, any language but the source's. */
  readonly language?: string | undefined;
  readonly state?: TranslationState | undefined;
  /** Text in title or path of a page of the group. */
  readonly text?: string | undefined;
  /** Id of a page: only its group. */
  readonly page?: string | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

type Group = TranslationsView["items"][number];
type Translation = Group["translations"][number];

interface DraftOfLanguages {
  readonly settings: Settings;
  readonly outdated: ReadonlySet<string>;
  /** Pages of the draft that visitors do not see in their version. */
  readonly unpublished: ReadonlySet<string>;
}

/** The languages of a site. One without a list of languages has its own alone. */
export const offeredLanguages = (settings: Settings): readonly SiteLanguage[] =>
  settings.languages ?? [{ tag: ownTag(settings), name: ownTag(settings) }];

export function listTranslations(parts: TranslationParts, site: string, asked: TranslationsAsked): TranslationsView {
  const { settings, groups, pages } = draftGroups(parts, site);
  const languages = offeredLanguages(settings);
  const { language, cursor, limit } = asked;
  if (language !== undefined && !languages.some(({ tag }) => tag === language))
    throw unknownLanguage(languages, language);
  const wanted = groups.filter(matching(asked));
  const rest = wanted.filter(({ path }) => path > (cursor ?? ""));
  const size = Math.min(Math.max(limit ?? LIST_ROWS, 1), LIST_MAX_ROWS);
  const items = rest.slice(0, size);
  return {
    source: sourceTag(settings),
    languages: languages.map(({ tag, name, prefix = null }) => ({
      tag,
      name,
      prefix,
      outside: pagesOutside(pages, settings, tag).length,
      counts: countsOf(groups, tag),
    })),
    items,
    next: rest.length > size ? (items.at(-1)?.path ?? null) : null,
    total: wanted.length,
  };
}

const unknownLanguage = (languages: readonly SiteLanguage[], found: string): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/language", found, allowed: `one of ${languages.map(({ tag }) => tag).join(", ")}` }],
  });

/** All groups of the draft, by the path of their source. */
export function draftGroups(
  { pageIndex, ...parts }: TranslationParts,
  site: string,
): { settings: Settings; groups: Group[]; pages: readonly DraftTranslation[] } {
  const { translations, shared } = parts.documents;
  const settings = parts.documents.only(site, "settings").body;
  const pages = translations.draft(site);
  const draft: DraftOfLanguages = {
    settings,
    outdated: translations.outdated(site, shared.names(site)),
    unpublished: unpublishedPages(pageIndex.statesOf(site, publishedChange(parts, site), pages)),
  };
  const grouped = Map.groupBy(pages, ({ id, translationOf }) =>
    groupOf(id, { translationOf: translationOf ?? undefined }),
  );
  const groups = [...grouped].map(([group, of]) => groupView(draft, group, of));
  return { settings, pages, groups: groups.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}

const unpublishedPages = (states: ReadonlyMap<string, PageState>): Set<string> =>
  new Set([...states].filter(([, state]) => state !== "published").map(([id]) => id));

function groupView(draft: DraftOfLanguages, group: string, pages: readonly DraftTranslation[]): Group {
  const { settings } = draft;
  const source = sourcePage(pages, settings);
  if (!source) throw new TypeError(`The group ${group} has no page.`);
  const found = new Map(pages.map((page) => [languageOfDraft(page, settings), page]));
  const tags = new Set([...offeredLanguages(settings).map(({ tag }) => tag), ...found.keys()]);
  const { id, path, title } = source;
  return {
    group,
    id,
    path,
    title,
    language: languageOfDraft(source, settings),
    translations: [...tags].map((tag) => translationView(draft, tag, found.get(tag), source)),
  };
}

function translationView(
  draft: DraftOfLanguages,
  language: string,
  page: DraftTranslation | undefined,
  source: DraftTranslation,
): Translation {
  if (!page) return { language, state: "missing", isSource: false, page: null, from: null };
  const { id, path, title, version, madeFrom, madeFromVersion } = page;
  return {
    language,
    state: stateOf(draft, id),
    isSource: page === source,
    page: { id, path, title, version },
    from: madeFrom === null || madeFromVersion === null ? null : { page: madeFrom, version: madeFromVersion },
  };
}

function stateOf({ outdated, unpublished }: DraftOfLanguages, id: string): TranslationState {
  if (outdated.has(id)) return "outdated";
  return unpublished.has(id) ? "draft" : "done";
}

function matching({ language, state, text = "", page }: TranslationsAsked): (group: Group) => boolean {
  const folded = fold(text);
  const holds = ({ title, path }: { title: string; path: string }): boolean =>
    folded === "" || fold(title).includes(folded) || fold(path).includes(folded);
  const isOfState = (one: Translation): boolean =>
    state === undefined ||
    (one.state === state && (language === undefined ? !one.isSource : one.language === language));
  return ({ translations }) => {
    const pages = translations.flatMap((one) => one.page ?? []);
    return (
      (page === undefined || pages.some(({ id }) => id === page)) && pages.some(holds) && translations.some(isOfState)
    );
  };
}

function countsOf(groups: readonly Group[], tag: string): Record<TranslationState, number> {
  const states = groups.flatMap(
    ({ translations }) => translations.find(({ language }) => language === tag)?.state ?? [],
  );
  const count = (wanted: TranslationState): number => states.filter((one) => one === wanted).length;
  return Object.fromEntries(TRANSLATION_STATES.map((one) => [one, count(one)])) as Record<TranslationState, number>;
}

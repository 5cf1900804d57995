/** Reads what is translated: the groups of the site, and the pages of each. */
import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import { accepted, type Result } from "../../../manifests/result.ts";
import type { SourceChangesView, TranslationsView } from "../../../runtime/editing/languages/views.ts";
import { askWhileBusy } from "../../requests/askWhileBusy.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { CatalogueView, PageView } from "../api/views.ts";
import type { TextExchange } from "./exchange.ts";
import type { PagePair } from "./outgoing.ts";
import { type Schemas, textSchemas, unitIdAt } from "./texts.ts";

type Asked<T> = Promise<Result<T, RequestFailure>>;
type Group = TranslationsView["items"][number];

export interface SiteTexts {
  readonly source: string;
  readonly languages: TranslationsView["languages"];
  readonly groups: readonly Group[];
  readonly types: ReadonlyMap<string, object>;
  readonly schemas: Schemas;
}

async function read<T>({ powers }: TextExchange, path: string, query: Record<string, string | number> = {}): Asked<T> {
  const answer = await askWhileBusy(powers.wait, () => powers.client.read<T>(path, { query }));
  return answer.ok ? accepted(answer.value.body) : answer;
}

/** All groups of the site, with the types of its sections. */
export async function readTexts(exchange: TextExchange): Asked<SiteTexts> {
  const catalogue = await read<CatalogueView>(exchange, "/api/catalogue", { language: document.documentElement.lang });
  if (!catalogue.ok) return catalogue;
  const { sections, inactive, contentTypes, directives } = catalogue.value;
  const types = [...sections, ...inactive, ...contentTypes];
  const groups: Group[] = [];
  for (let cursor = ""; ;) {
    const query: Record<string, string | number> = { limit: LIST_MAX_ROWS, ...(cursor !== "" && { cursor }) };
    const answer: Result<TranslationsView, RequestFailure> = await read(exchange, "/api/translations", query);
    if (!answer.ok) return answer;
    const { source, languages, items, next } = answer.value;
    groups.push(...items);
    if (next === null)
      return accepted({
        source,
        languages,
        groups,
        types: new Map(types.map(({ type, fields }) => [type, fields])),
        schemas: textSchemas(types, directives),
      });
    cursor = next;
  }
}

/** The source and the translation of a group. */
export async function readPair(exchange: TextExchange, group: Group): Asked<PagePair> {
  const page = await read<PageView>(exchange, `/api/pages/${group.id}`);
  if (!page.ok) return page;
  const found = group.translations.find(({ language }) => language === exchange.language);
  const { id, version, body } = page.value;
  if (!found?.page) return accepted({ id, version, body, translation: null, changed: new Set() });
  const [translation, changes] = await Promise.all([
    read<PageView>(exchange, `/api/pages/${found.page.id}`),
    found.state === "outdated"
      ? read<SourceChangesView>(exchange, `/api/pages/${found.page.id}/source-changes`)
      : accepted<Pick<SourceChangesView, "values">>({ values: [] }),
  ]);
  if (!translation.ok) return translation;
  if (!changes.ok) return changes;
  const changed = changes.value.values.map(({ section, pointer }) => unitIdAt(section?.id ?? null, pointer));
  return accepted({ id, version, body, translation: translation.value, changed: new Set(changed) });
}

/** The same path below the prefix of the language that is translated into. */
export function translatedPath({ languages }: SiteTexts, path: string, tag: string): string {
  const from = languages.find(({ prefix }) => prefix !== null && (path === prefix || path.startsWith(`${prefix}/`)));
  const rest = path.slice(from?.prefix?.length ?? 0);
  const whole = (languages.find((one) => one.tag === tag)?.prefix ?? "") + (rest === "/" ? "" : rest);
  return whole === "" ? "/" : whole;
}

/** Searches the draft for words: its pages and entries, its menus and its settings. */
import { accepted, type Result } from "../../../manifests/result.ts";
import type { DraftHitsView } from "../../../runtime/editing/views.ts";
import { askWhileBusy } from "../../requests/askWhileBusy.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { Client } from "../api/client.ts";
import type { CatalogueView, PageView, SiteAnswer } from "../api/views.ts";
import { textSchemas } from "../xliff/texts.ts";
import type { Wanted } from "./finding.ts";
import { memberTexts } from "./memberTexts.ts";
import { type PlannedTextsOfPage, planPage } from "./pagePlan.ts";
import { type PlannedTexts, planTexts } from "./plannedText.ts";

export interface SearchPowers {
  readonly client: Client;
  readonly wait: (seconds: number) => Promise<void>;
}

/** The documents beside pages, with the permission that changes them. */
const BESIDE = { navigation: "content.edit", settings: "theme.edit" } as const;
export type BesideKind = keyof typeof BESIDE;

export interface PlannedBeside extends PlannedTexts {
  readonly kind: BesideKind;
  readonly version: number;
  readonly body: unknown;
}

export interface FoundTexts {
  readonly pages: readonly PlannedTextsOfPage[];
  readonly beside: readonly PlannedBeside[];
}

type Asked<T> = Promise<Result<T, RequestFailure>>;

async function read<T>({ client, wait }: SearchPowers, path: string, query: Record<string, string> = {}): Asked<T> {
  const answer = await askWhileBusy(wait, () => client.read<T>(path, { query }));
  return answer.ok ? accepted(answer.value.body) : answer;
}

async function hitsAfter(
  { client, wait }: SearchPowers,
  text: string,
  cursor: string | undefined,
): Asked<DraftHitsView> {
  const body = { text, ...(cursor !== undefined && { cursor }) };
  const answer = await askWhileBusy(wait, () =>
    client.change<DraftHitsView>("/api/pages/search", { method: "POST", body }),
  );
  return answer.ok ? accepted(answer.value.body) : answer;
}

/** Finds every document of the draft that has the words. Tells how many pages with them were found. */
export async function findTexts(
  powers: SearchPowers,
  wanted: Wanted,
  onProgress: (found: number) => void,
): Asked<FoundTexts> {
  const catalogue = await read<CatalogueView>(powers, "/api/catalogue", { language: document.documentElement.lang });
  if (!catalogue.ok) return catalogue;
  const { sections, inactive, contentTypes, inactiveTypes, directives } = catalogue.value;
  const schemas = textSchemas([...sections, ...inactive, ...contentTypes, ...inactiveTypes], directives);
  const pages: PlannedTextsOfPage[] = [];
  for (let cursor: string | undefined; ;) {
    const hits = await hitsAfter(powers, wanted.text, cursor);
    if (!hits.ok) return hits;
    const bodies = await Promise.all(
      hits.value.items.map(({ page }) => read<PageView>(powers, `/api/pages/${encodeURIComponent(page)}`)),
    );
    for (const body of bodies) {
      if (!body.ok && isGone(body.error)) continue;
      if (!body.ok) return body;
      const planned = planPage(body.value, schemas, wanted);
      if (planned) pages.push(planned);
    }
    onProgress(pages.length);
    if (hits.value.next === null) break;
    cursor = hits.value.next;
  }
  const beside = await findBeside(powers, wanted);
  return beside.ok ? accepted({ pages, beside: beside.value }) : beside;
}

/** A page may be deleted between the search and the read. */
const isGone = (failure: RequestFailure): boolean => failure.kind === "refused" && failure.code === "NOT_FOUND";

async function findBeside(powers: SearchPowers, wanted: Wanted): Asked<readonly PlannedBeside[]> {
  const site = await read<SiteAnswer>(powers, "/api/site");
  if (!site.ok) return site;
  const found: PlannedBeside[] = [];
  for (const [kind, permission] of Object.entries(BESIDE) as [BesideKind, (typeof BESIDE)[BesideKind]][]) {
    const document = await read<{ version: number; body: unknown }>(powers, `/api/${kind}`);
    if (!document.ok) return document;
    const { version, body } = document.value;
    const { changes, kept } = planTexts(memberTexts(body, wanted.withAddresses), wanted);
    if (changes.length + kept.length === 0) continue;
    const isAllowed = site.value.member.permissions.includes(permission);
    found.push(
      isAllowed
        ? { kind, version, body, changes, kept }
        : { kind, version, body, changes: [], kept: changes.map((one) => ({ ...one, why: "forbidden" as const })) },
    );
  }
  return accepted(found);
}

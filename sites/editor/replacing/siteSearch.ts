/** Searches the draft for words, page by page. */
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { DraftHitsView } from "../../../runtime/editing/views.ts";
import type { ApiAnswer } from "../api/answer.ts";
import type { Client } from "../api/client.ts";
import { isPassing, type RequestFailure } from "../api/failure.ts";
import type { CatalogueView, PageView } from "../api/views.ts";
import { textSchemas } from "../xliff/texts.ts";
import { planMenus, planPage, type ReplacedPage, type TextChange, type Wanted } from "./finding.ts";

export interface SearchPowers {
  readonly client: Client;
  readonly wait: (seconds: number) => Promise<void>;
}

interface Menus {
  readonly version: number;
  readonly body: unknown;
}

export interface FoundTexts {
  readonly pages: readonly ReplacedPage[];
  /** The changed menus. Null if no label has the words. */
  readonly menus: (Menus & { readonly changes: readonly TextChange[] }) | null;
}

/** Tries of one request while the site is busy or out of reach. */
const TRIES = 8;

/** Sends a request again while the site is busy or out of reach. */
export async function askPatiently<T>(
  { wait }: SearchPowers,
  ask: () => Promise<ApiAnswer<T>>,
): Promise<Result<T, RequestFailure>> {
  for (let left = TRIES; ; left--) {
    const answer = await ask();
    if (answer.ok) return accepted(answer.value.body);
    if (!isPassing(answer.error) || left <= 1) return refused(answer.error);
    await wait(answer.error.kind === "refused" && answer.error.retryAfter > 0 ? answer.error.retryAfter : 2);
  }
}

/** Finds every page of the draft, and the menus, that have the words. Tells how many pages have been read. */
export async function findTexts(
  powers: SearchPowers,
  wanted: Wanted,
  onProgress: (found: number) => void,
): Promise<Result<FoundTexts, RequestFailure>> {
  const { client } = powers;
  const catalogue = await askPatiently(powers, () =>
    client.read<CatalogueView>("/api/catalogue", { query: { language: document.documentElement.lang } }),
  );
  if (!catalogue.ok) return catalogue;
  const { sections, inactive, contentTypes } = catalogue.value;
  const schemas = textSchemas([...sections, ...inactive, ...contentTypes]);
  const pages: ReplacedPage[] = [];
  for (let cursor: string | undefined; ;) {
    const body = { text: wanted.text, ...(cursor !== undefined && { cursor }) };
    const hits: Result<DraftHitsView, RequestFailure> = await askPatiently(powers, () =>
      client.change<DraftHitsView>("/api/pages/search", { method: "POST", body }),
    );
    if (!hits.ok) return hits;
    for (const { page } of hits.value.items) {
      const read = await askPatiently(powers, () => client.read<PageView>(`/api/pages/${encodeURIComponent(page)}`));
      if (!read.ok) return read;
      const planned = planPage(read.value, schemas, wanted);
      if (planned) pages.push(planned);
      onProgress(pages.length);
    }
    if (hits.value.next === null) break;
    cursor = hits.value.next;
  }
  const menus = await askPatiently(powers, () => client.read<Menus>("/api/navigation"));
  if (!menus.ok) return menus;
  const { body, changes } = planMenus(menus.value.body, wanted);
  return accepted({ pages, menus: changes.length === 0 ? null : { version: menus.value.version, body, changes } });
}

/** The choice of pages in an address, as the list of all pages reads it. */
import { isPagePath } from "../../../../manifests/shapes/pagePath.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { SiteLanguage } from "../../../../runtime/documents/content/languages.ts";
import { type PagesWanted, PAGE_STATES } from "../../../../runtime/editing/pageList.ts";
import type { Desk } from "../desk/desk.ts";
import { lineTextIn } from "../drawing/lists.ts";

/** Rows of one page of the list. A site with more pages shows one level at a time. */
export const ROWS = 100;

type State = NonNullable<PagesWanted["state"]>;

/** The choice of pages in the address. */
export interface PageLooking {
  readonly text: string;
  readonly state: State | null;
  /** The path of the page whose children are shown; null for all. */
  readonly under: string | null;
  /** A language of the site; null for all. */
  readonly language: string | null;
  readonly cursor: string | null;
}

interface PagesLooking {
  readonly looking: PageLooking;
  readonly wanted: PagesWanted;
  readonly languages: readonly SiteLanguage[];
}

/** The pages that an address chooses. */
export async function pagesLooking(
  { workspace, member, context }: Desk,
  query: URLSearchParams,
): Promise<PagesLooking> {
  const { languages = [] } = expectValue(await workspace.read("settings", member.site)).body;
  const looking = pageLookingIn(query, languages);
  return { looking, wanted: wantedBy(looking, context.pages), languages };
}

export function pageLookingIn(query: URLSearchParams, languages: readonly SiteLanguage[]): PageLooking {
  const under = query.get("under");
  return {
    text: lineTextIn(query),
    state: PAGE_STATES.find((one) => one === query.get("state")) ?? null,
    language: languages.find(({ tag }) => tag === query.get("language"))?.tag ?? null,
    under: under !== null && isPagePath(under) ? under : null,
    cursor: query.get("cursor"),
  };
}

/** Chooses what to read: a small site shows its whole tree, and a large one shows one level at a time. */
function wantedBy({ text, state, under, language }: PageLooking, pages: number): PagesWanted {
  if (state === "deleted") return { state, text };
  if (language !== null) return { text, order: "tree", language, ...(state === null ? {} : { state }) };
  if (text !== "" || state !== null) return { text, order: "tree", ...(state === null ? {} : { state }) };
  if (under !== null) return { parent: under, order: "tree" };
  return pages > ROWS ? { parent: "/", order: "tree" } : { order: "tree" };
}

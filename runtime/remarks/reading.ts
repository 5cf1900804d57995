import {
  GUEST_THREADS_CHARS,
  GUEST_THREADS_LISTED,
  REMARKS_LISTED,
  REMARKS_LISTED_CHARS,
} from "../../manifests/bounds/publishing.ts";
import type { GuestThread } from "../editing/showing/guestBanner.ts";
import type { Documents } from "../documents/documents.ts";
import { anchorIn, TextsRead } from "./anchors.ts";
import type { RemarkRow, Remarks, RemarksWanted, SaidWords } from "./remarks.ts";
import type { RemarksView, RemarkView } from "./views.ts";

export interface RemarkReadParts {
  readonly documents: Documents;
  readonly remarks: Remarks;
}

/** Lists remarks, the newest first, and counts all that are open. Long contributions make an answer of fewer remarks. */
export function listRemarks({ documents, remarks }: RemarkReadParts, site: string, wanted: RemarksWanted): RemarksView {
  const rows = remarks.list(site, wanted, REMARKS_LISTED + 1);
  const spoken = spokenIn(remarks, rows.slice(0, REMARKS_LISTED), REMARKS_LISTED_CHARS);
  const pages = new Map(
    [...new Set(spoken.map(({ row }) => row.page))].map((id) => [id, documents.get(site, "page", id)?.body] as const),
  );
  const texts = new TextsRead();
  const viewOf = ({ row, words }: Spoken): RemarkView => {
    const body = pages.get(row.page);
    const last = body ?? documents.deletedPage(site, row.page);
    return {
      remark: row.id,
      number: row.number,
      state: row.resolvedAt === null ? "open" : "resolved",
      page: row.page,
      title: last?.title ?? null,
      path: last?.path ?? null,
      section: row.section,
      pointer: row.pointer,
      quote: row.quote,
      anchor: anchorIn(body, row, texts),
      resolvedBy: row.resolvedBy,
      resolvedAt: row.resolvedAt,
      words: words.map((said) => ({ ...said, mentions: [...said.mentions] })),
    };
  };
  const next = rows.length > spoken.length ? (spoken.at(-1)?.row.number ?? null) : null;
  return { items: spoken.map(viewOf), next, open: remarks.countOpen(site) };
}

/** Lists what was said under a share link about a page: the last remarks of its guests, and the answers of members. */
export function threadsOfLink(remarks: Remarks, site: string, link: string, page: string): GuestThread[] {
  const rows = remarks.list(site, { pages: [page], link }, GUEST_THREADS_LISTED);
  return spokenIn(remarks, rows, GUEST_THREADS_CHARS).map(({ row, words }) => ({
    quote: row.quote,
    isResolved: row.resolvedAt !== null,
    said: words.map(({ name, words: text }) => ({ name, words: text })),
  }));
}

interface Spoken {
  readonly row: RemarkRow;
  readonly words: readonly SaidWords[];
}

/** The remarks with their contributions, as many as an answer takes, and at least one. */
function spokenIn(remarks: Remarks, rows: readonly RemarkRow[], most: number): Spoken[] {
  const spoken: Spoken[] = [];
  let chars = 0;
  for (const row of rows) {
    const words = remarks.words(row.site, row.id);
    chars += words.reduce((sum, { words: text }) => sum + text.length, 0);
    if (spoken.length > 0 && chars > most) break;
    spoken.push({ row, words });
  }
  return spoken;
}

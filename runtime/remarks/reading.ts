import { REMARKS_LISTED } from "../../manifests/bounds/publishing.ts";
import type { Documents } from "../documents/documents.ts";
import { anchorIn } from "./anchors.ts";
import type { RemarkRow, Remarks, RemarksWanted } from "./remarks.ts";
import type { RemarksView, RemarkView } from "./views.ts";

export interface RemarkReadParts {
  readonly documents: Documents;
  readonly remarks: Remarks;
}

/** Lists remarks, the newest first, and counts all that are open. */
export function listRemarks({ documents, remarks }: RemarkReadParts, site: string, wanted: RemarksWanted): RemarksView {
  const rows = remarks.list(site, wanted, REMARKS_LISTED + 1);
  const shown = rows.slice(0, REMARKS_LISTED);
  const pages = new Map(
    [...new Set(shown.map(({ page }) => page))].map((id) => [id, documents.get(site, "page", id)?.body] as const),
  );
  const viewOf = (row: RemarkRow): RemarkView => {
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
      anchor: anchorIn(body, row),
      resolvedBy: row.resolvedBy,
      resolvedAt: row.resolvedAt,
      words: remarks.words(site, row.id).map((said) => ({ ...said, mentions: [...said.mentions] })),
    };
  };
  const next = rows.length > REMARKS_LISTED ? (shown.at(-1)?.number ?? null) : null;
  return { items: shown.map(viewOf), next, open: remarks.countOpen(site) };
}

import type { Documents, StoredDocument } from "../documents/documents.ts";
import type { Powers } from "../powers/powers.ts";
import type { FileView, PageInput } from "../rendering/renderer.ts";
import type { Pinned } from "../snapshots/pinned.ts";

export interface FileViewParts {
  readonly powers: Powers;
  readonly documents: Documents;
}

/** A site at a moment for files, which may show the contents of its pages. */
export function fileViewOf(
  { powers, documents }: FileViewParts,
  pinned: Pinned,
  inputOf: (page: StoredDocument<"page">) => PageInput,
): FileView {
  const { site } = pinned.site;
  const textOf = (id: string): string | undefined => {
    const page = documents.get(site, "page", id, pinned.change);
    return page && !page.body.audience ? pinned.plugins.renderer.markdown(inputOf(page)) : undefined;
  };
  const changedAt = (id: string): string | undefined => {
    const at = documents.get(site, "page", id, pinned.change)?.at;
    return at === undefined ? undefined : powers.timestamp(at);
  };
  // A teaser is for the lists of pages alone.
  const query: FileView["query"] = (asked) => pinned.query(asked).filter(({ teaser }) => teaser !== true);
  return { ...pinned.view, query, textOf, changedAt };
}

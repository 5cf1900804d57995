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
    return page && pinned.plugins.renderer.markdown(inputOf(page));
  };
  const changedAt = (id: string): string | undefined => {
    const at = documents.get(site, "page", id, pinned.change)?.at;
    return at === undefined ? undefined : powers.timestamp(at);
  };
  return { ...pinned.view, textOf, changedAt };
}

import { CHANGE_AUTHORS_LISTED, CHANGE_VALUES_LISTED } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { DocumentBody, DocumentKind, Page } from "../../documents/content/content.ts";
import type { DocumentRef, StoredDocument } from "../../documents/documents.ts";
import { type ChangesParts, publishedChange } from "./changes.ts";
import { type ValueChange, documentValues, pageValues } from "../operations/values.ts";
import { sameJson } from "../operations/sameJson.ts";
import type { DocumentChangeView } from "./views.ts";

/** Compares one document with its published version: the values that differ, and the authors since. */
export function documentChange(parts: ChangesParts, site: string, ref: DocumentRef): DocumentChangeView {
  const { documents, history } = parts;
  const before = documents.published(site, ref.kind, ref.id, publishedChange(parts, site));
  const after = documents.get(site, ref.kind, ref.id);
  const shown = after ?? before;
  if (!shown) throw new Refusal("NOT_FOUND", { ...ref });
  const found = [...valuesOf(ref.kind, before?.body, after?.body)];
  const { path, title } = "path" in shown.body ? shown.body : { path: null, title: null };
  return {
    kind: ref.kind,
    id: ref.id,
    path,
    title,
    change: kindOf(before, after, found),
    version: after?.version ?? 0,
    published: before?.version ?? 0,
    authors: history.authors(site, ref, before?.version ?? 0, CHANGE_AUTHORS_LISTED),
    values: found.slice(0, CHANGE_VALUES_LISTED),
    total: found.length,
  };
}

/** Lists the values that differ between two bodies of a document. */
export function valuesOf(
  kind: DocumentKind,
  before: DocumentBody<DocumentKind> | undefined,
  after: DocumentBody<DocumentKind> | undefined,
): Iterable<ValueChange> {
  return kind === "page"
    ? pageValues(before as Page | undefined, after as Page | undefined)
    : documentValues(before, after ?? {});
}

function kindOf(
  before: StoredDocument | undefined,
  after: StoredDocument | undefined,
  found: readonly ValueChange[],
): DocumentChangeView["change"] {
  if (!before) return "added";
  if (!after) return "removed";
  return found.length === 0 && sameJson(before.body, after.body) ? "none" : "changed";
}

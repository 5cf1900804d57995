/** Applies operations to a page. All commands that edit a page use this function. */
import type { DocumentWrite, Documents, StoredDocument } from "../../documents/documents.ts";
import { ONLY } from "../../documents/documents.ts";
import type { PageOperation } from "./pageOperation.ts";
import type { PageEdited } from "./pageOperations.ts";
import { applyPageOperations } from "./pageOperations.ts";
import { redirectsAfterMove } from "./pageMoved.ts";

export interface Operated extends PageEdited {
  /** The page first, then the redirects if the old path must redirect. */
  readonly writes: readonly DocumentWrite[];
}

export function operated(
  documents: Documents,
  site: string,
  page: StoredDocument<"page">,
  operations: readonly PageOperation[],
): Operated {
  const edited = applyPageOperations(page.body, operations);
  const write: DocumentWrite = { kind: "page", id: page.id, expected: page.version, body: edited.body };
  const [from, to] = [page.body.path, edited.body.path];
  const isLed = operations.some((operation) => operation.op === "page" && operation.redirect === true);
  const writes = isLed && from !== to ? [write, redirectWrite(documents, site, from, to)] : [write];
  return { ...edited, writes };
}

/** Builds on the current redirects and not on those that the caller saw, so no redirect is lost. */
function redirectWrite(documents: Documents, site: string, from: string, to: string): DocumentWrite {
  const { version, body } = documents.only(site, "redirects");
  return { kind: "redirects", id: ONLY, expected: version, body: redirectsAfterMove(body, from, to) };
}

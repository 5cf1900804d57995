/** Applies operations to a page in the browser, with the functions that the site uses. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { type PageEdited, applyPageOperations } from "../../../../runtime/editing/operations/pageOperations.ts";

/** The page after the operations; undefined if one of them does not fit. */
export function tryOperations(page: Page, operations: readonly PageOperation[]): PageEdited | undefined {
  try {
    return applyPageOperations(page, operations);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The page after all operations that fit; the others are skipped. */
export const applied = (page: Page, operations: readonly PageOperation[]): Page =>
  operations.reduce((body, operation) => tryOperations(body, [operation])?.body ?? body, page);

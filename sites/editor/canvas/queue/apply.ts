/** Does operations to a page in the browser, as the site will do them: with the very same functions. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../../runtime/documents/content.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import type { PageEdited } from "../../../../runtime/editing/operations/pageOperations.ts";
import { applyPageOperations } from "../../../../runtime/editing/operations/pageOperations.ts";

/** The page after the operations; undefined if one of them cannot be done to it. */
export function tryOperations(page: Page, operations: readonly PageOperation[]): PageEdited | undefined {
  try {
    return applyPageOperations(page, operations);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The page with every operation that can be done to it. */
export const applied = (page: Page, operations: readonly PageOperation[]): Page =>
  operations.reduce((body, operation) => tryOperations(body, [operation])?.body ?? body, page);

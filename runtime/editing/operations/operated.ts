/** Applies operations to a page. All commands that edit a page use this function. */
import type { Redirects } from "../../documents/content/content.ts";
import { type DocumentWrite, type Documents, type StoredDocument, ONLY } from "../../documents/documents.ts";
import type { PageOperation, RedirectsBack, SetMembers } from "./pageOperation.ts";
import { type PageEdited, applyPageOperations } from "./pageOperations.ts";
import { redirectsAfterMoves } from "./pageMoved.ts";
import type { Conflict } from "./preconditions.ts";
import { takenBack, wayBack } from "./redirectsBack.ts";

export interface Operated extends PageEdited {
  /** The page first, then the redirects if the edit changes them. */
  readonly writes: readonly DocumentWrite[];
}

export function operated(
  documents: Documents,
  site: string,
  page: StoredDocument<"page">,
  operations: readonly PageOperation[],
): Operated {
  const edited = applyPageOperations(page.body, operations);
  const write: DocumentWrite = {
    kind: "page",
    id: page.id,
    expected: page.version,
    body: edited.body,
    replaces: page.body,
  };
  if (!operations.some(leads)) return { ...edited, writes: [write] };
  // Builds on the current redirects and not on those that the caller saw, so no redirect is lost.
  const { version, body } = documents.only(site, "redirects");
  const redirects = led(body, operations, page.body.path, edited.body.path);
  const back = wayBack(body, redirects.body);
  return {
    ...edited,
    conflicts: [...edited.conflicts, ...redirects.conflicts],
    inverse: back ? withWayBack(edited.inverse, back) : edited.inverse,
    writes: back
      ? [write, { kind: "redirects", id: ONLY, expected: version, body: redirects.body, replaces: body }]
      : [write],
  };
}

const leads = (operation: PageOperation): operation is SetMembers =>
  operation.op === "page" && (operation.redirect === true || operation.redirects !== undefined);

interface Led {
  readonly body: Redirects;
  readonly conflicts: readonly Conflict[];
}

/** The redirects after the operations that take some back, and then after the page's move. */
function led(body: Redirects, operations: readonly PageOperation[], from: string, to: string): Led {
  let done: Led = { body, conflicts: [] };
  for (const [operation, one] of operations.entries()) {
    if (!leads(one) || one.redirects === undefined) continue;
    const taken = takenBack(done.body, one.redirects, `/operations/${operation}/redirects`);
    const conflicts = taken.conflicts.map((conflict) => ({ operation, ...conflict }));
    done = { body: taken.body, conflicts: [...done.conflicts, ...conflicts] };
  }
  const isLed = from !== to && operations.some((one) => leads(one) && one.redirect === true);
  return isLed ? { ...done, body: redirectsAfterMoves(done.body, [{ from, to }]) } : done;
}

/** Adds the way back to the operation of the inverse that changes the page itself. */
function withWayBack(inverse: readonly PageOperation[], redirects: RedirectsBack): readonly PageOperation[] {
  const at = inverse.findIndex(({ op }) => op === "page");
  return inverse.map((one, index) => (index === at && one.op === "page" ? { ...one, redirects } : one));
}

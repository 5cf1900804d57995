/** The command that edits a page, for the editor, agents and undo alike. */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { Page } from "../documents/content/content.ts";
import type { StoredDocument } from "../documents/documents.ts";
import type { WriteOutput } from "./writeCommand.ts";
import { editCommand, requireTheme } from "./edit.ts";
import { editPage } from "./inputs.ts";
import type { PageParts } from "./pageCommands.ts";
import { type OwnSigns, findVia, writtenBy } from "./provenAction.ts";
import { type Operated, operated } from "./operations/operated.ts";
import type { PageOperation } from "./operations/pageOperation.ts";
import type { PageEdited } from "./operations/pageOperations.ts";
import { type Conflict, conflictsSince } from "./operations/preconditions.ts";

type Input = z.infer<typeof editPage>;
type More = Pick<PageEdited, "created" | "inverse" | "changed">;

export function pageEdit(parts: PageParts & { readonly ownSecret: OwnSigns }): Command<Input, WriteOutput & More> {
  return editCommand(parts, {
    input: editPage,
    via: (envelope, { page, operations, proof }) =>
      findVia({ signs: parts.ownSecret, now: parts.powers.now() }, envelope, `page:${page}`, {
        proof,
        written: writtenBy(operations as readonly PageOperation[]),
      }),
    edit(site, input) {
      requireTheme(parts, site, input.expectedTheme);
      const { writes, created, inverse, changed } = editedPage(parts, site, input);
      return { writes, more: { created, inverse, changed } };
    },
  });
}

/** A page after operations, upon the version that the caller saw. Throws if a later one changed what they touch. */
export function editedPage(
  parts: PageParts,
  site: string,
  input: Pick<Input, "page" | "expected" | "operations">,
): Operated {
  const page = parts.documents.get(site, "page", input.page);
  if (!page) throw new Refusal("NOT_FOUND", { page: input.page });
  requireUntouched(page, input, seenBody(parts, site, page, input.expected));
  const done = operated(parts.documents, site, page, input.operations);
  if (done.conflicts.length > 0) throw stale(page, done.conflicts);
  return done;
}

/** The version that the caller saw. Undefined if it is not stored any more or never existed. */
function seenBody(
  { history }: PageParts,
  site: string,
  page: StoredDocument<"page">,
  expected: number,
): Page | undefined {
  return expected === page.version ? page.body : (history.revision(site, page.id, expected)?.body ?? undefined);
}

/**
 * Refuses an edit with conflicts. If the version that the caller saw is not stored, the changes since are unknown, so
 * the edit is refused as stale.
 */
function requireUntouched(
  page: StoredDocument<"page">,
  { expected, operations }: Pick<Input, "expected" | "operations">,
  seen: Page | undefined,
): void {
  if (expected === page.version) return;
  if (!seen || expected > page.version) throw stale(page, []);
  const conflicts = conflictsSince(seen, page.body, operations as readonly PageOperation[]);
  if (conflicts.length > 0) throw stale(page, conflicts);
}

const stale = ({ kind, id, version, actor, at }: StoredDocument<"page">, conflicts: readonly Conflict[]): Refusal =>
  new Refusal("STALE_VERSION", { kind, id, current: version, changedBy: actor, changedAt: at, conflicts });

export const refused = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

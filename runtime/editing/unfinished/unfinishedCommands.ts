import * as z from "zod/mini";
import { STRUCTURE_MAX_OPERATIONS } from "../../../manifests/bounds/documents.ts";
import {
  UNFINISHED_MAX_BYTES,
  UNFINISHED_PAGES_PER_MEMBER,
  UNFINISHED_SITE_MAX_BYTES,
} from "../../../manifests/bounds/editor.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../../area/command.ts";
import { described } from "../../commands/described.ts";
import { parseWith } from "../../commands/parse.ts";
import { documentId } from "../../documents/content/section.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Powers } from "../../powers/powers.ts";
import type { UnfinishedEdit, UnfinishedEdits, UnfinishedRef } from "./unfinishedEdits.ts";

export interface UnfinishedParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly unfinished: UnfinishedEdits;
}

const page = described(documentId, "Id of the page.");
const version = z.int().check(z.gte(1));

export const putUnfinished = z.strictObject({
  page,
  expected: z.int().check(z.gte(0)),
  base: described(version, "Version of the page that the operations build on."),
  operations: described(
    z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(STRUCTURE_MAX_OPERATIONS)),
    "Operations that cannot be saved yet. Their content is not checked.",
  ),
});

export const deleteUnfinished = z.strictObject({ page, expected: version });

type Put = z.infer<typeof putUnfinished>;
type Delete = z.infer<typeof deleteUnfinished>;

export const unfinishedPut = (parts: UnfinishedParts): Command<Put, { readonly version: number }> => ({
  parse: parseWith(putUnfinished),
  prepare: async (envelope, input) => () => put(parts, envelope, input),
});

export const unfinishedDelete = (parts: UnfinishedParts): Command<Delete, Record<never, never>> => ({
  parse: parseWith(deleteUnfinished),
  prepare: async (envelope, input) => () => {
    const ref = requireRef(parts, envelope, input.page);
    requireCurrent(parts.unfinished.find(ref), input);
    parts.unfinished.remove(ref);
    return {};
  },
});

function put(parts: UnfinishedParts, envelope: Envelope, input: Put): { version: number } {
  const { powers, unfinished } = parts;
  const ref = requireRef(parts, envelope, input.page);
  const before = unfinished.find(ref);
  requireCurrent(before, input);
  const operations = JSON.stringify(input.operations);
  const bytes = utf8Length(operations);
  if (bytes > UNFINISHED_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, most: UNFINISHED_MAX_BYTES });
  const at = powers.now();
  // Version numbers never repeat, even after a row was deleted. Otherwise a tab with an old version could overwrite a
  // new row.
  const version = Math.max(at, (before?.version ?? 0) + 1);
  unfinished.put(ref, { version, base: input.base, operations, at }, bytes);
  requireRoom(unfinished, ref);
  return { version };
}

/** Checks the limits after the write, which the transaction rolls back if this throws. */
function requireRoom(unfinished: UnfinishedEdits, { site, member }: UnfinishedRef): void {
  const { pages } = unfinished.heldBy(site, member);
  if (pages > UNFINISHED_PAGES_PER_MEMBER) throw new Refusal("TOO_LARGE", { pages: UNFINISHED_PAGES_PER_MEMBER });
  const { bytes } = unfinished.heldAt(site);
  if (bytes > UNFINISHED_SITE_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, most: UNFINISHED_SITE_MAX_BYTES });
}

/** The key of a member's unfinished work. An agent works on its member's. Other actors have none. */
function requireRef({ documents }: UnfinishedParts, { site, actor }: Envelope, ofPage: string): UnfinishedRef {
  if (actor.kind !== "member") throw new Refusal("FORBIDDEN");
  requirePage(documents, site, ofPage);
  return { site, member: actor.id, page: ofPage };
}

export function requirePage(documents: Documents, site: string, id: string): void {
  if (documents.versionAt(site, { kind: "page", id }, documents.change(site)) === 0)
    throw new Refusal("NOT_FOUND", { page: id });
}

function requireCurrent(
  found: UnfinishedEdit | undefined,
  { page: id, expected }: Pick<Put, "page" | "expected">,
): void {
  const current = found?.version ?? 0;
  if (current !== expected) throw new Refusal("STALE_VERSION", { kind: "unfinished work", id, current });
}

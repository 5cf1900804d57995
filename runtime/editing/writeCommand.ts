import { parseWith } from "../commands/parse.ts";
import * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../../manifests/bounds/commands.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { actorInHistory } from "../area/actor.ts";
import { type DocumentKind, type Page, navigation, page, redirects, theme } from "../documents/content/content.ts";
import { settings } from "../documents/content/settings.ts";
import { documentId } from "../documents/content/section.ts";
import { type DocumentCheckParts, documentIssues } from "./checking/documentChecks.ts";
import { type MemberLanguages, outsideLanguages } from "../commands/memberLanguages.ts";
import { type DocumentWrite, type Documents, ONLY } from "../documents/documents.ts";
import { isWithinLanguages } from "../documents/languageReach.ts";
import { documentName } from "../documents/timeline.ts";
import { redirectsAfterMoves } from "./operations/pageMoved.ts";
import { sameJson } from "./operations/sameJson.ts";
import { ownTypesShape } from "../../manifests/ownTypes/ownTypes.ts";
import type { Powers } from "../powers/powers.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import { requireUnplaced } from "./comparing/placingChecks.ts";
import type { UnfinishedEdits } from "./unfinished/unfinishedEdits.ts";

const version = z.int().check(z.gte(0));
const only = z.literal(ONLY);

const write = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), id: documentId, expected: version, body: z.nullable(page) }),
  z.strictObject({ kind: z.literal("navigation"), id: only, expected: version, body: navigation }),
  z.strictObject({ kind: z.literal("redirects"), id: only, expected: version, body: redirects }),
  z.strictObject({ kind: z.literal("theme"), id: only, expected: version, body: theme }),
  z.strictObject({ kind: z.literal("settings"), id: only, expected: version, body: settings }),
  z.strictObject({ kind: z.literal("types"), id: only, expected: version, body: ownTypesShape }),
]);

const input = z.strictObject({ writes: z.array(write).check(z.minLength(1), z.maxLength(WRITES_PER_COMMAND)) });

export interface WriteOutput {
  /** The new version of each written document, in the order of the writes. */
  readonly versions: readonly { readonly kind: DocumentKind; readonly id: string; readonly version: number }[];
}

export interface WriteParts extends DocumentCheckParts {
  readonly pageIndex: PageIndex;
  readonly powers: Powers;
  readonly unfinished: UnfinishedEdits;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
}

/** Writes any documents of a site, all or none. One stale version refuses all of them. */
export function writeDocuments(parts: WriteParts): Command<{ writes: readonly DocumentWrite[] }, WriteOutput> {
  return {
    parse: parseWith(input),
    async prepare(envelope, { writes }) {
      const issues = writes.flatMap((entry, index) =>
        documentIssues(parts, envelope.site, entry, { beside: writes, isWhole: true }).map((issue) => ({
          ...issue,
          pointer: `/writes/${index}/body${issue.pointer}`,
        })),
      );
      if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
      return () => commit(parts, envelope, writes);
    },
  };
}

/** Stores checked writes. The caller holds the transaction. */
export function commit(parts: WriteParts, envelope: Envelope, writes: readonly DocumentWrite[]): WriteOutput {
  const { documents, powers, unfinished } = parts;
  requireInLanguages(parts, envelope, writes);
  requireUnplaced(parts, envelope.site, writes);
  const context = { site: envelope.site, actor: actorInHistory(envelope.actor), at: powers.now() };
  const versions = documents.write(context, writes);
  for (const { kind, id, body } of writes) if (kind === "page" && body === null) unfinished.endPage(envelope.site, id);
  return { versions: writes.map(({ kind, id }, index) => ({ kind, id, version: versions[index] ?? 0 })) };
}

/** Refuses writes beyond the languages to which the actor is limited, whichever command makes them. */
function requireInLanguages(
  { documents, memberLanguages }: Pick<WriteParts, "documents" | "memberLanguages">,
  { site, actor }: Envelope,
  writes: readonly DocumentWrite[],
): void {
  const languages = memberLanguages.of(site, actor);
  if (languages === undefined) return;
  const isWithin = (write: DocumentWrite): boolean => isWithinLanguages({ documents, site, languages }, write);
  const within = writes.filter(isWithin);
  const beyond = writes.filter((write) => !within.includes(write) && !followsMoves(documents, site, write, within));
  const [first] = beyond;
  if (!first) return;
  const pages = beyond.filter(({ kind }) => kind === "page").map(({ id }) => id);
  throw outsideLanguages(languages, documentName(first), pages);
}

/** Tells whether a write adds to the redirects exactly those from the old places of pages that the same change moves. */
function followsMoves(
  documents: Documents,
  site: string,
  write: DocumentWrite,
  within: readonly DocumentWrite[],
): boolean {
  if (write.kind !== "redirects") return false;
  const moves = within.flatMap(({ kind, id, body }) => {
    const from = kind === "page" ? documents.pageEntry(site, id)?.path : undefined;
    const to = (body as Page | null)?.path;
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
  });
  const after = redirectsAfterMoves(documents.only(site, "redirects").body, moves);
  return moves.length > 0 && sameJson(after, write.body);
}

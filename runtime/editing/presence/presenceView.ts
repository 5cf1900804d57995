/** News that a member's editor polls every few seconds: other members' places, and changed documents. */
import * as z from "zod/mini";
import { PRESENCE_CHANGES_LISTED } from "../../../manifests/bounds/editor.ts";
import { documentId } from "../../documents/content/section.ts";
import { shownSectionId } from "../../documents/content/viewShapes.ts";
import type { Documents } from "../../documents/documents.ts";
import type { ChangedDocument, History } from "../../documents/history.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { looksSince } from "../operations/looks.ts";
import type { Presence } from "./presence.ts";

const count = z.int().check(z.gte(0));

/**
 * `changes` lists documents written after `since`, the most recent first; `more` is true if there are others. `version`
 * is 0 for a deleted page. For the requested page, `sections` are the outermost changed sections, and `beyond` is true
 * if more may have changed. Both are null for all other documents.
 */
export const presenceView = z.strictObject({
  change: count,
  people: z.array(z.strictObject({ member: z.string(), page: documentId, section: z.nullable(shownSectionId) })),
  changes: z.array(
    z.strictObject({
      kind: z.enum(["page", "navigation", "redirects", "theme", "settings", "types"]),
      id: documentId,
      version: count,
      by: z.string(),
      at: z.int(),
      sections: z.nullable(z.array(shownSectionId)),
      beyond: z.nullable(z.boolean()),
    }),
  ),
  more: z.boolean(),
});
export type PresenceView = z.infer<typeof presenceView>;

export interface PresenceParts {
  readonly documents: Documents;
  readonly history: History;
  readonly sites: Sites;
  readonly presence: Presence;
}

export interface PresenceAsked {
  readonly member: string;
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly since?: number | undefined;
}

/** Records the caller's place, and answers the news. */
export function presenceOf(
  parts: PresenceParts,
  site: string,
  { member, page, section, since }: PresenceAsked,
): PresenceView {
  const { documents, sites, presence } = parts;
  sites.get(site);
  if (page !== undefined && documents.versionAt(site, { kind: "page", id: page }, documents.change(site)) > 0)
    presence.note(site, { member, page, section: section ?? null });
  return newsOf(parts, site, { page, since });
}

export function newsOf(
  parts: PresenceParts,
  site: string,
  { page, since }: Pick<PresenceAsked, "page" | "since">,
): PresenceView {
  const { documents, history, sites, presence } = parts;
  sites.get(site);
  const found = since === undefined ? [] : history.writtenSince(site, since, PRESENCE_CHANGES_LISTED + 1);
  return {
    change: documents.change(site),
    people: presence.places(site),
    changes: found.slice(0, PRESENCE_CHANGES_LISTED).map((ref) => changeOf(parts, site, ref, page, since ?? 0)),
    more: found.length > PRESENCE_CHANGES_LISTED,
  };
}

/** Compares only the requested page, because a poll must not read every changed page. */
function changeOf(
  { documents }: PresenceParts,
  site: string,
  { kind, id, version, changedBy: by, changedAt: at }: ChangedDocument,
  page: string | undefined,
  since: number,
): PresenceView["changes"][number] {
  const now = kind === "page" && id === page ? documents.get(site, "page", id)?.body : undefined;
  const looks = now && looksSince(documents.get(site, "page", id, since)?.body, now);
  return { kind, id, version, by, at, sections: looks ? [...looks.sections] : null, beyond: looks?.beyond ?? null };
}

import { type ChoiceParts, requireIdle, requireSeen, selectionOf, shownFor } from "../../publishing/choice.ts";
import type { PublishInput } from "../../publishing/publishInputs.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import { changesOf } from "./changes.ts";
import { inspectedPublication, leavesBehind, listedWarnings, type PublicationParts } from "./publication.ts";
import type { ChangesView, PublicationView } from "./views.ts";

export interface RehearsalParts extends PublicationParts, Omit<ChoiceParts, "timeline" | "plugins"> {
  readonly tenant: Pick<Tenant, "requireActive">;
}

/**
 * The changes of a publication, and the warnings that something which its pages show stays behind. `unlisted` counts
 * further warnings of this kind.
 */
type Rehearsal = ChangesView & Pick<PublicationView, "warnings" | "unreadLists"> & { readonly unlisted: number };

/**
 * The changes that a publication would make visible, with or without a choice. Refuses whatever the publication refuses
 * before it asks plugins. Plugins are asked only by a real one, because they may note that it happened.
 */
export function rehearsePublication(
  parts: RehearsalParts,
  site: string,
  { change, ...chosen }: PublishInput,
): Rehearsal {
  parts.tenant.requireActive();
  parts.sites.get(site);
  const selection = selectionOf(parts, site, chosen);
  if (change !== undefined) requireSeen(parts, site, change, selection);
  requireIdle(parts, site);
  shownFor(parts, site, selection);
  const { warnings: found, unreadLists } = inspectedPublication(parts, site, chosen);
  const left = found.filter(leavesBehind);
  const warnings = listedWarnings(left);
  return { ...changesOf(parts, site, selection), warnings, unlisted: left.length - warnings.length, unreadLists };
}

import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { PublicInventory } from "./publicInventory.ts";
import type { PublicLeaves } from "./publicLeaves.ts";
import type { PublicWords } from "./publicWords.ts";

export interface ForgettingParts {
  readonly sites: Sites;
  readonly publicInventory: PublicInventory;
  readonly words: PublicWords;
  readonly leaves: PublicLeaves;
}

export interface AnnouncingParts extends ForgettingParts {
  readonly powers: Pick<Powers, "sql">;
  readonly outbox: Pick<Outbox, "add">;
}

/** Queues the current publication again, completely. */
export function announce(parts: AnnouncingParts, site: string): { sequence: number } {
  const { powers, sites, outbox } = parts;
  const { release, sequence } = sites.get(site);
  if (release === 0)
    throw new Refusal("CONFLICT", { conflict: "nothing_published", reason: "Nothing has been published yet." });
  powers.sql.atomically(() => {
    forgetCopied(parts, site);
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
  });
  return { sequence };
}

/** Forgets what was copied, so that the next refresh copies everything. This repairs a store that has lost values. */
export function forgetCopied({ sites, publicInventory, words, leaves }: ForgettingParts, site: string): void {
  sites.forgetRefresh(site);
  publicInventory.forget(site);
  words.forget(site);
  leaves.forget(site);
}

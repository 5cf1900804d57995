import { CALL_MAX_WALL_MS, WEBHOOK_KNOWN_MS, WEBHOOKS_KNOWN_MAX } from "../../../manifests/bounds/calls.ts";
import { type Powers, first } from "../../powers/powers.ts";

/** A signed request to a webhook, by the digest of its identity. */
export interface DeliveryRef {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
}

/** `taken`: the caller may call the plugin. `running`: another request does. `known`: the plugin accepted it before. */
export type DeliveryClaim = "taken" | "running" | "known";

/** A claim that nobody settled counts as given up then: its process has ended. Calls are shorter. */
const GIVEN_UP_MS = 2 * CALL_MAX_WALL_MS;

const OF = "site = ? AND plugin = ?";

/**
 * The signed requests that plugins have accepted, so that a copy of one calls no plugin again. A request that a plugin
 * did not accept is forgotten, and its service may send it again.
 */
export class WebhookDeliveries {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  claim({ site, plugin, digest }: DeliveryRef): DeliveryClaim {
    const { sql, now } = this.#powers;
    const at = now();
    return sql.atomically(() => {
      const query = `SELECT at, accepted FROM plugin_deliveries WHERE ${OF} AND digest = ?`;
      const before = first<{ at: number; accepted: number }>(sql, query, site, plugin, digest);
      if (before?.accepted === 1) return "known";
      if (before && Math.abs(at - before.at) < GIVEN_UP_MS) return "running";
      const number = this.#latest(site, plugin) + 1;
      sql.all(
        "INSERT OR REPLACE INTO plugin_deliveries (site, plugin, digest, number, at, accepted) VALUES (?, ?, ?, ?, ?, 0)",
        site,
        plugin,
        digest,
        number,
        at,
      );
      sql.all(`DELETE FROM plugin_deliveries WHERE ${OF} AND number <= ?`, site, plugin, number - WEBHOOKS_KNOWN_MAX);
      return "taken";
    });
  }

  settle({ site, plugin, digest }: DeliveryRef, isAccepted: boolean): void {
    const statement = isAccepted ? "UPDATE plugin_deliveries SET accepted = 1" : "DELETE FROM plugin_deliveries";
    this.#powers.sql.all(`${statement} WHERE ${OF} AND digest = ?`, site, plugin, digest);
  }

  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM plugin_deliveries WHERE at < ?", now - WEBHOOK_KNOWN_MS);
  }

  #latest(site: string, plugin: string): number {
    const query = `SELECT max(number) AS latest FROM plugin_deliveries WHERE ${OF}`;
    return first<{ latest: number | null }>(this.#powers.sql, query, site, plugin)?.latest ?? 0;
  }
}

import type { Outbox } from "../outbox.ts";
import type { Powers } from "../powers.ts";
import type { Resolution, SkipReason } from "./installed.ts";

export interface StandingParts {
  readonly powers: Powers;
  readonly outbox: Outbox;
}

/** Reasons that come without anybody's command. The others are in audit as what somebody did. */
const UNASKED: ReadonlySet<SkipReason> = new Set<SkipReason>([
  "signature_invalid", "digest_mismatch", "untrusted_key", "engine_incompatible", "loader_unavailable",
  "dependency_missing", "dependency_cycle", "conflict",
]);

/**
 * Leaves a row in audit when a plugin stops taking part, or takes part again, because something outside the site
 * changed: a key, the loader, the deployment. Remembers what it said last, so that nothing is said twice.
 */
export class PluginStandings {
  readonly #parts: StandingParts;

  constructor(parts: StandingParts) {
    this.#parts = parts;
  }

  /** Whether there was something to say. */
  note(site: string, { active, skipped }: Resolution): boolean {
    const now = new Map(skipped.filter(({ reason }) => UNASKED.has(reason)).map(({ id, reason }) => [id, reason]));
    const said = this.#said(site);
    const isActive = new Set(active.map(({ id }) => id));
    const news = [...now].filter(([id, reason]) => said.get(id) !== reason && !isActive.has(id));
    const over = [...said.keys()].filter((id) => !now.has(id) || isActive.has(id));
    if (news.length + over.length === 0) return false;
    this.#parts.powers.sql.atomically(() => {
      for (const [id, reason] of news) this.#say(site, id, reason);
      for (const id of over) this.#takeBack(site, id, isActive.has(id));
    });
    return true;
  }

  #said(site: string): Map<string, string> {
    const query = "SELECT plugin, reason FROM plugin_standings WHERE site = ?";
    return new Map(this.#parts.powers.sql.all<{ plugin: string; reason: string }>(query, site).map(({ plugin, reason }) => [plugin, reason]));
  }

  #say(site: string, plugin: string, reason: string): void {
    this.#parts.powers.sql.all("INSERT OR REPLACE INTO plugin_standings (site, plugin, reason) VALUES (?, ?, ?)", site, plugin, reason);
    this.#audit(site, plugin, `plugin.skipped.${reason}`);
  }

  /** What is gone, or was switched off by somebody, is no news. */
  #takeBack(site: string, plugin: string, isActive: boolean): void {
    this.#parts.powers.sql.all("DELETE FROM plugin_standings WHERE site = ? AND plugin = ?", site, plugin);
    if (isActive) this.#audit(site, plugin, "plugin.resumed");
  }

  #audit(site: string, plugin: string, command: string): void {
    const { powers, outbox } = this.#parts;
    const id = powers.newId();
    // Nobody sent anything that could be digested.
    outbox.add("audit", site, id, { id, site, actor: `plugin:${plugin}`, command, inputDigest: "", outcome: "done", requestId: id, at: powers.now() });
  }
}

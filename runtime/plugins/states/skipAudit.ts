import type { Outbox } from "../../commands/outbox.ts";
import type { Powers } from "../../powers/powers.ts";
import type { Resolution, SkipReason } from "../../contributions/installed.ts";

export interface SkipAuditParts {
  readonly powers: Powers;
  readonly outbox: Outbox;
}

/** Reasons that arise without a command. All others are already in audit as members' commands. */
const UNASKED: ReadonlySet<SkipReason> = new Set<SkipReason>([
  "signature_invalid",
  "digest_mismatch",
  "untrusted_key",
  "engine_incompatible",
  "loader_unavailable",
  "dependency_missing",
  "dependency_cycle",
  "conflict",
]);

/**
 * Adds an audit row when a plugin becomes inactive or active because something outside of the site changed: a key, the
 * loader, or the deployment. Stores the last row of each plugin, so that none is repeated.
 */
export class SkipAudit {
  readonly #parts: SkipAuditParts;

  constructor(parts: SkipAuditParts) {
    this.#parts = parts;
  }

  /** Adds audit rows for the changes since the last call. True if there were any. */
  note(site: string, { active, skipped }: Resolution): boolean {
    const now = new Map(skipped.filter(({ reason }) => UNASKED.has(reason)).map(({ id, reason }) => [id, reason]));
    const noted = this.#noted(site);
    const isActive = new Set(active.map(({ id }) => id));
    const news = [...now].filter(([id, reason]) => noted.get(id) !== reason && !isActive.has(id));
    const over = [...noted.keys()].filter((id) => !now.has(id) || isActive.has(id));
    if (news.length + over.length === 0) return false;
    this.#parts.powers.sql.atomically(() => {
      for (const [id, reason] of news) this.#say(site, id, reason);
      for (const id of over) this.#takeBack(site, id, isActive.has(id));
    });
    return true;
  }

  #noted(site: string): Map<string, string> {
    const query = "SELECT plugin, reason FROM plugin_standings WHERE site = ?";
    return new Map(
      this.#parts.powers.sql
        .all<{ plugin: string; reason: string }>(query, site)
        .map(({ plugin, reason }) => [plugin, reason]),
    );
  }

  #say(site: string, plugin: string, reason: string): void {
    this.#parts.powers.sql.all(
      "INSERT OR REPLACE INTO plugin_standings (site, plugin, reason) VALUES (?, ?, ?)",
      site,
      plugin,
      reason,
    );
    this.#audit(site, plugin, `plugin.skipped.${reason}`);
  }

  /** Deletes the stored row of a plugin. Only a plugin that is active again gets an audit row. */
  #takeBack(site: string, plugin: string, isActive: boolean): void {
    this.#parts.powers.sql.all("DELETE FROM plugin_standings WHERE site = ? AND plugin = ?", site, plugin);
    if (isActive) this.#audit(site, plugin, "plugin.resumed");
  }

  #audit(site: string, plugin: string, command: string): void {
    const { outbox } = this.#parts;
    // No caller sent an input, so there is no digest.
    outbox.audit({
      site,
      actor: `plugin:${plugin}`,
      command,
      inputDigest: "",
      outcome: "done",
      about: { plugin },
    });
  }
}

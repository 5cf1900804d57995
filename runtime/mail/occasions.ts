import { MAIL_OCCASIONS_MAX } from "../../manifests/bounds/forms.ts";
import type { Powers } from "../powers/powers.ts";

/**
 * The occasions for which plugins have sent letters, longer than the letters themselves are listed. A second letter for
 * one of them is not sent, so a plugin that is called again writes once.
 */
export class Occasions {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  has(site: string, plugin: string, name: string): boolean {
    const query = "SELECT 1 FROM mail_plugin_occasions WHERE site = ? AND plugin = ? AND name = ?";
    return this.#powers.sql.all(query, site, plugin, name).length > 0;
  }

  note(site: string, plugin: string, name: string): void {
    const row = "INSERT OR IGNORE INTO mail_plugin_occasions (site, plugin, name, at) VALUES (?, ?, ?, ?)";
    this.#powers.sql.all(row, site, plugin, name, this.#powers.now());
  }

  endPlugin(site: string, plugin: string): void {
    this.#powers.sql.all("DELETE FROM mail_plugin_occasions WHERE site = ? AND plugin = ?", site, plugin);
  }

  /** Forgets all but the last occasions of each plugin. */
  sweep(): void {
    this.#powers.sql.all(
      `DELETE FROM mail_plugin_occasions WHERE (site, plugin, name) IN (
       SELECT site, plugin, name FROM (SELECT site, plugin, name,
       row_number() OVER (PARTITION BY site, plugin ORDER BY at DESC, name DESC) AS place FROM mail_plugin_occasions) WHERE place > ?)`,
      MAIL_OCCASIONS_MAX,
    );
  }
}

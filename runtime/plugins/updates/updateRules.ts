import type { Sql } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";

/** The updates that take over without a question: none, those of the last number, or also those of the middle one. */
export const UPDATE_RULES = ["ask", "patch", "minor"] as const;
export type UpdateRule = (typeof UPDATE_RULES)[number];

/** The rule of a site that has set none. */
export const DEFAULT_RULE: UpdateRule = "minor";

/** The name under which a site keeps the rule for all of its plugins. No plugin has it. */
const ALL = "";

/** The rules that owners gave, by plugin. */
export class UpdateRules {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The rule of a plugin's own; undefined if it follows the site's. */
  ownRule(site: string, plugin: string): UpdateRule | undefined {
    const query = "SELECT rule FROM plugin_update_rules WHERE site = ? AND plugin = ?";
    return first<{ rule: UpdateRule }>(this.#sql, query, site, plugin)?.rule;
  }

  ofSite(site: string): UpdateRule {
    return this.ownRule(site, ALL) ?? DEFAULT_RULE;
  }

  of(site: string, plugin: string): UpdateRule {
    return this.ownRule(site, plugin) ?? this.ofSite(site);
  }

  /** Sets a plugin's rule, or the site's. A rule of null follows the site again. */
  put(site: string, plugin: string | undefined, rule: UpdateRule | null): void {
    const name = plugin ?? ALL;
    if (rule === null) this.#sql.all("DELETE FROM plugin_update_rules WHERE site = ? AND plugin = ?", site, name);
    else
      this.#sql.all(
        "INSERT OR REPLACE INTO plugin_update_rules (site, plugin, rule) VALUES (?, ?, ?)",
        site,
        name,
        rule,
      );
  }
}

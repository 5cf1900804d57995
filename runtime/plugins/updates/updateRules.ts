import { type Sql, first } from "../../powers/powers.ts";

/** The updates that are installed without asking: none, patch versions, or minor versions too. */
export const UPDATE_RULES = ["ask", "patch", "minor"] as const;
export type UpdateRule = (typeof UPDATE_RULES)[number];

/** The rule of a site that has not set one. */
export const DEFAULT_RULE: UpdateRule = "minor";

/** The plugin id under which a site's rule is stored. No plugin has it. */
const ALL = "";

/** The rules that owners set, by plugin. */
export class UpdateRules {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A plugin's own rule. Undefined if the site's rule applies. */
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

  /** Sets a plugin's rule, or the site's. Null removes the rule. */
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

/** Pages that were written before their first words were stored. */
import { WORDS_DUE_TURN } from "../../../manifests/bounds/documents.ts";
import { type Sql, first } from "../../powers/powers.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Page } from "../content/content.ts";
import type { SiteSections } from "./firstWords.ts";
import { summaryOf } from "./pageSummary.ts";

/**
 * A schema step lists the pages, and each turn stores the first words of a few. The next publication asks every list
 * again, because no document tells it of these words.
 */
export class DueWords {
  readonly #sql: Sql;
  readonly #sites: Pick<Sites, "demandRecheck">;
  readonly #drawn: SiteSections;

  constructor(sql: Sql, sites: Pick<Sites, "demandRecheck">, drawn: SiteSections) {
    this.#sql = sql;
    this.#sites = sites;
    this.#drawn = drawn;
  }

  get isAny(): boolean {
    return first(this.#sql, "SELECT 1 FROM words_due LIMIT 1") !== undefined;
  }

  /** A page that was written again meanwhile has them by that. */
  goOn(): void {
    this.#sql.atomically(() => {
      const rows = this.#sql.all<{ site: string; id: string; version: number; body: string | null }>(
        `SELECT due.site, due.id, due.version, documents.body FROM words_due AS due
           LEFT JOIN documents ON documents.site = due.site AND documents.kind = 'page' AND documents.id = due.id
             AND documents.version = due.version AND documents.deleted = 0
         ORDER BY due.site, due.id LIMIT ?`,
        WORDS_DUE_TURN,
      );
      for (const { site, id, version, body } of rows) {
        if (body !== null) this.#store(site, { id, version }, JSON.parse(body) as Page);
        this.#sql.all("DELETE FROM words_due WHERE site = ? AND id = ?", site, id);
      }
    });
  }

  #store(site: string, { id, version }: { readonly id: string; readonly version: number }, page: Page): void {
    const summary = summaryOf(page, this.#drawn(site));
    if (summary.opening === undefined) return;
    this.#sites.demandRecheck(site);
    this.#sql.all(
      "UPDATE documents SET summary = ? WHERE site = ? AND kind = 'page' AND id = ? AND version = ?",
      JSON.stringify(summary),
      site,
      id,
      version,
    );
  }
}

import { SEARCH_TEXT_MAX_CHARS } from "../../../manifests/bounds/search.ts";
import type { Powers } from "../../powers/powers.ts";

/** The texts of public pages without formatting, from which a search shows passages. */
export class PublicTexts {
  readonly #sql: Powers["sql"];

  constructor({ sql }: Pick<Powers, "sql">) {
    this.#sql = sql;
  }

  /** Records the text of a page. The caller holds the transaction. */
  set(site: string, page: string, text: string): void {
    this.#sql.all(
      "INSERT INTO public_texts (site, page, text) VALUES (?1, ?2, ?3) ON CONFLICT (site, page) DO UPDATE SET text = ?3",
      site,
      page,
      text.slice(0, SEARCH_TEXT_MAX_CHARS).toWellFormed(),
    );
  }

  remove(site: string, page: string): void {
    this.#sql.all("DELETE FROM public_texts WHERE site = ? AND page = ?", site, page);
  }

  /** The texts of some pages, by page. */
  of(site: string, pages: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#sql.all<{ page: string; text: string }>(
      "SELECT page, text FROM public_texts WHERE site = ? AND page IN (SELECT value FROM json_each(?))",
      site,
      JSON.stringify(pages),
    );
    return new Map(rows.map(({ page, text }) => [page, text]));
  }
}

/** The content types whose entries live in lists alone, at each moment of a site. */
import type { Sql } from "../../powers/powers.ts";

/** A content type, as far as it decides whether its entries have a page. */
interface TypeOfPages {
  readonly isPageless: boolean;
}

type Types = ReadonlyMap<string, TypeOfPages>;

/** The content types that a site's plugins and owner define at a moment, by qualified name. Default: those of the draft. */
export type DefinedTypes = (site: string, at?: number) => Types;

/**
 * Every list and every link asks here. `pageless_types` remembers what a type was when an entry was last written, or the
 * site last published. So no entry becomes public because its plugin left.
 */
export class PagelessTypes {
  readonly #sql: Sql;
  readonly #defined: DefinedTypes;

  constructor(sql: Sql, defined: DefinedTypes) {
    this.#sql = sql;
    this.#defined = defined;
  }

  /** The types at a moment. Default: those of the draft. */
  at(site: string, change?: number): ReadonlySet<string> {
    return this.among(site, this.#defined(site, change));
  }

  /** The types by these definitions. A type that they lack is what it was last. */
  among(site: string, defined: Types): ReadonlySet<string> {
    const present = [...defined].flatMap(([type, { isPageless }]) => (isPageless ? [type] : []));
    return new Set([...present, ...this.#remembered(site).filter((type) => !defined.has(type))]);
  }

  /** Remembers what these types are now. */
  remember(site: string, types: Iterable<readonly [type: string, of: TypeOfPages]>): void {
    const known = new Set(this.#remembered(site));
    for (const [type, { isPageless }] of types) {
      if (isPageless === known.has(type)) continue;
      if (isPageless) this.#sql.all("INSERT INTO pageless_types (site, type) VALUES (?, ?)", site, type);
      else this.#sql.all("DELETE FROM pageless_types WHERE site = ? AND type = ?", site, type);
    }
  }

  /** Remembers the type of an entry that is written. */
  rememberOf(site: string, type: string | undefined): void {
    const known = type === undefined ? undefined : this.#defined(site).get(type);
    if (type !== undefined && known) this.remember(site, [[type, known]]);
  }

  #remembered(site: string): string[] {
    const query = "SELECT type FROM pageless_types WHERE site = ?";
    return this.#sql.all<{ type: string }>(query, site).map(({ type }) => type);
  }
}

/** A page as far as it decides who reaches it. `listed` is below 0 for a page that only its readers may find. */
interface PagePlace {
  readonly path: string;
  readonly type?: string | null | undefined;
  readonly listed?: number;
}

/** The path that all visitors have of a page. Undefined for an entry that lives in lists alone, and for a page of readers. */
export const pathOfPage = (place: PagePlace | undefined, pageless: ReadonlySet<string>): string | undefined =>
  (place?.type != null && pageless.has(place.type)) || (place?.listed ?? 0) < 0 ? undefined : place?.path;

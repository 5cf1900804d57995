import { SHARED_SEEN_MAX } from "../../manifests/bounds/documents.ts";
import type { DocumentBody, DocumentKind, Page } from "./content/content.ts";
import { FOREVER, LATEST_CHANGE } from "./content/forever.ts";
import { pageWith, type Shared, withoutValues } from "./content/sharedValues.ts";
import type { EntryIndex } from "./lists/entryIndex.ts";
import { publishedInForce } from "./lists/inForce.ts";
import type { Translations } from "./lists/translations.ts";
import { type Sql, first } from "../powers/powers.ts";

type Placed = Pick<Page, "type" | "translationOf">;

interface Write {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly expected: number;
  readonly body: DocumentBody<DocumentKind> | null;
}

interface CurrentPage {
  readonly version: number;
  readonly change: number;
  readonly page: Page;
}

const SOURCE = `SELECT body FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND ${publishedInForce()} AND deleted = 0
  ORDER BY version DESC LIMIT 1`;
const CURRENT = `SELECT version, change, body FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND until = ${FOREVER} AND deleted = 0`;

/** The versions of a page that were in force at a change or later, the newest first. */
const SEEN = `SELECT body FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND until > ? AND deleted = 0
  ORDER BY version DESC LIMIT ${SHARED_SEEN_MAX}`;

/**
 * The values that a page shares with its source. They are those of the source at each moment. A translation has a copy of
 * them in its body. The copy is shown only while the source is not published, and is written anew when the source goes.
 */
export class SharedValues {
  readonly #sql: Sql;
  readonly #entries: EntryIndex;
  readonly #translations: Translations;

  constructor(sql: Sql, entries: EntryIndex, translations: Translations) {
    this.#sql = sql;
    this.#entries = entries;
    this.#translations = translations;
  }

  /** True if a page takes values from its source whenever that is published. */
  isSharing(site: string, { type, translationOf }: Placed, at: number): boolean {
    return (
      type !== undefined && translationOf !== undefined && this.#entries.sharedFields(site, type, at) !== undefined
    );
  }

  /** Undefined for a page that keeps all of its values itself. */
  of(site: string, { type, translationOf }: Placed, at = LATEST_CHANGE): Shared | undefined {
    if (type === undefined || translationOf === undefined) return undefined;
    const fields = this.#entries.sharedFields(site, type, at);
    if (!fields) return undefined;
    const row = first<{ body: string }>(this.#sql, SOURCE, site, translationOf, at, at, at);
    const source = row && (JSON.parse(row.body) as Page);
    return source?.type === type ? fields.of(source.values ?? {}) : undefined;
  }

  /** The shared values of a page of the draft after these writes. A source among them counts as it is written. */
  after(site: string, page: Page, writes: readonly Pick<Write, "kind" | "id" | "body">[]): Shared | undefined {
    const { type, translationOf } = page;
    if (type === undefined || translationOf === undefined) return undefined;
    const source = writes.find(({ kind, id }) => kind === "page" && id === translationOf);
    if (!source) return this.of(site, page);
    const body = source.body as Page | null;
    if (body?.type !== type) return undefined;
    return this.#entries.sharedFields(site, type, LATEST_CHANGE)?.of(body.values ?? {});
  }

  /**
   * The values that the present version of a translation has shown: those of its source since then. A caller may have
   * read any of them.
   */
  seenAt(site: string, id: string): Readonly<Record<string, unknown>>[] {
    const current = this.#current(site, id);
    const { type, translationOf } = current?.page ?? {};
    const fields = type === undefined ? undefined : this.#entries.sharedFields(site, type, LATEST_CHANGE);
    if (!current || !fields || translationOf === undefined) return [];
    const rows = this.#sql.all<{ body: string }>(SEEN, site, translationOf, current.change);
    const sources = rows.map(({ body }) => JSON.parse(body) as Page).filter((page) => page.type === type);
    return [current.page, ...sources].map(({ values = {} }) => fields.of(values).values);
  }

  /** The values that a page of the draft itself was last written with. A translation shows others where it shares some. */
  own(site: string, id: string): Page["values"] {
    return this.#current(site, id)?.page.values;
  }

  /** True if a type of the draft has a shared field. */
  isUsed(site: string): boolean {
    return this.#entries.hasShared(site);
  }

  /** The names of the shared fields of each type of the draft that has some. */
  names(site: string): ReadonlyMap<string, readonly string[]> {
    return this.#entries.sharedNames(site);
  }

  /** A page of the draft without the values that all languages share, which nobody translates. */
  unshared(site: string, page: Page): Page {
    const names = page.type === undefined ? [] : this.#entries.sharedFields(site, page.type, LATEST_CHANGE)?.names;
    return withoutValues(names ?? [], page);
  }

  /** A page as it is at a moment. */
  shown(site: string, page: Page, at: number): Page {
    return pageWith(this.of(site, page, at), page);
  }

  /** The write of a translation, with the values of its source after all `writes` of the change as the copy. */
  written<W extends Write>(site: string, write: W, writes: readonly Write[]): W {
    if (write.kind !== "page" || write.body === null) return write;
    const page = write.body as Page;
    return { ...write, body: pageWith(this.after(site, page, writes), page) };
  }

  /** The languages whose pages show another shared value after a write of their source. Null stands for no language. */
  languagesReached(site: string, { id, body }: Pick<Write, "id" | "body">): (string | null)[] {
    const page = body as Page | null;
    const fields = page?.type === undefined ? undefined : this.#entries.sharedFields(site, page.type, LATEST_CHANGE);
    if (!page || !fields || page.translationOf !== undefined) return [];
    const before = this.#current(site, id)?.page;
    const [was, is] = [before, page].map((one) => one && fields.of(one.values ?? {}).values);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return this.#translations.draftGroup(site, id).flatMap((one) => (one.id === id ? [] : [one.language]));
  }

  /** Writes of the translations whose source goes, or gets another type: each keeps what it shared. */
  left(site: string, writes: readonly Write[]): Write[] {
    if (!writes.some(({ kind }) => kind === "page") || !this.isUsed(site)) return [];
    const written = new Set(writes.map(({ id }) => id));
    return writes
      .filter((write) => this.#isLeaving(site, write))
      .flatMap(({ id }) =>
        this.#translations
          .draftGroup(site, id)
          .flatMap((one) => (one.translationOf === id && !written.has(one.id) ? this.#whole(site, one.id) : [])),
      );
  }

  #isLeaving(site: string, { kind, id, expected, body }: Write): boolean {
    if (kind !== "page" || expected === 0) return false;
    const page = body as Page | null;
    const type = this.#current(site, id)?.page.type;
    return type !== undefined && (page?.type !== type || page.translationOf !== undefined);
  }

  #whole(site: string, id: string): Write[] {
    const current = this.#current(site, id);
    const shared = current && this.of(site, current.page);
    if (!shared) return [];
    return [{ kind: "page", id, expected: current.version, body: pageWith(shared, current.page) }];
  }

  #current(site: string, id: string): CurrentPage | undefined {
    const row = first<{ version: number; change: number; body: string }>(this.#sql, CURRENT, site, id);
    return row && { version: row.version, change: row.change, page: JSON.parse(row.body) as Page };
  }
}

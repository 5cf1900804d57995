import { utf8Length } from "../../../manifests/json/utf8.ts";
import { type Sql, first } from "../../powers/powers.ts";
import { commonText, cutPage, joinPage, readCuts, writtenCuts, type CutPage } from "./sharedText.ts";

/** Columns of a blob's text, for queries that join `blobs`. `TEXT_JOINS` brings their tables. */
export const TEXT_COLUMNS = "blobs.body, common.body AS common, own.body AS own";
export const TEXT_JOINS =
  "LEFT JOIN page_parts AS common ON common.number = blobs.common LEFT JOIN page_parts AS own ON own.number = blobs.own";

/** The stored text of a blob: whole, or as positions in two parts. */
export interface StoredText {
  readonly body: string | null;
  readonly common: string | null;
  readonly own: string | null;
}

/** The text of a stored blob. Null without one. */
export const blobText = ({ body, common, own }: StoredText): string | null =>
  body === null || common === null ? body : joinPage(common, own ?? "", readCuts(body));

/** A page to store. */
export interface PutPage {
  readonly digest: string;
  readonly html: string;
  /** The blob that the page's path had before. */
  readonly before: string | undefined;
  /** The HTML of another page of the same publication. */
  readonly neighbour: string | undefined;
}

/** A row of `page_parts`. */
interface PagePart {
  readonly number: number;
  readonly text: string;
}

/** A page beside one common text, which has no number before it is stored. */
interface Fit extends CutPage {
  readonly number: number | null;
  readonly text: string;
}

/** Tells whether a page takes every character of a common text. */
const isWhole = (fit: Fit | undefined): boolean => fit !== undefined && fit.shared === fit.text.length;

/** The fewest characters that a common text must save to be worth its row. */
const WORTH_CHARS = 512;

/** Bytes of a page's rows besides its text: entry, blob, and their indexes. */
const ROW_BYTES = 320;

/** Common texts that a batch tries for a page, the last used first. */
const TRIED = 4;

/**
 * Every fourth page that takes a common text whole looks for a longer one, which must save WORTH_MORE_CHARS. The first
 * pages may share little, as where a menu marks the present page.
 */
const LOOK_EVERY = 4;
const WORTH_MORE_CHARS = 64;

/**
 * Stores pages by the digest of their HTML. What pages share is stored once: a new menu changes every page, and costs
 * one common text. One object serves one transaction, because it remembers numbers of rows.
 */
export class PageBlobs {
  readonly #sql: Sql;
  /** The last used first. */
  #known: PagePart[] = [];
  /** Pages in a row that took a common text whole. */
  #content = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Continues with the common text that a release used last. */
  continueWith(site: string, release: number): void {
    const found = first<PagePart>(
      this.#sql,
      `SELECT number, page_parts.body AS text FROM entries INDEXED BY entries_release
       JOIN blobs ON digest = blob JOIN page_parts ON number = common WHERE site = ? AND release = ? LIMIT 1`,
      site,
      release,
    );
    if (found) this.#known = [found];
  }

  /** Stores a page. Returns the bytes that it takes in the database. */
  put({ digest, html, before, neighbour }: PutPage): number {
    if (first(this.#sql, "SELECT 1 AS found FROM blobs WHERE digest = ?", digest)) return ROW_BYTES;
    const earlier = before === undefined ? undefined : this.#earlier(before);
    const fit = this.#fit(html, neighbour, earlier?.text);
    if (!fit) {
      putText(this.#sql, digest, html);
      return ROW_BYTES + utf8Length(html);
    }
    const isKept = earlier?.text === fit.own;
    const ownPart = isKept ? earlier.number : this.#putPart(fit.own);
    const commonPart = fit.number ?? this.#putPart(fit.text);
    this.#remember({ number: commonPart, text: fit.text });
    const query = "INSERT INTO blobs (digest, body, common, own) VALUES (?, ?, ?, ?)";
    this.#sql.all(query, digest, writtenCuts(fit.cuts), commonPart, ownPart);
    return ROW_BYTES + (isKept ? 0 : utf8Length(fit.own)) + (fit.number === null ? utf8Length(fit.text) : 0);
  }

  /** The best known common text for a page, or a new one if it saves more. Undefined if the page is stored whole. */
  #fit(html: string, neighbour: string | undefined, earlier: string | undefined): Fit | undefined {
    const best = this.#best(html);
    const isContent = isWhole(best);
    if (isContent && this.#content++ % LOOK_EVERY > 0) return best;
    if (neighbour === undefined) return best;
    const text = commonText(html, neighbour);
    const made = { number: null, text, ...cutPage(html, text) };
    const gain = made.shared - (best?.shared ?? 0);
    const isBetter = gain >= (isContent ? WORTH_MORE_CHARS : WORTH_CHARS) || (gain > 0 && made.own === earlier);
    if (isBetter) this.#content = 0;
    return isBetter ? made : best;
  }

  #best(html: string): Fit | undefined {
    let best: Fit | undefined;
    for (const known of this.#known) {
      const fitted = { ...known, ...cutPage(html, known.text) };
      if (fitted.shared >= WORTH_CHARS && fitted.shared > (best?.shared ?? 0)) best = fitted;
      if (isWhole(best)) break;
    }
    return best;
  }

  #remember({ number, text }: PagePart): void {
    this.#known = [{ number, text }, ...this.#known.filter((one) => one.number !== number)].slice(0, TRIED);
  }

  /** The parts of a page's former blob. Its common text is tried last. */
  #earlier(digest: string): PagePart | undefined {
    const query =
      "SELECT common, number, page_parts.body AS text FROM blobs JOIN page_parts ON number = own WHERE digest = ?";
    const row = first<PagePart & { common: number }>(this.#sql, query, digest);
    if (!row || this.#known.some(({ number }) => number === row.common)) return row;
    const common = first<{ text: string }>(
      this.#sql,
      "SELECT body AS text FROM page_parts WHERE number = ?",
      row.common,
    );
    if (common) this.#known = [...this.#known.slice(0, TRIED - 1), { number: row.common, text: common.text }];
    return row;
  }

  #putPart(text: string): number {
    return (
      first<{ number: number }>(this.#sql, "INSERT INTO page_parts (body) VALUES (?) RETURNING number", text)?.number ??
      0
    );
  }
}

/** Stores a text whole. */
export function putText(sql: Sql, digest: string, text: string): void {
  sql.all("INSERT OR IGNORE INTO blobs (digest, body) VALUES (?, ?)", digest, text);
}

/** Deletes blobs that no entry, style sheet or asset names, and parts that no blob names. */
export function sweepBlobs(sql: Sql): void {
  sql.all(
    `DELETE FROM blobs WHERE digest NOT IN (SELECT blob FROM entries WHERE blob IS NOT NULL)
       AND digest NOT IN (SELECT digest FROM stylesheets) AND digest NOT IN (SELECT blob FROM assets)`,
  );
  sql.all(
    `DELETE FROM page_parts WHERE number NOT IN (
       SELECT common FROM blobs WHERE common IS NOT NULL UNION ALL SELECT own FROM blobs WHERE own IS NOT NULL)`,
  );
}

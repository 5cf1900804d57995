/**
 * Long documents. A site's redirects may have several megabytes, more than a row of the database holds. So a long body
 * is in parts, each a row, and the document's row lists their names. A part ends where its content says so. A change of
 * one rule therefore writes one part anew, and every other version shares the rest.
 */
import {
  LONG_BODY_MIN_CHARS,
  LONG_BODY_PART_LEAST_RULES,
  LONG_BODY_PART_MAX_CHARS,
  LONG_BODY_PART_RULES,
  REDIRECTS_MAX_BYTES,
} from "../../manifests/bounds/documents.ts";
import type { DocumentBody, DocumentKind, Redirect, Redirects } from "./content/content.ts";
import { type Sql, first } from "../powers/powers.ts";

/** The beginning of a row that lists parts. No body begins so. */
const PARTED = '{"parts":';

const LISTS_PARTS = `documents.kind = 'redirects' AND substr(documents.body, 1, ${PARTED.length}) = '${PARTED}'`;

const BODY = "SELECT body FROM document_parts WHERE site = ? AND name = ?";

/** The text of redirects has a comma for the two brackets of each part, and so many bytes more. */
const BYTES_AROUND = '{"entries":[]}'.length - 1;

/** A version that names a part that is not there, or parts that are too long together, such as one part many times. */
const BROKEN_LIST = `
  SELECT 1 FROM documents WHERE ${LISTS_PARTS} AND (
    SELECT count(part.name) < count(*)
      OR ${BYTES_AROUND} + sum(octet_length(part.body) - 1) > ${REDIRECTS_MAX_BYTES}
    FROM json_each(documents.body, '$.parts') AS named
      LEFT JOIN document_parts AS part ON part.site = documents.site AND part.name = named.value) LIMIT 1`;

/** A part that is no list of redirects. */
const BROKEN_PART = `
  SELECT 1 FROM document_parts WHERE CASE
    WHEN json_valid(body) AND substr(body, 1, 1) = '[' AND substr(body, -1) = ']' THEN
      json_array_length(body) = 0 OR EXISTS (
        SELECT 1 FROM json_each(document_parts.body) AS rule
        WHERE rule.type <> 'object' OR json_type(rule.value, '$.from') IS NOT 'text'
          OR json_type(rule.value, '$.status') IS NOT 'integer' OR json_type(rule.value, '$.to') <> 'text')
    ELSE 1 END LIMIT 1`;

export class LongBodies {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Stores the parts of a long body. Returns the text of the document's row. `text` is the body as JSON. */
  rowOf(site: string, kind: DocumentKind, text: string): string {
    if (kind !== "redirects" || text.length < LONG_BODY_MIN_CHARS) return text;
    const { entries } = JSON.parse(text) as Redirects;
    return JSON.stringify({ parts: partsOf(entries).map((part) => this.#keep(site, part)) });
  }

  /** The body of a document's row. */
  read<K extends DocumentKind>(site: string, kind: K, row: string): DocumentBody<K> {
    const isParted = kind === "redirects" && row.startsWith(PARTED);
    return JSON.parse(isParted ? this.#joined(site, row) : row) as DocumentBody<K>;
  }

  /** Tells whether any stored version, as an archive brought it, could not be read from its parts. */
  areBroken(): boolean {
    return [BROKEN_LIST, BROKEN_PART].some((query) => first(this.#sql, query) !== undefined);
  }

  /** Deletes the parts of which no stored version has any. */
  prune(site: string): void {
    this.#sql.all(
      `DELETE FROM document_parts WHERE site = ?1 AND name NOT IN (
         SELECT part.value FROM documents, json_each(documents.body, '$.parts') AS part
         WHERE documents.site = ?1 AND ${LISTS_PARTS})`,
      site,
    );
  }

  #joined(site: string, row: string): string {
    const bodies = this.#sql.all<{ body: string | null }>(
      `SELECT part.body FROM json_each(?, '$.parts') AS named
         LEFT JOIN document_parts AS part ON part.site = ? AND part.name = named.value ORDER BY named.key`,
      row,
      site,
    );
    const rules = bodies.map(({ body }) => {
      if (body === null) throw new Error("a part of the redirects is gone");
      return body.slice(1, -1);
    });
    return `{"entries":[${rules.join(",")}]}`;
  }

  /** Stores a part unless it is there. Returns its name. Another part may have the same mark, and then gets another name. */
  #keep(site: string, body: string): string {
    for (let turn = 0; ; turn++) {
      const name = `${markOf(body, turn)}${markOf(body, ~turn)}`;
      const known = first<{ body: string }>(this.#sql, BODY, site, name)?.body;
      if (known === undefined)
        this.#sql.all("INSERT INTO document_parts (site, name, body) VALUES (?, ?, ?)", site, name, body);
      if (known === undefined || known === body) return name;
    }
  }
}

/**
 * The rules in parts, as JSON. A part ends behind a rule whose mark says so, and before it would become too long.
 * Authors may choose addresses with such marks, so a part has some rules at least.
 */
function partsOf(entries: readonly Redirect[]): string[] {
  const parts: string[] = [];
  let rules: string[] = [];
  let chars = 0;
  const end = (): void => {
    if (rules.length > 0) parts.push(`[${rules.join(",")}]`);
    [rules, chars] = [[], 0];
  };
  for (const entry of entries) {
    const rule = JSON.stringify(entry);
    if (chars + rule.length > LONG_BODY_PART_MAX_CHARS) end();
    rules.push(rule);
    chars += rule.length + 1;
    if (rules.length >= LONG_BODY_PART_LEAST_RULES && endsPart(entry)) end();
  }
  end();
  return parts;
}

const endsPart = ({ from }: Redirect): boolean => Number.parseInt(markOf(from, 0), 16) % LONG_BODY_PART_RULES === 0;

/** Thirty-two bits of a text in hexadecimal digits, by FNV-1a. */
function markOf(text: string, seed: number): string {
  let mark = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193);
  return (mark >>> 0).toString(16).padStart(8, "0");
}

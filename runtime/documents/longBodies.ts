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
  LONG_PARTS_KEPT_RULES,
  REDIRECTS_MAX_BYTES,
} from "../../manifests/bounds/documents.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { WeighedMap } from "../../manifests/memory/weighedMap.ts";
import type { DocumentBody, DocumentKind, Redirect, Redirects } from "./content/content.ts";
import { markOf } from "./content/mark.ts";
import { ruleFacts } from "./content/ruleFacts.ts";
import { requireRoom, type WrittenTexts } from "./writeChecks.ts";
import { type Sql, first } from "../powers/powers.ts";

/** The beginning of a row that lists parts. No body begins so. */
const PARTED = '{"parts":';

const LISTS_PARTS = `documents.kind = 'redirects' AND substr(documents.body, 1, ${PARTED.length}) = '${PARTED}'`;

const BODY = "SELECT body FROM document_parts WHERE site = ? AND name = ?";
const NAMED = `
  SELECT part.body FROM json_each(?, '$.parts') AS named
    LEFT JOIN document_parts AS part ON part.site = ? AND part.name = named.value ORDER BY named.key`;

/** Some rules of a long body, with their text. The same text is the same part, and the same rules are the same objects. */
export interface LongPart {
  readonly body: string;
  readonly entries: readonly Redirect[];
  readonly chars: number;
  readonly bytes: number;
  /** True if the part ends behind its last rule, whatever comes there. */
  readonly hasEnd: boolean;
}

const EMPTY = '{"entries":[]}';
/** The text of redirects has a comma for the two brackets of each part, and so many bytes more. */
const BYTES_AROUND = EMPTY.length - 1;

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

interface Replacing {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly expected: number;
  readonly body: DocumentBody<DocumentKind> | null;
}

export class LongBodies {
  readonly #sql: Sql;
  /** Parts by their text. So a part that a transaction took back does no harm. */
  readonly #parts = new WeighedMap<string, LongPart>(LONG_PARTS_KEPT_RULES, ({ entries }) => entries.length);
  /** Parts by their first rule. */
  readonly #byFirst = new WeakMap<Redirect, LongPart>();
  /** The row that was read last, and its parts. */
  #read: { readonly site: string; readonly row: string; readonly parts: readonly LongPart[] } | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The texts of a write of redirects, whose parts are then stored. */
  writtenTexts(site: string, { kind, id, expected, body }: Replacing): WrittenTexts {
    const query = "SELECT body FROM documents WHERE site = ? AND kind = ? AND id = ? AND version = ?";
    const before = first<{ body: string }>(this.#sql, query, site, kind, id, expected)?.body;
    const redirects = body as Redirects;
    return { row: this.rowOf(site, redirects, before), naming: targetsOf(redirects) };
  }

  /**
   * Stores the parts of a long body of redirects. Returns the text of the document's row. `replaces` is the row of the
   * version before, whose parts are there. Throws TOO_LARGE.
   */
  rowOf(site: string, body: Redirects, replaces = ""): string {
    const parts = this.#divided(body.entries);
    const sum = (of: "chars" | "bytes"): number =>
      EMPTY.length + parts.reduce((all, part) => all + part[of] - 1, 0) - Math.min(1, parts.length);
    requireRoom({ kind: "redirects", id: "site" }, sum("bytes"));
    if (sum("chars") < LONG_BODY_MIN_CHARS) return JSON.stringify(body);
    return JSON.stringify({ parts: this.#keptNames(site, parts, replaces) });
  }

  /** The body of a document's row. */
  read<K extends DocumentKind>(site: string, kind: K, row: string): DocumentBody<K> {
    if (kind !== "redirects" || !row.startsWith(PARTED)) return JSON.parse(row) as DocumentBody<K>;
    const parts = this.#partsIn(site, row).map(({ entries }) => entries);
    return { entries: ([] as Redirect[]).concat(...parts) } as unknown as DocumentBody<K>;
  }

  /** Redirects in parts, as their row lists them. Short ones are one part. */
  partsOf(site: string, row: string): readonly LongPart[] {
    if (row.startsWith(PARTED)) return this.#partsIn(site, row);
    const { entries } = JSON.parse(row) as Redirects;
    return entries.length === 0 ? [] : [madePart(entries)];
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

  #partsIn(site: string, row: string): LongPart[] {
    const parts = this.#sql.all<{ body: string | null }>(NAMED, row, site).map(({ body }) => {
      if (body === null) throw new Error("a part of the redirects is gone");
      return this.#parts.get(body) ?? this.#know(partOf(body, JSON.parse(body) as Redirect[]));
    });
    this.#read = { site, row, parts };
    return parts;
  }

  #know(part: LongPart): LongPart {
    const [first] = part.entries;
    if (first) this.#byFirst.set(first, part);
    this.#parts.set(part.body, part);
    return part;
  }

  /**
   * The rules in parts. A part ends behind a rule whose mark says so, and before it would become too long. Authors may
   * choose addresses with such marks, so a part has some rules at least.
   */
  #divided(entries: readonly Redirect[]): LongPart[] {
    const parts: LongPart[] = [];
    for (let at = 0; at < entries.length; at += parts.at(-1)?.entries.length ?? 0)
      parts.push(this.#knownAt(entries, at) ?? this.#know(madePart(entries.slice(at, partEnd(entries, at)))));
    return parts;
  }

  /** The known part that begins here, unless rules behind it may belong to it. */
  #knownAt(entries: readonly Redirect[], at: number): LongPart | undefined {
    const first = entries[at];
    const known = first && this.#byFirst.get(first);
    if (!known || known.entries.some((rule, index) => rule !== entries[at + index])) return undefined;
    const isWhole = known.hasEnd || at + known.entries.length === entries.length;
    return isWhole ? known : undefined;
  }

  /** Stores the parts that are not there. Returns the names of all. */
  #keptNames(site: string, parts: readonly LongPart[], replaces: string): string[] {
    const before = this.#read?.site === site && this.#read.row === replaces ? this.#read.parts : [];
    const names = before.length === 0 ? [] : (JSON.parse(replaces) as { parts: string[] }).parts;
    const stored = new Map(before.map((part, at) => [part, names[at]]));
    return parts.map((part) => stored.get(part) ?? this.#keep(site, part.body));
  }

  /** Stores a part unless it is there. Returns its name. Another part may have the same mark, and then gets another name. */
  #keep(site: string, body: string): string {
    for (let turn = 0; ; turn++) {
      const name = nameOf(body, turn);
      const known = first<{ body: string }>(this.#sql, BODY, site, name)?.body;
      if (known === undefined)
        this.#sql.all("INSERT INTO document_parts (site, name, body) VALUES (?, ?, ?)", site, name, body);
      if (known === undefined || known === body) return name;
    }
  }
}

/** The addresses to which redirects lead, as one text. Those may be files. */
const targetsOf = ({ entries }: Redirects): string =>
  entries.flatMap((rule) => ("to" in rule && rule.to.includes("/media/") ? rule.to : NOTHING)).join("\n");

const NOTHING: string[] = [];

/** The index behind the part that begins at `from`. */
function partEnd(entries: readonly Redirect[], from: number): number {
  let chars = 0;
  for (let at = from; at < entries.length; at += 1) {
    const { chars: length, mark } = ruleFacts(entries[at] as Redirect);
    if (at > from && chars + length > LONG_BODY_PART_MAX_CHARS) return at;
    chars += length + 1;
    if (at + 1 - from >= LONG_BODY_PART_LEAST_RULES && isEnd(mark)) return at + 1;
  }
  return entries.length;
}

const isEnd = (mark: number): boolean => mark % LONG_BODY_PART_RULES === 0;

const madePart = (entries: readonly Redirect[]): LongPart => partOf(JSON.stringify(entries), entries);

function partOf(body: string, entries: readonly Redirect[]): LongPart {
  const last = entries.at(-1);
  const hasEnd = entries.length >= LONG_BODY_PART_LEAST_RULES && last !== undefined && isEnd(ruleFacts(last).mark);
  return { body, entries, chars: body.length, bytes: utf8Length(body), hasEnd };
}

const nameOf = (body: string, turn: number): string =>
  [turn, ~turn].map((seed) => markOf(body, seed).toString(16).padStart(8, "0")).join("");

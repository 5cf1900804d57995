import { MEDIA_LABELS_LISTED } from "../../manifests/bounds/media.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type MediaRole, type MediaTypeName, mediaTypesOf } from "../../manifests/shapes/mediaTypes.ts";
import { type PictureSize, UPLOADED } from "../templates/image.ts";
import { type Sql, type SqlValue, first } from "../powers/powers.ts";
import { nameInAddress } from "./keys.ts";
import type { MediaView } from "./views.ts";

interface Row {
  digest: string;
  number: number;
  kind: string;
  version: number;
  name: string;
  alt: string;
  caption: string;
  credit: string;
  /** A JSON array. */
  labels: string;
  source: string | null;
  focal_x: number | null;
  focal_y: number | null;
  created_by: string;
  created_at: number;
  changed_by: string;
  changed_at: number;
  object: string;
  type: MediaTypeName;
  bytes: number;
  width: number | null;
  height: number | null;
  preview: string | null;
  replaced_by: string | null;
  /** A JSON array. */
  audience: string | null;
}

export interface MediaFilter {
  readonly kind?: string | undefined;
  readonly type?: MediaTypeName | undefined;
  readonly role?: MediaRole | undefined;
  /** Text in the name, the alternative text, the caption, the credit or a label. */
  readonly text?: string | undefined;
  readonly label?: string | undefined;
  /** True for pictures without alternative text only. */
  readonly undescribed?: boolean | undefined;
  /** True for files that everybody gets. */
  readonly isOpen?: boolean | undefined;
}

export interface NewMedia {
  readonly digest: string;
  readonly kind: string;
  readonly name: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly source?: string | undefined;
}

/** A label, and how many files have it. */
export interface MediaLabel {
  readonly label: string;
  readonly files: number;
}

export interface By {
  readonly actor: string;
  readonly at: number;
}

type Changing = Pick<MediaView, "name" | "alt" | "caption" | "credit" | "labels" | "focal" | "audience">;
/** New values of a file. Members that are left out stay. */
export type MediaChanges = { readonly [K in keyof Changing]?: Changing[K] | undefined };

const JOINED = "FROM media_files JOIN media_objects USING (digest) WHERE site = ?";

/** Most earlier files that a file names. */
const EARLIER_LISTED = 20;

/** The media files of a workspace's sites. */
export class MediaFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, id: string): MediaView | undefined {
    const row = first<Row>(this.#sql, `SELECT * ${JOINED} AND digest = ?`, site, id);
    return row && viewOf(row);
  }

  get(site: string, id: string): MediaView {
    const found = this.find(site, id);
    if (!found) throw new Refusal("NOT_FOUND", { media: id });
    return found;
  }

  /** A file, if it is at the version `expected`. Throws otherwise. */
  require(site: string, id: string, expected: number): MediaView {
    const found = this.get(site, id);
    const { version: current, changedBy, changedAt } = found;
    if (current !== expected) throw new Refusal("STALE_VERSION", { kind: "media", id, current, changedBy, changedAt });
    return found;
  }

  /** The size of a picture at a path. Undefined if the site has no such file, or its size is not known. */
  pictureSize(site: string, path: string): PictureSize | undefined {
    const [, , digest = ""] = UPLOADED.test(path) ? path.split("/") : [];
    if (digest === "") return undefined;
    const found = first<Pick<Row, "width" | "height">>(
      this.#sql,
      `SELECT width, height ${JOINED} AND digest = ?`,
      site,
      digest,
    );
    const { width = null, height = null } = found ?? {};
    return width === null || height === null ? undefined : { width, height };
  }

  /** Lists files, newest first, each with its number in the order of upload. */
  list(
    site: string,
    filter: MediaFilter,
    before: number,
    limit: number,
    without: readonly string[] = [],
  ): { number: number; file: MediaView }[] {
    const others = { sql: "digest NOT IN (SELECT value FROM json_each(?))", values: [JSON.stringify(without)] };
    const parts = [...conditions(filter), ...(without.length === 0 ? [] : [others])];
    const rows = this.#sql.all<Row>(
      `SELECT * ${JOINED} AND replaced_by IS NULL AND number < ? ${parts.map(({ sql }) => `AND ${sql}`).join(" ")} ORDER BY number DESC LIMIT ?`,
      site,
      before,
      ...parts.flatMap(({ values }) => values),
      limit,
    );
    return rows.map((row) => ({ number: row.number, file: viewOf(row) }));
  }

  /** The number of a file in the order of upload. Undefined if the site does not list it. */
  numberOf(site: string, id: string): number | undefined {
    return first<{ number: number }>(
      this.#sql,
      "SELECT number FROM media_files WHERE site = ? AND digest = ?",
      site,
      id,
    )?.number;
  }

  count(site: string): number {
    return first<{ n: number }>(this.#sql, "SELECT count(*) AS n FROM media_files WHERE site = ?", site)?.n ?? 0;
  }

  /** The digests of all files that a site lists. */
  digestsOf(site: string): string[] {
    const query = "SELECT digest FROM media_files WHERE site = ? ORDER BY digest";
    return this.#sql.all<{ digest: string }>(query, site).map(({ digest }) => digest);
  }

  /** The labels of a site's files, sorted. */
  labels(site: string): MediaLabel[] {
    return this.#sql.all<{ label: string; files: number }>(
      `SELECT value AS label, count(*) AS files FROM media_files, json_each(labels) WHERE site = ? AND labels <> '[]' AND replaced_by IS NULL
       GROUP BY value ORDER BY lower(value), value LIMIT ?`,
      site,
      MEDIA_LABELS_LISTED,
    );
  }

  add(site: string, { digest, kind, name, alt = "", caption = "", source }: NewMedia, { actor, at }: By): MediaView {
    this.#sql.all(
      `INSERT INTO media_files (site, digest, number, kind, version, name, alt, caption, source, focal_x, focal_y, created_by, created_at, changed_by, changed_at)
       SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, 1, ?4, ?7, ?8, ?9, NULL, NULL, ?5, ?6, ?5, ?6 FROM media_files WHERE site = ?1`,
      site,
      digest,
      kind,
      name,
      actor,
      at,
      alt,
      caption,
      source ?? null,
    );
    return this.get(site, digest);
  }

  change(site: string, id: string, changes: MediaChanges, { actor, at }: By): MediaView {
    const known = this.get(site, id);
    const { name = known.name, alt = known.alt, caption = known.caption } = changes;
    const { credit = known.credit, labels = known.labels, focal = known.focal, audience = known.audience } = changes;
    this.#sql.all(
      `UPDATE media_files SET name = ?, alt = ?, caption = ?, credit = ?, labels = ?, focal_x = ?, focal_y = ?, audience = ?, version = version + 1, changed_by = ?, changed_at = ?
       WHERE site = ? AND digest = ?`,
      name,
      alt,
      caption,
      credit,
      JSON.stringify(labels),
      ...pointOf(focal),
      audience && JSON.stringify(audience),
      actor,
      at,
      site,
      id,
    );
    return this.get(site, id);
  }

  /** Removes a file. Those whose place it had taken are listed again. */
  remove(site: string, id: string): void {
    this.#sql.all("DELETE FROM media_files WHERE site = ? AND digest = ?", site, id);
    this.#sql.all("UPDATE media_files SET replaced_by = NULL WHERE site = ? AND replaced_by = ?", site, id);
  }

  /** Lists a file again whose place another one had taken. */
  bringBack(site: string, id: string): void {
    this.#sql.all("UPDATE media_files SET replaced_by = NULL WHERE site = ? AND digest = ?", site, id);
  }

  /** The files whose place a file has taken, as many as there are. */
  allEarlier(site: string, id: string): MediaView[] {
    return this.#sql.all<Row>(`SELECT * ${JOINED} AND replaced_by = ?`, site, id).map(viewOf);
  }

  /** The latest of the files whose place a file has taken. */
  earlier(site: string, id: string): MediaView[] {
    return this.#sql
      .all<Row>(
        `SELECT * ${JOINED} AND replaced_by = ? ORDER BY changed_at DESC, number DESC LIMIT ?`,
        site,
        id,
        EARLIER_LISTED,
      )
      .map(viewOf);
  }

  /** Puts a file in the place of another, and of those before it. */
  takePlace(site: string, old: MediaView, next: string): void {
    this.#sql.all(
      "UPDATE media_files SET replaced_by = ?1 WHERE site = ?2 AND (digest = ?3 OR replaced_by = ?3)",
      next,
      site,
      old.id,
    );
    this.#sql.all(
      "UPDATE media_files SET replaced_by = NULL, source = coalesce(?, source) WHERE site = ? AND digest = ?",
      old.source,
      site,
      next,
    );
  }
}

const pointOf = (focal: MediaView["focal"]): [number | null, number | null] =>
  focal ? [focal.x, focal.y] : [null, null];

/** The columns in which a search looks. */
const SEARCHED = ["name", "alt", "caption", "credit", "labels"];

function conditions({
  kind,
  type,
  role,
  text,
  label,
  undescribed = false,
  isOpen = false,
}: MediaFilter): { sql: string; values: SqlValue[] }[] {
  return [
    ...(kind === undefined ? [] : [{ sql: "kind = ?", values: [kind] }]),
    ...(type === undefined ? [] : [{ sql: "type = ?", values: [type] }]),
    ...(role === undefined
      ? []
      : [{ sql: "type IN (SELECT value FROM json_each(?))", values: [JSON.stringify(mediaTypesOf(role))] }]),
    ...(undescribed ? [{ sql: "alt = '' AND type GLOB 'image/*'", values: [] }] : []),
    ...(isOpen ? [{ sql: "audience IS NULL", values: [] }] : []),
    // Does not use LIKE: the text may contain its wildcards, and the platform limits the length of LIKE patterns.
    ...(text === undefined
      ? []
      : [
          {
            sql: `(${SEARCHED.map((column) => `instr(lower(${column}), lower(?)) > 0`).join(" OR ")})`,
            values: SEARCHED.map(() => text),
          },
        ]),
    ...(label === undefined
      ? []
      : [
          {
            sql: "labels <> '[]' AND EXISTS (SELECT 1 FROM json_each(labels) WHERE value = ?)",
            values: [label],
          },
        ]),
  ];
}

function viewOf(row: Row): MediaView {
  const { digest, version, kind, type, bytes, width, height, name, alt, preview, focal_x: x, focal_y: y } = row;
  return {
    id: digest,
    version,
    path: `/media/${digest}/${nameInAddress(row.object)}`,
    kind,
    type,
    bytes,
    width,
    height,
    name,
    alt,
    caption: row.caption,
    credit: row.credit,
    labels: JSON.parse(row.labels) as string[],
    source: row.source,
    focal: x === null || y === null ? null : { x, y },
    preview,
    replacedBy: row.replaced_by,
    audience: row.audience === null ? null : (JSON.parse(row.audience) as string[]),
    createdBy: row.created_by,
    createdAt: row.created_at,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  };
}

import type { PublishNotice } from "../../plugins/calls/notices.ts";

/** The members of a release, in the form of `actorName`. */
export interface ReleaseActors {
  readonly actor: string;
  /** The others whose publications it carries, each once, in the order in which they asked. */
  readonly joined: readonly string[];
}

export interface ReleaseRow extends ReleaseActors {
  readonly site: string;
  readonly id: number;
  /**
   * Visitors never see a `building` release. A `ready` one can be published. Of a `failed` one only this row remains.
   */
  readonly state: "building" | "ready" | "failed";
  /** The moment of the draft that it shows. */
  readonly change: number;
  /** Digest of everything that all pages share: theme, navigation, settings, style sheet, and their plugins. */
  readonly chrome: string;
  /** Digests of the active plugins, by id. */
  readonly plugins: Readonly<Record<string, string>>;
  /** The site's origin in its pages. */
  readonly origin: string;
  readonly stylesheet: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Id of the last page that a publication in steps has rendered. */
  readonly cursor: string;
  readonly done: number;
  readonly total: number;
  /** Number of paths that look different from what visitors saw before. */
  readonly changed: number;
  /** The number of times that a publication in steps began again. */
  readonly restarts: number;
  /** Bytes that it added to the database. 0 if an earlier version of the schema made it. */
  readonly bytes: number;
  readonly problem: string | null;
  /** Problems that did not stop the publication. */
  readonly notices: readonly PublishNotice[];
}

/** The row as stored in the database. */
export interface StoredReleaseRow {
  site: string;
  id: number;
  state: ReleaseRow["state"];
  change: number;
  chrome: string;
  plugins: string;
  origin: string;
  stylesheet: string;
  actor: string;
  created_at: number;
  finished_at: number | null;
  cursor: string | null;
  done: number;
  total: number;
  changed: number;
  bytes: number;
  restarts: number;
  problem: string | null;
  notices: string;
  joined: string;
}

export function fromRow(row: StoredReleaseRow): ReleaseRow {
  return {
    site: row.site,
    id: row.id,
    state: row.state,
    change: row.change,
    chrome: row.chrome,
    plugins: JSON.parse(row.plugins) as Record<string, string>,
    origin: row.origin,
    stylesheet: row.stylesheet,
    actor: row.actor,
    joined: JSON.parse(row.joined) as string[],
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    cursor: row.cursor ?? "",
    done: row.done,
    total: row.total,
    changed: row.changed,
    bytes: row.bytes,
    restarts: row.restarts,
    problem: row.problem,
    notices: JSON.parse(row.notices) as PublishNotice[],
  };
}

import { REQUESTS_KEPT } from "../../manifests/bounds/publishing.ts";
import { type Sql, first } from "../powers/powers.ts";
import type { RequestView } from "./views.ts";

/** `planned` and `published` are what its last approval did. `replaced`: the same was asked for again. */
export type StoredState = "open" | "returned" | "withdrawn" | "replaced" | "planned" | "published";

export type RequestStep = RequestView["steps"][number];
export type AskedPeople = RequestView["asked"];

/** A request for publication. Times are in milliseconds since the epoch. */
export interface RequestRow {
  readonly site: string;
  readonly id: string;
  readonly number: number;
  readonly change: number;
  /** The choice, as a schedule stores it. */
  readonly chosen: string | null;
  readonly words: string;
  readonly asked: AskedPeople;
  readonly askedBy: string;
  /** The member who asked, and all who asked for the same in the requests before it. */
  readonly askers: readonly string[];
  readonly askedAt: number;
  readonly state: StoredState;
  readonly release: number | null;
  readonly schedule: string | null;
  readonly again: string | null;
}

/** The members that tell who may decide about a request. Its documents, which may be 20,000, are not read for it. */
export type RequestHead = Pick<RequestRow, "site" | "id" | "askedBy" | "askers">;

/** The open requests of a site, and a member's part of them. `chosen` is the length of the member's stored choices. */
export interface OpenRequests {
  readonly all: number;
  readonly byMember: number;
  readonly chosen: number;
}

type Stored<Row> = Omit<Row, "asked" | "askers"> & { readonly asked: string } & Record<string, string | number | null>;
type StoredAsked = AskedPeople & { readonly askers?: readonly string[] };

const COLUMNS =
  "site, id, number, change, chosen, words, asked, asked_by AS askedBy, asked_at AS askedAt, state, release, schedule, again";

function read<Row extends RequestHead>({ asked, ...row }: Stored<Row>): Row {
  const { askers = [row.askedBy as string], ...people } = JSON.parse(asked) as StoredAsked;
  return { ...row, asked: people, askers } as unknown as Row;
}

/** The requests for publication of all sites, with what members did with them. */
export class PublicationRequests {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, id: string): RequestRow | undefined {
    return this.#all("WHERE site = ? AND id = ?", site, id)[0];
  }

  open(site: string): RequestHead[] {
    return this.#heads("WHERE site = ? AND state = 'open' ORDER BY number DESC", site);
  }

  countOpen(site: string, askedBy: string): OpenRequests {
    const query = `SELECT count(*) AS "all", coalesce(sum(asked_by = ?), 0) AS byMember,
      coalesce(sum(CASE WHEN asked_by = ? THEN length(chosen) END), 0) AS chosen
      FROM publication_requests WHERE site = ? AND state = 'open'`;
    const found = first<OpenRequests & Record<string, number>>(this.#sql, query, askedBy, askedBy, site);
    return found ?? { all: 0, byMember: 0, chosen: 0 };
  }

  /** The requests that ended, the newest first. */
  ended(site: string): RequestHead[] {
    return this.#heads("WHERE site = ? AND state <> 'open' ORDER BY number DESC LIMIT ?", site, REQUESTS_KEPT);
  }

  add(request: Omit<RequestRow, "number" | "state" | "release" | "schedule">): void {
    const { site, id, change, chosen, words, asked, askers, askedBy, askedAt, again } = request;
    const latest = "SELECT coalesce(max(number), 0) AS number FROM publication_requests WHERE site = ?";
    this.#sql.all(
      `INSERT INTO publication_requests (site, id, number, change, chosen, words, asked, asked_by, asked_at, state, again)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
      site,
      id,
      (first<{ number: number }>(this.#sql, latest, site)?.number ?? 0) + 1,
      change,
      chosen,
      words,
      JSON.stringify({ ...asked, askers } satisfies StoredAsked),
      askedBy,
      askedAt,
      again,
    );
  }

  steps(site: string, request: string): RequestStep[] {
    const query =
      "SELECT did, actor AS by, at, words FROM request_steps WHERE site = ? AND request = ? ORDER BY number";
    return this.#sql.all<RequestStep & Record<string, string | number>>(query, site, request);
  }

  addStep({ site, id }: Pick<RequestRow, "site" | "id">, { did, by, at, words }: RequestStep): void {
    const number = this.steps(site, id).length + 1;
    const row = "INSERT INTO request_steps (site, request, number, did, actor, at, words) VALUES (?, ?, ?, ?, ?, ?, ?)";
    this.#sql.all(row, site, id, number, did, by, at, words);
  }

  /** Ends a request. */
  end(
    { site, id }: Pick<RequestRow, "site" | "id">,
    state: Exclude<StoredState, "open">,
    at: number,
    made: { readonly release?: number; readonly schedule?: string } = {},
  ): void {
    this.#sql.all(
      "UPDATE publication_requests SET state = ?, ended_at = ?, release = ?, schedule = ? WHERE site = ? AND id = ?",
      state,
      at,
      made.release ?? null,
      made.schedule ?? null,
      site,
      id,
    );
  }

  /** Removes ended requests beyond the newest REQUESTS_KEPT, unless a schedule waits for them. */
  prune(site: string, isWaiting: (schedule: string) => boolean): void {
    const query =
      "SELECT id, schedule FROM publication_requests WHERE site = ? AND state <> 'open' ORDER BY number DESC LIMIT -1 OFFSET ?";
    const beyond = this.#sql.all<{ id: string; schedule: string | null }>(query, site, REQUESTS_KEPT);
    for (const { id } of beyond.filter(({ schedule }) => schedule === null || !isWaiting(schedule))) {
      this.#sql.all("DELETE FROM request_steps WHERE site = ? AND request = ?", site, id);
      this.#sql.all("DELETE FROM publication_requests WHERE site = ? AND id = ?", site, id);
    }
  }

  #all(condition: string, ...values: readonly (string | number)[]): RequestRow[] {
    const query = `SELECT ${COLUMNS} FROM publication_requests ${condition}`;
    return this.#sql.all<Stored<RequestRow>>(query, ...values).map((row) => read<RequestRow>(row));
  }

  #heads(condition: string, ...values: readonly (string | number)[]): RequestHead[] {
    const query = `SELECT site, id, asked_by AS askedBy, asked FROM publication_requests ${condition}`;
    return this.#sql.all<Stored<RequestHead>>(query, ...values).map((row) => read<RequestHead>(row));
  }
}

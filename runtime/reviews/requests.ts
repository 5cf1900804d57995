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
  readonly askedAt: number;
  readonly state: StoredState;
  readonly release: number | null;
  readonly schedule: string | null;
  readonly again: string | null;
}

type Stored = Omit<RequestRow, "asked"> & { readonly asked: string } & Record<string, string | number | null>;

const COLUMNS =
  "site, id, number, change, chosen, words, asked, asked_by AS askedBy, asked_at AS askedAt, state, release, schedule, again";

const read = ({ asked, ...row }: Stored): RequestRow => ({ ...row, asked: JSON.parse(asked) as AskedPeople });

/** The requests for publication of all sites, with what members did with them. */
export class PublicationRequests {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, id: string): RequestRow | undefined {
    return this.#all("WHERE site = ? AND id = ?", site, id)[0];
  }

  open(site: string): RequestRow[] {
    return this.#all("WHERE site = ? AND state = 'open' ORDER BY number DESC", site);
  }

  /** The requests that ended, the newest first. */
  ended(site: string): RequestRow[] {
    return this.#all("WHERE site = ? AND state <> 'open' ORDER BY number DESC LIMIT ?", site, REQUESTS_KEPT);
  }

  add(request: Omit<RequestRow, "number" | "state" | "release" | "schedule">): void {
    const { site, id, change, chosen, words, asked, askedBy, askedAt, again } = request;
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
      JSON.stringify(asked),
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
  prune(site: string, isWaiting: (request: RequestRow) => boolean): void {
    const beyond = this.#all(
      "WHERE site = ? AND state <> 'open' ORDER BY number DESC LIMIT -1 OFFSET ?",
      site,
      REQUESTS_KEPT,
    );
    for (const request of beyond.filter((one) => !isWaiting(one))) {
      this.#sql.all("DELETE FROM request_steps WHERE site = ? AND request = ?", site, request.id);
      this.#sql.all("DELETE FROM publication_requests WHERE site = ? AND id = ?", site, request.id);
    }
  }

  #all(condition: string, ...values: readonly (string | number)[]): RequestRow[] {
    return this.#sql.all<Stored>(`SELECT ${COLUMNS} FROM publication_requests ${condition}`, ...values).map(read);
  }
}

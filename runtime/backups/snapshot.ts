import { ARCHIVE_MAX_BYTES, ARCHIVE_ROWS_READ } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { AuditPayload } from "../outbox.ts";
import type { Sql, SqlValue } from "../powers.ts";
import { schemaVersion } from "../schema.ts";
import type { Archive, ArchiveHead, ArchiveMember, Hash } from "./archive.ts";
import { AUDIT_COLUMNS, AUDIT_MEMBER, headLine, rowLine } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { ArchivedTable } from "./tables.ts";
import { TABLES, namesOf } from "./tables.ts";
import { GrowingText } from "./text.ts";

interface Part {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly from: number;
  readonly to: number;
}

export interface SnapshotOptions {
  readonly tenant: string;
  readonly sites: readonly string[];
  readonly submissions: boolean;
}

/** How rows name themselves to the next question. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The state of a workspace at one moment. It is read without ever letting go of the thread, so no writer comes in
 * between; what is then left to do, hashing and audit, changes nothing of it.
 */
export class Snapshot {
  readonly #text = new GrowingText();
  readonly #parts: Part[] = [];
  readonly #options: SnapshotOptions;
  readonly #schema: number;

  constructor(sql: Sql, options: SnapshotOptions) {
    this.#options = options;
    this.#schema = schemaVersion(sql);
    for (const name of options.submissions ? namesOf("archived", "submitted") : namesOf("archived")) this.#add(sql, name);
  }

  /** The rows of the audit, oldest first, come last: they are not of the database. */
  addAudit(rows: readonly AuditPayload[]): void {
    const sorted = rows.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    this.#part(AUDIT_MEMBER, AUDIT_COLUMNS, sorted.map((row) => AUDIT_COLUMNS.map((column) => row[column])));
  }

  async archive(hash: Hash): Promise<Uint8Array> {
    const { tenant, sites, submissions } = this.#options;
    const members: ArchiveMember[] = [];
    for (const part of this.#parts) members.push(await this.#member(part, hash));
    const head: Omit<ArchiveHead, "format" | "version"> = { schema: this.#schema, tenant, sites: [...sites], submissions, members };
    return joined(new TextEncoder().encode(headLine(head)), this.#text.part(0));
  }

  /** Whether an archive holds these rows to the byte, and no others. Audit is compared by nobody: it is not of the database. */
  isIn({ head, bodies }: Archive): boolean {
    const { sites } = this.#options;
    const members = head.members.filter(({ name }) => name !== AUDIT_MEMBER);
    if (head.schema !== this.#schema || head.sites.join() !== sites.join() || members.length !== this.#parts.length) return false;
    return this.#parts.every(({ name, from, to }, index) => members[index]?.name === name && areEqual(this.#text.part(from, to), bodies[index]));
  }

  async #member({ name, columns, rows, from, to }: Part, hash: Hash): Promise<ArchiveMember> {
    return { name, columns: [...columns], rows, bytes: to - from, sha256: await hash(this.#text.part(from, to)) };
  }

  #add(sql: Sql, name: string): void {
    const columns = columnsOf(sql, name);
    if (columns) this.#part(name, columns.all, rowsIn(sql, name, columns));
  }

  #part(name: string, columns: readonly string[], values: Iterable<readonly SqlValue[]>): void {
    const from = this.#text.length;
    let rows = 0;
    for (const row of values) {
      this.#text.push(rowLine(row));
      rows += 1;
    }
    this.#parts.push({ name, columns, rows, from, to: this.#text.length });
  }
}

/** In the order of the primary key, a few at a time: a row may hold 2 MB. */
function* rowsIn(sql: Sql, name: string, { all, key }: Columns): Generator<readonly SqlValue[]> {
  const table: ArchivedTable = TABLES[name] ?? { fate: "archived" };
  const order = key.map(quoted).join(", ");
  let last: readonly SqlValue[] = [];
  for (;;) {
    const after = last.length === 0 ? "" : `(${order}) > (${key.map(() => "?").join(", ")})`;
    const where = [table.where, after].filter(Boolean).join(" AND ");
    const query = `SELECT ${all.map(quoted).join(", ")} FROM ${quoted(name)} ${where && `WHERE ${where}`} ORDER BY ${order} LIMIT ?`;
    const rows = sql.all<Record<string, SqlValue>>(query, ...last, ARCHIVE_ROWS_READ);
    for (const row of rows) yield all.map((column) => table.reset?.[column] ?? row[column] ?? null);
    const end = rows.at(-1);
    if (!end || rows.length < ARCHIVE_ROWS_READ) return;
    last = key.map((column) => end[column] ?? null);
  }
}

function areEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return one.length === other?.length && one.every((byte, at) => byte === other[at]);
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array {
  const bytes = head.length + body.length;
  if (bytes > ARCHIVE_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, maxBytes: ARCHIVE_MAX_BYTES });
  const whole = new Uint8Array(bytes);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

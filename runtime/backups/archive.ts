import { type Result, accepted, refused } from "../../manifests/result.ts";
import type { Tables } from "../database/tables.ts";
import * as z from "zod/mini";
import { ARCHIVE_HEAD_MAX_BYTES, ARCHIVE_MAX_BYTES } from "../../manifests/bounds/backups.ts";
import type { SqlValue } from "../powers/powers.ts";

/**
 * An archive is lines of JSON in UTF-8. The first line is the head. Then follow the rows of each member in the head's
 * order, one array a line. Nothing is compressed, and `JSON.stringify` writes every text. So one state has exactly one
 * archive, and one archive has exactly one meaning. A state larger than ARCHIVE_MAX_BYTES becomes a split archive. Its
 * file is the head alone, whose digests name the members stored beside it; a large table has several members. The
 * receipt holds the head's digest.
 */
const FORMAT = "drawbridge.archive";
const WHOLE = 1;
const SPLIT = 2;

/** Audit rows are stored in the control plane and wait in the outbox, so they are not a table here. */
export const AUDIT_MEMBER = "audit";
export const AUDIT_COLUMNS = ["id", "site", "actor", "command", "inputDigest", "outcome", "requestId", "at"] as const;

const count = z.int().check(z.gte(0));
const sha256Shape = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const memberShape = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  bytes: count,
  sha256: sha256Shape,
});
const headShape = z.strictObject({
  format: z.literal(FORMAT),
  version: z.union([z.literal(WHOLE), z.literal(SPLIT)]),
  /** The schema version of the archived workspace. Later versions can read it. */
  schema: z.int().check(z.gte(1)),
  tenant: z.string(),
  sites: z.array(z.string()),
  submissions: z.boolean(),
  members: z.array(memberShape),
});

export type ArchiveHead = z.infer<typeof headShape>;
export type ArchiveMember = ArchiveHead["members"][number];
export type ArchiveRow = readonly SqlValue[];

export interface Archive {
  readonly head: ArchiveHead;
  /** The bytes of a member. Throws if they do not match the digest in the head. */
  body(index: number): Promise<Uint8Array>;
}

/** A fault of an archive and its position. Callers see it, so it contains no content. */
export interface ArchiveProblem {
  readonly reason: string;
  readonly at: string;
}

export type ReadArchive = Result<Archive, ArchiveProblem>;

export interface Expected {
  /** The digest on the receipt. */
  readonly sha256: string;
  readonly tenant: string;
  /** The schema version of this workspace. An archive of a later version cannot be read. */
  readonly schema: number;
  /** The tables of this workspace, and the order of those that an archive holds. */
  readonly tables: Tables;
}

/** SHA-256 as 64 lower-case hex characters. */
export type Hash = (bytes: Uint8Array) => Promise<string>;

export function headLine(head: Omit<ArchiveHead, "format" | "version">, isSplit = false): string {
  return `${JSON.stringify({ format: FORMAT, version: isSplit ? SPLIT : WHOLE, ...head })}\n`;
}

export const rowLine = (row: ArchiveRow): string => `${JSON.stringify(row)}\n`;

class Broken extends Error {
  readonly problem: ArchiveProblem;

  constructor(reason: string, at: string) {
    super(reason);
    this.problem = { reason, at };
  }
}

const broken = (reason: string, at: string): never => {
  throw new Broken(reason, at);
};

/**
 * Reads an archive in one file. It trusts only those parts that the digests, this tenant and this format confirm.
 * `rowsOf` reads the rows.
 */
export function readArchive(bytes: Uint8Array, expected: Expected, hash: Hash): Promise<ReadArchive> {
  return attempt(async () => {
    if (bytes.length > ARCHIVE_MAX_BYTES) broken("too_large", "/");
    if ((await hash(bytes)) !== expected.sha256) broken("digest_mismatch", "/");
    const end = endOfLine(bytes, 0, ARCHIVE_HEAD_MAX_BYTES);
    const head = readHead(bytes.subarray(0, end), WHOLE, expected);
    const bodies = bodiesOf(head, bytes.subarray(end + 1));
    for (const [index, member] of head.members.entries()) await requireDigest(bodies[index], member, index, hash);
    return { head, body: async (index) => bodies[index] ?? broken("member_missing", `/members/${index}`) };
  });
}

/** Reads the bytes of a stored member. `from` is its offset if all members were in one file. */
export type ReadMember = (member: ArchiveMember, from: number) => Promise<Uint8Array | undefined>;

/** Reads a split archive, given its head line. Members are read on demand. */
export function readSplitArchive(
  line: Uint8Array,
  expected: Expected,
  hash: Hash,
  read: ReadMember,
): Promise<ReadArchive> {
  return attempt(async () => {
    if ((await hash(line)) !== expected.sha256) broken("digest_mismatch", "/");
    const head = readHead(line.subarray(0, -1), SPLIT, expected);
    const from = placesOf(head, line.length);
    return {
      head,
      async body(index) {
        const member = head.members[index] ?? broken("member_missing", `/members/${index}`);
        const body =
          member.bytes === 0
            ? NOTHING
            : ((await read(member, from[index] ?? 0)) ?? broken("member_missing", `/members/${index}`));
        return requireDigest(body, member, index, hash);
      },
    };
  });
}

const NOTHING = new Uint8Array();

async function requireDigest(
  body: Uint8Array | undefined,
  { sha256 }: ArchiveMember,
  index: number,
  hash: Hash,
): Promise<Uint8Array> {
  const found = body ?? broken("member_missing", `/members/${index}`);
  return (await hash(found)) === sha256 ? found : broken("digest_mismatch", `/members/${index}`);
}

/** Computes the start of each member. It refuses a member that is larger than memory allows. */
function placesOf({ members }: ArchiveHead, start: number): number[] {
  let at = start;
  return members.map(({ bytes }, index) => {
    if (bytes > ARCHIVE_MAX_BYTES) broken("too_large", `/members/${index}`);
    at += bytes;
    return at - bytes;
  });
}

async function attempt(read: () => Promise<Archive>): Promise<ReadArchive> {
  try {
    return accepted(await read());
  } catch (error) {
    if (error instanceof Broken) return refused(error.problem);
    throw error;
  }
}

function endOfLine(bytes: Uint8Array, from: number, most: number): number {
  const end = bytes.subarray(from, from + most).indexOf(NEWLINE);
  return end === -1 ? broken("no_line", "/") : from + end;
}

const NEWLINE = 10;

/**
 * Reads the first line, of any tenant and schema, and its length in bytes. Throws if the line is not of this format.
 */
export function headOf(bytes: Uint8Array): { readonly head: ArchiveHead; readonly length: number } {
  const end = endOfLine(bytes, 0, ARCHIVE_HEAD_MAX_BYTES);
  return { head: parseHead(bytes.subarray(0, end)), length: end + 1 };
}

/** The first line of a split archive with its line end; undefined for any other file. */
export function splitLineOf(start: Uint8Array): Uint8Array | undefined {
  const line = start.subarray(0, start.subarray(0, ARCHIVE_HEAD_MAX_BYTES).indexOf(NEWLINE) + 1);
  return new TextDecoder().decode(line.subarray(0, SPLIT_START.length)) === SPLIT_START ? line : undefined;
}

const SPLIT_START = `{"format":"${FORMAT}","version":${SPLIT},`;

function readHead(
  line: Uint8Array,
  version: ArchiveHead["version"],
  { tenant, schema, tables }: Expected,
): ArchiveHead {
  const head = parseHead(line);
  if (head.version !== version) broken("version_unknown", "/version");
  if (head.tenant !== tenant) broken("other_tenant", "/tenant");
  if (head.schema > schema) broken("schema_unknown", "/schema");
  checkOrder(head, tables);
  return head;
}

/** Parses the head. The version is checked first, because this code does not know later formats. */
function parseHead(line: Uint8Array): ArchiveHead {
  const value = readJson(line, "/");
  const { format, version } = Object(value) as { format?: unknown; version?: unknown };
  if (format !== FORMAT) broken("not_an_archive", "/format");
  if (version !== WHOLE && version !== SPLIT) broken("version_unknown", "/version");
  const read = headShape.safeParse(value);
  if (!read.success) return broken("head_malformed", `/${read.error.issues[0]?.path.join("/") ?? ""}`);
  const { data: head } = read;
  if (headLine(withoutFormat(head), version === SPLIT) !== `${decode(line, "/")}\n`) broken("head_malformed", "/");
  return head;
}

const withoutFormat = ({
  format: _format,
  version: _version,
  ...head
}: ArchiveHead): Omit<ArchiveHead, "format" | "version"> => {
  const { schema, tenant, sites, submissions, members } = head;
  return {
    schema,
    tenant,
    sites,
    submissions,
    members: members.map(({ name, columns, rows, bytes, sha256 }) => ({ name, columns, rows, bytes, sha256 })),
  };
};

/** Checks that all members are known, in the fixed order, and unique unless the archive is split. */
function checkOrder({ members, submissions, version }: ArchiveHead, tables: Tables): void {
  const order = [...tables.namesOf("archived", "submitted"), AUDIT_MEMBER];
  let before = -1;
  for (const [index, { name }] of members.entries()) {
    const place = order.indexOf(name);
    if (place === -1) broken("member_unknown", `/members/${index}/name`);
    if (place < before || (place === before && version === WHOLE))
      broken("member_out_of_order", `/members/${index}/name`);
    if (!submissions && tables.fateOf(name) === "submitted") broken("member_unknown", `/members/${index}/name`);
    before = place;
  }
}

/** Cuts the body into members. The sizes in the head must add up to the body's size before any is used. */
function bodiesOf({ members }: ArchiveHead, rest: Uint8Array): Uint8Array[] {
  const total = members.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total !== rest.length) broken("size_mismatch", "/members");
  let at = 0;
  return members.map(({ bytes }) => rest.subarray(at, (at += bytes)));
}

/** Yields the rows of one member, with the columns that the head names. Throws if they do not match the head. */
export function* rowsOf({ members }: ArchiveHead, index: number, body: Uint8Array): Generator<ArchiveRow> {
  const { rows, columns } = members[index] ?? broken("member_missing", `/members/${index}`);
  let [at, found] = [0, 0];
  for (; at < body.length; found++) {
    const where = `/members/${index}/${found}`;
    const end = endOfLine(body, at, body.length);
    const row = readJson(body.subarray(at, end), where);
    if (!isRow(row, columns.length) || rowLine(row) !== `${decode(body.subarray(at, end), where)}\n`)
      return broken("row_malformed", where);
    yield row;
    at = end + 1;
  }
  if (found !== rows) broken("rows_missing", `/members/${index}`);
}

/** The archive's fault if reading rows threw this error. Undefined for any other error. */
export const problemOfArchive = (error: unknown): ArchiveProblem | undefined =>
  error instanceof Broken ? error.problem : undefined;

const isRow = (value: unknown, columns: number): value is ArchiveRow =>
  Array.isArray(value) &&
  value.length === columns &&
  value.every((one) => one === null || typeof one === "string" || typeof one === "number");

function readJson(bytes: Uint8Array, at: string): unknown {
  const text = decode(bytes, at);
  try {
    return JSON.parse(text);
  } catch {
    return broken("not_json", at);
  }
}

function decode(bytes: Uint8Array, at: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return broken("not_utf8", at);
  }
}

/** Runs `read` and answers the archive's fault, if there is one. Rethrows any other error. */
export async function problemIn(read: () => Promise<void>): Promise<ArchiveProblem | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    const problem = problemOfArchive(error);
    if (!problem) throw error;
    return problem;
  }
}

export const archiveProblem = (reason: string, at: string): Error => new Broken(reason, at);

import { DEAD_LETTERS_PAGE } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Env } from "../../powers/env.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import {
  type DeadLetterRow,
  deadLettersBefore,
  findDeadLetter,
  resolveRecord,
} from "../../../control/records/records.ts";
import { isKnownSite } from "../../../control/tenants/sites.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** A publication that could not be brought to the indexes and caches. It stays until an operator replays it. */
export interface DeadLetter {
  readonly id: string;
  readonly tenant: string;
  readonly site: string | null;
  readonly payload: unknown;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

/** The cursor of the first page. */
const START: Cursor = [Number.MAX_SAFE_INTEGER, ""];

export interface DeadLetterList {
  readonly items: readonly DeadLetter[];
  readonly cursor: string | null;
}

/** Lists dead letters, the newest first. */
export async function listDeadLetters(env: Pick<Env, "DB">, before: Cursor = START): Promise<DeadLetterList> {
  // One row more than a page, which tells whether another page follows.
  const results = await deadLettersBefore(env.DB, before, DEAD_LETTERS_PAGE + 1);
  const items = results.slice(0, DEAD_LETTERS_PAGE).map(fromRow);
  const last = results.length > items.length ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([last.createdAt, last.id]) : null };
}

/**
 * Queues the site's publication again, and then marks the dead letter. A crash in between repeats the message, which
 * consumers tolerate; the other order would lose it.
 */
export async function replayDeadLetter(
  env: Env,
  id: string,
  audit: Omit<AuditEntry, "tenant" | "site" | "outcome">,
): Promise<DeadLetter> {
  const letter = await find(env, id);
  if (letter.resolvedAt !== null) return letter;
  const site = await findSite(env, letter);
  expectValue(await env.WORKSPACES.of({ tenant: letter.tenant, site }, PLATFORM).announce(site));
  const entry: AuditEntry = { ...audit, tenant: letter.tenant, site, outcome: "done" };
  await env.DB.batch([resolveRecord(env.DB, id, audit.at), auditStatement(env.DB, entry)]);
  return find(env, id);
}

/** The site of a dead letter. An unreadable message may name anything, so the control plane must know the site. */
async function findSite(env: Pick<Env, "DB">, { tenant, site }: DeadLetter): Promise<string> {
  const known = site !== null && (await isKnownSite(env.DB, { tenant, site }));
  if (site === null || !known)
    throw new Refusal("CONFLICT", {
      conflict: "message_without_site",
      why: "The message does not name a site, so nothing can be published again.",
    });
  return site;
}

async function find(env: Pick<Env, "DB">, id: string): Promise<DeadLetter> {
  const row = await findDeadLetter(env.DB, id);
  if (!row) throw new Refusal("NOT_FOUND");
  return fromRow(row);
}

const fromRow = (row: DeadLetterRow): DeadLetter => ({ ...row, payload: JSON.parse(row.payload) });

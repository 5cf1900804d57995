import { OPERATOR_LIST_PAGE } from "../../../../manifests/bounds/operators.ts";
import { allHostnamesAfter } from "../../../control/tenants/hostnames.ts";
import type { Env } from "../../powers/env.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";
import type { DomainRecord } from "./hostnames.ts";

/** A hostname with its site, for the operator. */
export interface HeldDomain extends DomainRecord {
  readonly tenant: string;
  readonly site: string;
}

/** All hostnames in alphabetical order: verified ones and requested ones. */
export async function listAllDomains(
  { DB }: Pick<Env, "DB">,
  now: number,
  [, after]: Cursor = [0, ""],
): Promise<{ items: HeldDomain[]; cursor: string | null }> {
  const results = await allHostnamesAfter(DB, after, now, OPERATOR_LIST_PAGE + 1);
  const shown = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ hostname, tenant, site, status, isPrimary, createdAt }) => ({
      hostname,
      tenant,
      site,
      status,
      primary: isPrimary === 1,
      createdAt,
    })),
    cursor: last ? writeCursor([0, last.place]) : null,
  };
}

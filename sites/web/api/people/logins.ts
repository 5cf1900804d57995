import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import { forgetMembers } from "../../auth/member.ts";
import {
  type LoggedInMember,
  type OwnLogin,
  isUnrevoked,
  ownLogins,
  siteOfLogin,
  stopLogin,
} from "../../../control/logins/logins.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import { type Cursor, readCursor, writeCursor } from "../request/cursor.ts";
import { auditElsewhere } from "./elsewhere.ts";

/** A login, as its member sees it. */
export interface LoginRecord extends OwnLogin {
  readonly isThis: boolean;
}

/** The cursor of the first page. */
const START: Cursor = [Number.MAX_SAFE_INTEGER, ""];

interface Asking {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

/** Lists a member's logins at all sites, the newest first. */
export async function listLogins(
  { DB }: Pick<Env, "DB">,
  self: LoggedInMember,
  { now, cursor, limit = LIST_ROWS }: Asking,
): Promise<{ readonly items: readonly LoginRecord[]; readonly next: string | null }> {
  const before = cursor === undefined ? START : readCursor(cursor);
  const results = await ownLogins(DB, self.identity, { now, before, most: limit + 1 });
  const items = results
    .slice(0, limit)
    .map((login): LoginRecord => ({ ...login, isThis: login.id === self.loginSession }));
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** Ends one of the member's own logins at any site, and the logins that it allowed. */
export async function endOwnLogin(call: ApiCall, id: string): Promise<ControlDecision> {
  const {
    env: { DB },
    member: { identity },
    at,
  } = call;
  const found = await siteOfLogin(DB, identity, id, at);
  if (!found) throw new Refusal("NOT_FOUND");
  return {
    output: { ended: id },
    condition: isUnrevoked(identity, id),
    effects: [stopLogin(DB, identity, id, at), ...(await auditElsewhere(call, found, "login.stop", id))],
    async forget() {
      forgetMembers((known) => known.identity === identity);
      await recheckLive(call.env, [found.tenant]);
    },
  };
}

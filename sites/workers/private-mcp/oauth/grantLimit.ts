import { AGENT_GRANTS_MAX } from "../../../../manifests/bounds/agents.ts";
import type { GrantOwner } from "./grantState.ts";

/** Deletes all but a member's most recently used grants, which leaves room for one more. */
const MAKE_ROOM = `
  DELETE FROM agent_records WHERE key IN (
    SELECT key FROM agent_records WHERE identity_id = ?1 AND tenant_id = ?2 AND site_id = ?3
    ORDER BY max(ifnull(used_at, 0), json_extract(value, '$.createdAt') * 1000) DESC, key LIMIT -1 OFFSET ?4)`;

/** Ends the member's least recently used grants at this site above the limit. */
export const endExcessGrants = (db: D1Database, { identity, tenant, site }: GrantOwner): D1PreparedStatement =>
  db.prepare(MAKE_ROOM).bind(identity, tenant, site, AGENT_GRANTS_MAX - 1);

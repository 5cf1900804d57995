import { AGENT_GRANTS_MAX } from "../../../manifests/bounds.ts";
import type { Pinned } from "./standing.ts";

/** All but the most a member may have beside a new one, those used last. */
const MAKE_ROOM = `
  DELETE FROM agent_records WHERE key IN (
    SELECT key FROM agent_records WHERE identity_id = ?1 AND tenant_id = ?2 AND site_id = ?3
    ORDER BY max(ifnull(used_at, 0), json_extract(value, '$.createdAt') * 1000) DESC, key LIMIT -1 OFFSET ?4)`;

/** Ends what was not used for longest, where a member has given as many grants at this site as there may be. */
export const makeRoom = (db: D1Database, { identity, tenant, site }: Pinned): D1PreparedStatement =>
  db.prepare(MAKE_ROOM).bind(identity, tenant, site, AGENT_GRANTS_MAX - 1);

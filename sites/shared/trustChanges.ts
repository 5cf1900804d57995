import type { AskTrust } from "../../runtime/plugins/packages/trustChanges.ts";

/** A revoked key of the deployment's own list has no text here. */
const CHANGES = `
  SELECT json_object(
    'added', (SELECT json_group_array(json(jwk)) FROM trust_keys WHERE jwk IS NOT NULL),
    'revoked', (SELECT json_group_object(kid, revoked_at) FROM trust_keys WHERE revoked_at IS NOT NULL)) AS text`;

/** Asks the control plane, where operators add and revoke keys. */
export const trustChanges =
  (db: D1Database): AskTrust =>
  async () =>
    (await db.prepare(CHANGES).first<{ text: string }>())?.text;

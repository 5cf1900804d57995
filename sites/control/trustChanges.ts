import type { AskTrust } from "../../runtime/plugins/packages/trustChanges.ts";

/** The text of a revoked key is missing here if the key came from the deployment's own list. */
const CHANGES = `
  SELECT json_object(
    'added', (SELECT json_group_array(json(jwk)) FROM trust_keys WHERE jwk IS NOT NULL),
    'revoked', (SELECT json_group_object(kid, revoked_at) FROM trust_keys WHERE revoked_at IS NOT NULL)) AS text`;

/** Reads the added and revoked keys from the control plane. */
export const trustChanges =
  (db: D1Database): AskTrust =>
  async () =>
    (await db.prepare(CHANGES).first<{ text: string }>())?.text;

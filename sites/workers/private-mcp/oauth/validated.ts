import type { ValidatedAccessToken } from "@cloudflare/workers-oauth-provider";
import { AGENT_TOKENS_KNOWN } from "../../../../manifests/bounds/agents.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { WeightedCache } from "../../../mcp/kept.ts";
import type { GrantRecords } from "./records.ts";
import type { Membership } from "../../../control/people/members.ts";

type Validated = ValidatedAccessToken<Membership>;

export interface Validating {
  readonly audience: string;
  readonly token: string;
  readonly store: Pick<GrantRecords, "revalidate">;
  /** Lets the library read the token's record and decrypt its content. */
  readonly decipher: () => Promise<Validated | null>;
}

/**
 * Validated tokens, by digest. A token's content never changes; each call checks anew that the token is still valid.
 */
const known = new WeightedCache<Validated>(AGENT_TOKENS_KNOWN);

/** Answers what the library would, but decrypts each token only once in an isolate. */
export async function validated({ audience, token, store, decipher }: Validating): Promise<Validated | null> {
  const [user, grant] = token.split(":");
  const id = await sha256Hex(token);
  const before = known.get(id);
  if (before?.audience === audience && user !== undefined && grant !== undefined)
    return (await store.revalidate(user, grant, id)) ? before : null;
  const found = await decipher();
  if (found) known.set(id, found);
  return found;
}

import type { ValidatedAccessToken } from "@cloudflare/workers-oauth-provider";
import { AGENT_TOKENS_KNOWN } from "../../../manifests/bounds/agents.ts";
import { sha256Hex } from "../../shared/digest.ts";
import { WeightedCache } from "../../shared/mcp/kept.ts";
import type { GrantRecords } from "./records.ts";
import type { GrantOwner } from "./grantState.ts";

type Validated = ValidatedAccessToken<GrantOwner>;

export interface Validating {
  readonly audience: string;
  readonly token: string;
  readonly store: Pick<GrantRecords, "lookAgain">;
  /** Asks the library, which reads the token's record and deciphers it. */
  readonly decipher: () => Promise<Validated | null>;
}

/** Validated tokens by digest. A token's purpose never changes; whether it still holds is asked each time. */
const known = new WeightedCache<Validated>(AGENT_TOKENS_KNOWN);

/** Answers what the library would, without deciphering the same token at each call. */
export async function validated({ audience, token, store, decipher }: Validating): Promise<Validated | null> {
  const [user, grant] = token.split(":");
  const id = await sha256Hex(token);
  const before = known.get(id);
  if (before?.audience === audience && user !== undefined && grant !== undefined)
    return (await store.lookAgain(user, grant, id)) ? before : null;
  const found = await decipher();
  if (found) known.set(id, found);
  return found;
}

import type { ValidatedAccessToken } from "@cloudflare/workers-oauth-provider";
import { AGENT_TOKENS_KNOWN } from "../../../manifests/bounds.ts";
import { digestOf } from "../../shared/digest.ts";
import { Kept } from "../../shared/mcp/kept.ts";
import type { Records } from "./records.ts";
import type { Pinned } from "./standing.ts";

type Validated = ValidatedAccessToken<Pinned>;

export interface Validating {
  readonly audience: string;
  readonly token: string;
  readonly store: Pick<Records, "lookAgain">;
  /** What the library finds: it reads the token's record and deciphers it. */
  readonly decipher: () => Promise<Validated | null>;
}

/** By digest. What a token was made for never changes; whether it still holds is asked each time. */
const known = new Kept<Validated>(AGENT_TOKENS_KNOWN);

/** The same as the library finds, without deciphering at every call what was deciphered before. */
export async function validated({ audience, token, store, decipher }: Validating): Promise<Validated | null> {
  const [user, grant] = token.split(":");
  const id = await digestOf(token);
  const before = known.get(id);
  if (before?.audience === audience && user !== undefined && grant !== undefined) return (await store.lookAgain(user, grant, id)) ? before : null;
  const found = await decipher();
  if (found) known.set(id, found);
  return found;
}

/**
 * The operator's credential: from the environment as wrangler reads it, or from wrangler's own login. Arguments are no
 * source, because every process of the machine can read them.
 */
import { Trouble, type Environment } from "../../command/command.ts";
import { passedEnvironment, wrangler } from "./wrangler.ts";

export interface Credential {
  /** Headers for our own requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Variables for wrangler. */
  readonly variables: Readonly<Record<string, string>>;
}

const byToken = (token: string): Credential => ({
  headers: { authorization: `Bearer ${token}` },
  variables: { CLOUDFLARE_API_TOKEN: token },
});
const byKey = (key: string, email: string): Credential => ({
  headers: { "x-auth-key": key, "x-auth-email": email },
  variables: { CLOUDFLARE_API_KEY: key, CLOUDFLARE_EMAIL: email },
});

const NONE =
  "There is no credential for the provider. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.";

function given({
  CLOUDFLARE_API_TOKEN: token,
  CLOUDFLARE_API_KEY: key,
  CLOUDFLARE_EMAIL: email,
}: Environment): Credential | undefined {
  if (token) return byToken(token);
  return key && email ? byKey(key, email) : undefined;
}

type StoredCredential = Readonly<Partial<Record<"token" | "key" | "email", unknown>>>;

function read(out: string): StoredCredential {
  try {
    const parsed: unknown = JSON.parse(out);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Asks wrangler for its stored login. wrangler renews an expired one. */
async function kept(environment: Environment): Promise<Credential | undefined> {
  const { code, out } = await wrangler({
    args: ["auth", "token", "--json"],
    environment: passedEnvironment(environment),
  });
  const { token, key, email } = code === 0 ? read(out) : {};
  if (typeof token === "string" && token !== "") return byToken(token);
  return typeof key === "string" && typeof email === "string" ? byKey(key, email) : undefined;
}

/** Refuses a token with a line break, which could add a second HTTP header. */
const isPrintable = ({ headers }: Credential): boolean =>
  Object.values(headers).every((value) => /^[\x21-\x7e]+( [\x21-\x7e]+)?$/.test(value));

export async function readCredential(environment: Environment): Promise<Credential> {
  const credential = given(environment) ?? (await kept(environment));
  if (!credential) throw new Trouble(NONE);
  if (!isPrintable(credential))
    throw new Trouble("The credential for the provider has characters that are not allowed in a credential.");
  return credential;
}

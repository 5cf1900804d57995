/** The provider account of a command. The operator's credential opens it, and the provider's own list names it. */
import { setTimeout as later } from "node:timers/promises";
import { type ProviderResult, ProviderClient } from "../../../platform/provider/client.ts";
import { type Account, accounts } from "../../../platform/provider/accounts.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { Trouble, type Environment } from "../../command/command.ts";
import { type Credential, readCredential } from "./credential.ts";
import { passedEnvironment } from "./wrangler.ts";

export interface Connection {
  readonly provider: ProviderClient;
  readonly account: string;
  /** Variables that make wrangler use the same account. */
  readonly environment: Readonly<Record<string, string>>;
  /** True if the API is a stand-in on this machine. Its answers say nothing about a real account. */
  readonly isRehearsal: boolean;
}

const API = "https://api.cloudflare.com/client/v4";
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

export const isLoopbackUrl = (url: URL): boolean => LOOPBACK.has(url.hostname);

/** The root of the provider's API. The credential is only sent over https, or to this machine. */
export function makeApi({ CLOUDFLARE_API_BASE_URL: named }: Environment): URL {
  const url = URL.parse(named ?? API);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackUrl(url));
  if (!url || !isSafe || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new Trouble("CLOUDFLARE_API_BASE_URL is not an https address. A credential is only sent over https.");
  }
  return url;
}

/** Describes a provider's fault by our own words, the status and the codes. The provider's text may hold secrets. */
export const faultText = ({ says, status, codes }: ProviderFault): string =>
  `${says}${status > 0 ? ` (${[`status ${status}`, ...codes.map((code) => `code ${code}`)].join(", ")})` : ""}`;

const nameList = (list: readonly Account[]): string => list.map(({ id, name }) => `${id} (${name})`).join(", ");

function chosen(list: ProviderResult<readonly Account[]>, wanted: string | undefined): string {
  if (!list.ok) throw new Trouble(`The accounts of this credential cannot be read: ${faultText(list.error)}.`);
  if (wanted !== undefined) {
    if (list.value.some(({ id }) => id === wanted)) return wanted;
    throw new Trouble(
      `CLOUDFLARE_ACCOUNT_ID names an account that this credential cannot access. It can access: ${nameList(list.value) || "none"}.`,
    );
  }
  const [only, ...others] = list.value;
  if (only && others.length === 0) return only.id;
  throw new Trouble(
    only
      ? `The credential can access several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of: ${nameList(list.value)}.`
      : "The credential cannot access any account.",
  );
}

const environmentOf = (
  environment: Environment,
  { variables }: Credential,
  account: string,
  api: URL,
): Record<string, string> => ({
  ...passedEnvironment(environment),
  ...variables,
  CLOUDFLARE_ACCOUNT_ID: account,
  CLOUDFLARE_API_BASE_URL: rootOf(api),
});

const rootOf = (api: URL): string => api.href.replace(/\/+$/, "");

export async function connect(environment: Environment): Promise<Connection> {
  const api = makeApi(environment);
  const credential = await readCredential(environment);
  const powers = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    now: () => Date.now(),
    sleep: (ms: number) => later(ms),
  };
  const provider = new ProviderClient({ base: rootOf(api), credential: credential.headers }, powers);
  const account = chosen(await provider.list(accounts()), environment["CLOUDFLARE_ACCOUNT_ID"] || undefined);
  return {
    provider,
    account,
    environment: environmentOf(environment, credential, account, api),
    isRehearsal: isLoopbackUrl(api),
  };
}

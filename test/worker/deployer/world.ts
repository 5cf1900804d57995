/** A deployer with real stores, an account at the stand-in, and tenants that run as uploaded. */
import { applyD1Migrations } from "cloudflare:test";
import { hexOf } from "../../../manifests/bytes/hex.ts";
import { deployTenant } from "../../../sites/workers/deployer/deploying/deploy.ts";
import { artifactKey } from "../../../sites/platform/tenants/artifacts.ts";
import type { Hosting } from "../../../sites/workers/deployer/tenants/hosting.ts";
import type { Occasion } from "../../../sites/workers/deployer/tenants/occasion.ts";
import { findTenantWorker } from "../../../sites/workers/deployer/tenants/tenantWorkers.ts";
import { ProviderClient } from "../../../sites/platform/provider/client.ts";
import { DISPATCHER } from "../../../sites/platform/tenants/names.ts";
import { ProviderApi, ROOT } from "../../../sites/machine/provider/api.ts";
import { type AccountState, emptyAccount, objectsInMemory, TOKEN } from "../../../sites/machine/provider/state.ts";
import { scriptNamed } from "../../../sites/machine/provider/workerRoutes.ts";
import { bindings, NAMESPACE } from "./bindings.ts";
import { Operations } from "./operations.ts";

export const RELEASE = "0.1.0";
export const ARTIFACT = "export default {};";
const ACCOUNT = "0123456789abcdef0123456789abcdef";

export const migrate = (): Promise<void> => applyD1Migrations(bindings.DB, bindings.MIGRATIONS);

export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/** Stores an artifact in the release bucket. Answers its digest. */
export async function released(text = ARTIFACT, release = RELEASE): Promise<string> {
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  const sha256 = await digestOf(bytes);
  await bindings.RELEASES.put(artifactKey(release, sha256), bytes);
  return sha256;
}

/** An account with dispatch namespaces and a deployed dispatcher. */
export function hostingAccount(): AccountState {
  const objects = {
    ...objectsInMemory(),
    isEmpty: async (bucket: string) => {
      const found = await bindings.BUCKETS.list({ prefix: `${bucket}/`, limit: 1 });
      return found.objects.length === 0;
    },
  };
  const account = emptyAccount(ACCOUNT, "Harbour", { token: TOKEN, objects });
  account.dispatch = new Set([NAMESPACE]);
  account.scripts.set(DISPATCHER, scriptNamed(DISPATCHER));
  return account;
}

/** Decides what happens to the n-th request to the provider: the request or its answer may get lost. */
export type Wire = (number: number, send: () => Promise<Response>) => Promise<Response>;

export interface World {
  readonly api: ProviderApi;
  readonly operations: Operations;
  readonly hosting: Hosting;
  /** The same deployer after a restart, without its memory. */
  again(changes?: Partial<Hosting>, wire?: Wire): Hosting;
}

export async function answerOf(api: ProviderApi, url: string, init: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  const answered = await api.answer({
    method: request.method,
    url: new URL(url),
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
  });
  if ("instead" in answered) throw new Error("This lie needs a server.");
  const { status, body, headers = {} } = answered.reply;
  return Response.json(body, { status, headers: { ...headers } });
}

export function aWorld(account = hostingAccount()): World {
  const api = new ProviderApi(account);
  const operations = new Operations(account);
  const hostingWith = (changes: Partial<Hosting> = {}, wire: Wire = (_number, send) => send()): Hosting => {
    let number = 0;
    const powers = {
      fetch: (url: string, init: RequestInit) => wire((number += 1), () => answerOf(api, url, init)),
      now: () => Date.now(),
      sleep: async () => undefined,
    };
    return {
      db: bindings.DB,
      releases: bindings.RELEASES,
      archives: bindings.ARCHIVES,
      provider: new ProviderClient(
        { base: `https://provider.test${ROOT}`, credential: { authorization: `Bearer ${TOKEN}` } },
        powers,
      ),
      account: account.id,
      namespace: NAMESPACE,
      dispatchKeys: bindings.DISPATCH_KEYS,
      lending: "call",
      sealingSecrets: "only-for-these-tests-only-for-these-tests",
      erases: "drill-tenants",
      tenants: operations,
      now: () => Date.now(),
      sleep: async () => {
        await operations.ring();
        await operations.deliver();
      },
      ...changes,
    };
  };
  return { api, operations, hosting: hostingWith(), again: hostingWith };
}

let tenants = 0;
/** The id of a new tenant, because tests share their stores. */
export const newTenant = (name = "acme"): string => `${name}-${(tenants += 1)}-${crypto.randomUUID().slice(0, 8)}`;
export const newDrillTenant = (): string => newTenant("svc-drill");

export const rowOf = (tenant: string) => findTenantWorker(bindings.DB, tenant);

export const deployed = async ({ hosting }: Pick<World, "hosting">, tenantId: string, sha256: string) =>
  deployTenant(hosting, { tenantId, release: RELEASE, sha256 });

let requests = 0;
export const occasion = (changes: Partial<Occasion> = {}): Occasion => {
  requests += 1;
  return {
    actor: "operator:hosting",
    requestId: crypto.randomUUID(),
    inputDigest: "0".repeat(64),
    key: `key-${requests}-${crypto.randomUUID()}`,
    at: Date.now(),
    ...changes,
  };
};

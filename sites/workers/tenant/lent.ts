import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Platform } from "../../platform/tenants/platform.ts";
import { withoutDisposer } from "../../platform/tenants/stubs.ts";
import type { PublicStore, WorkspacePowers } from "../workspace/bindings/powers.ts";

/** The platform that the dispatcher lends to a call, until the call ends. */
interface LendingCall {
  readonly platform: Platform | undefined;
  /** Work that the call waits for, because the platform that it uses is gone after the call. */
  readonly tail: Promise<unknown>[];
}

const calls = new AsyncLocalStorage<LendingCall>();

/** Runs an action with the platform lent for it. Concurrent calls of one workspace each have their own. */
export async function withPlatform<T>(platform: Platform | undefined, action: () => Promise<T>): Promise<T> {
  const call: LendingCall = { platform, tail: [] };
  return calls.run(call, async () => {
    const done = await action();
    await Promise.allSettled(call.tail);
    return done;
  });
}

function platform(): Platform {
  const call = calls.getStore();
  if (!call?.platform) throw new Refusal("UNAVAILABLE", { reason: "Nobody lends the platform at this moment." });
  return call.platform;
}

const publicStore: PublicStore = {
  async get(key: string, type: "json" | "text") {
    const text = await platform().readText(key);
    return text === null || type === "text" ? text : JSON.parse(text);
  },
  put: (key, value) => platform().write(key, value),
  delete: (key) => platform().remove(key),
  async list({ prefix, limit, cursor }) {
    const { keys, next } = await platform().listKeys(prefix, limit, cursor ?? null);
    const named = keys.map((name) => ({ name }));
    return next === null ? { list_complete: true, keys: named } : { list_complete: false, keys: named, cursor: next };
  },
};

type SharedName =
  | "publicStore"
  | "pages"
  | "audit"
  | "roleOf"
  | "isLinkOpen"
  | "askTrust"
  | "mail"
  | "sandbox"
  | "later";
type Shared = Pick<WorkspacePowers, SharedName>;

/** The powers over shared services. Each use goes to the platform of the running call. */
export const sharedPowers: Shared = {
  publicStore,
  pages: { purge: (keys) => platform().purge(keys) },
  audit: {
    write: (_tenant, rows) => platform().recordAudit(rows),
    isThere: () => platform().answers(),
    read: (_tenant, sites, before, most) => platform().readAudit(sites, before, most),
  },
  roleOf: ({ site, identity }) => platform().roleOf(site, identity),
  isLinkOpen: ({ site, link }) => platform().isLinkOpen(site, link),
  askTrust: async () => platform().trustChanges(),
  mail: { send: async (letter) => withoutDisposer(await platform().sendLetter(JSON.stringify(letter))) },
  sandbox: {
    availability: () => platform().available(),
    invoke: (place, call, lease) => platform().invoke(place, call, lease),
    put: (digest, artifact) => platform().putArtifact(digest, artifact),
    evict: (owner) => platform().evict(owner as { readonly site: string; readonly plugin: string }),
  },
  later: (work) => void calls.getStore()?.tail.push(work),
};

import { env } from "cloudflare:workers";
import type { Requested } from "../../../runtime/contributions/grant.ts";
import { type PluginArtifact, fileDigest } from "../../../sandbox/artifact.ts";
import type { About, InvocationAnswer, PluginInvocation } from "../../../sandbox/invocation.ts";
import type { LenderDO, Sandbox, Told } from "./lender.ts";

interface Bindings {
  readonly PLUGIN_SANDBOX: Sandbox;
  readonly LENDER: DurableObjectNamespace<LenderDO>;
  readonly PLUGIN_ARTIFACTS: DurableObjectNamespace;
  readonly PLUGIN_LOADER: WorkerLoader;
}

export const bindings = env as unknown as Bindings;
export const sandbox = bindings.PLUGIN_SANDBOX;
export const PLUGIN = "acme.tests";

export interface Packed {
  readonly digest: string;
  readonly artifact: PluginArtifact;
}

/** A plugin's files besides its module, and changes of its manifest. */
export interface More {
  readonly files?: Record<string, string>;
  readonly manifest?: object;
}

/** A plugin of one module or of these files. */
export async function pack(source: string, extra: More = {}): Promise<Packed> {
  const files: Record<string, string> = { "main.js": source, ...extra.files };
  const digests = await Promise.all(Object.entries(files).map(async ([path, text]) => [path, await fileDigest(text)]));
  const manifestText = JSON.stringify({
    manifestVersion: 1,
    id: PLUGIN,
    version: "1.0.0",
    name: "Tests",
    kind: "executable",
    engine: "^1.0.0",
    contributes: {},
    main: "main.js",
    files: Object.fromEntries(digests),
    ...extra.manifest,
  });
  return { digest: await fileDigest(manifestText), artifact: { manifestText, files } };
}

export async function install(source: string, more: More = {}): Promise<string> {
  const { digest, artifact } = await pack(source, more);
  const put = await sandbox.put(digest, artifact);
  if (!put.ok) throw new Error(put.message);
  return digest;
}

export const GRANTED: Requested = {
  storage: { maxBytes: 10_000, maxKeys: 20 },
  http: { hosts: ["api.example.com", "other.example.com", "ours.example"], methods: ["GET", "POST"] },
};

export interface Wish {
  readonly tenant?: string;
  readonly plugin?: string;
  readonly site?: string;
  readonly grantHash?: string;
  readonly granted?: Requested;
  readonly input?: unknown;
  readonly point?: string;
  readonly name?: string;
  readonly wallMs?: number;
  readonly calls?: number;
  readonly about?: About;
  /** The settings that the lender knows. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The time limit of a call, long enough for a busy machine. */
const WALL_MS = 10_000;

export const lenderOf = (tenant: string): DurableObjectStub<LenderDO> =>
  bindings.LENDER.get(bindings.LENDER.idFromName(tenant));

export const requestOf = (digest: string, wish: Wish = {}): PluginInvocation => ({
  target: {
    digest,
    tenant: wish.tenant ?? "one",
    site: wish.site ?? "main",
    plugin: wish.plugin ?? PLUGIN,
    grantHash: wish.grantHash ?? "g1",
    wallMs: wish.wallMs ?? WALL_MS,
  },
  call: { point: wish.point ?? "tools", name: wish.name ?? "go", input: wish.input ?? null },
  about: wish.about,
});

export const borrowerOf = (wish: Wish = {}) => ({
  site: wish.site ?? "main",
  plugin: wish.plugin ?? PLUGIN,
  granted: wish.granted ?? GRANTED,
  calls: wish.calls,
  settings: wish.settings,
  wallMs: wish.wallMs ?? WALL_MS,
});

/** Calls a stored plugin once, with a lease of the tenant. */
export const callDigest = async (digest: string, wish: Wish = {}): Promise<Told> =>
  (await lenderOf(wish.tenant ?? "one").run(requestOf(digest, wish), borrowerOf(wish))) as Told;

/** Several concurrent calls, each with its own lease. */
export const callAll = async (
  tenant: string,
  requests: readonly PluginInvocation[],
  wish: Wish = {},
): Promise<InvocationAnswer[]> => (await lenderOf(tenant).runAll(requests, borrowerOf(wish))) as InvocationAnswer[];

/** Runs a function body with `input` and `ctx` in a new plugin. */
export async function go(body: string, wish: Wish & { top?: string } = {}): Promise<Told> {
  const digest = await install(`${wish.top ?? ""}\nexport const tools = { go: async (input, ctx) => {${body}\n} };`);
  return callDigest(digest, wish);
}

/** The value of a successful call. Throws otherwise. */
export function valueOf(invoked: InvocationAnswer): unknown {
  if (!invoked.ok) throw new Error(`${invoked.code}: ${invoked.message}`);
  return invoked.value;
}

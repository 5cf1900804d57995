/**
 * Loads plugin code. An isolate gets no binding, no network and one compatibility flag that the guest needs; it acts
 * only through a call's lease. The compatibility date stays before 2026-08-04, because later dates give every worker
 * Node's modules.
 */
import { CALL_CPU_MS, CALL_MAX_SUBREQUESTS } from "../manifests/bounds/calls.ts";
import { type PluginArtifact, type PluginCode, openArtifact, isFailed } from "./artifact.ts";
import { shelfOf } from "./artifacts.ts";
import { attemptOf } from "./attempts.ts";
import type { Env } from "./env.ts";
import { GUEST, GUEST_DIGEST } from "./guest.generated.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { Failed, CallTarget } from "./invocation.ts";
import { attemptName, stemOf } from "./isolateName.ts";
import type { IsolateId } from "./loadedIsolates.ts";

const COMPATIBILITY_DATE = "2026-07-01";
const COMPATIBILITY_FLAGS = ["nodejs_als"];

const ENTRY = "entry.js";
const PLUGIN_FOLDER = "plugin/";

/** A call target with two names derived from it, computed once for all calls. */
export interface IsolateTarget {
  readonly target: CallTarget;
  /** The isolate's name without the number of the attempt. */
  readonly stem: string;
  readonly owner: string;
}

export function isolateTarget(place: CallTarget): IsolateTarget {
  return { target: place, stem: stemOf(place, [place.grantHash, GUEST_DIGEST]), owner: ownerName(place) };
}

export function isolateId({ stem, owner }: IsolateTarget): IsolateId {
  const attempt = attemptOf(stem);
  return { stem, attempt, name: attemptName(stem, attempt), owner };
}

/** The owner of an isolate, as text to compare: tenant, site and plugin. */
export const ownerName = ({ tenant, site, plugin }: Pick<CallTarget, "tenant" | "site" | "plugin">): string =>
  JSON.stringify([tenant, site, plugin]);

/** Modules are evaluated in the order of these imports, so the guest locks the realm before the plugin runs. */
const entryText = (main: string): string =>
  [
    `import { Guest, adopt } from "./guest.js";`,
    `import * as plugin from ${JSON.stringify(`./${PLUGIN_FOLDER}${main}`)};`,
    "adopt(plugin);",
    "export { Guest as default };",
  ].join("\n");

const isModule = (path: string): boolean => /\.m?js$/.test(path);

const asModules = (texts: readonly (readonly [path: string, js: string])[]): WorkerLoaderWorkerCode["modules"] =>
  Object.fromEntries(texts.map(([path, js]) => [path, { js }]));

/**
 * Passes only JavaScript files to the loader. The plugin's files get a folder of their own, so none can replace the
 * guest.
 */
function modulesOf({ files }: PluginArtifact, { main }: PluginCode): WorkerLoaderWorkerCode["modules"] {
  const modules = Object.entries(files).filter(([path]) => isModule(path));
  return {
    [ENTRY]: { js: entryText(main) },
    ...asModules(Object.entries(GUEST)),
    ...asModules(modules.map(([path, js]) => [PLUGIN_FOLDER + path, js])),
  };
}

function workerCode(artifact: PluginArtifact, code: PluginCode): WorkerLoaderWorkerCode {
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: COMPATIBILITY_FLAGS,
    mainModule: ENTRY,
    modules: modulesOf(artifact, code),
    env: {},
    globalOutbound: null,
    limits: { cpuMs: code.limits?.cpuMs ?? CALL_CPU_MS, subRequests: CALL_MAX_SUBREQUESTS },
  };
}

/** The code of a call target. The digest is checked again over the bytes just read from the store. */
export async function loadCode(env: Env, { digest, plugin }: CallTarget): Promise<WorkerLoaderWorkerCode | Failed> {
  const artifact = await shelfOf(env, digest).read();
  if (!artifact) return callFailure("artifact_missing");
  const code = await openArtifact(artifact, digest);
  if (isFailed(code)) return code;
  return code.id === plugin ? workerCode(artifact, code) : callFailure("digest_mismatch");
}

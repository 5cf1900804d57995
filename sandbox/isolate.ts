/**
 * How foreign code is loaded. It is given no binding, no network and no flag but the one its guest needs; whatever
 * it can do, it does with the lease of a call. The date stays before 2026-08-04: from then on the platform gives
 * every worker Node's modules unasked.
 */
import { CALL_CPU_MS, CALL_MAX_SUBREQUESTS } from "../manifests/bounds.ts";
import type { Artifact, PluginCode } from "./artifact.ts";
import { openArtifact, isFailed } from "./artifact.ts";
import { shelfOf } from "./artifacts.ts";
import { attemptOf } from "./attempts.ts";
import type { Env } from "./env.ts";
import { GUEST, GUEST_DIGEST } from "./guest.generated.ts";
import { failed } from "./invocation.ts";
import type { Failed, Place } from "./invocation.ts";
import { nameOf, stemOf } from "./isolateName.ts";
import type { IsolateId } from "./loaded.ts";

const COMPATIBILITY_DATE = "2026-07-01";
const COMPATIBILITY_FLAGS = ["nodejs_als"];

const ENTRY = "entry.js";
const PLUGIN_FOLDER = "plugin/";

/** A place, and what is said of it in every call. */
export interface Placed {
  readonly place: Place;
  /** How its isolates are called, without the number of the attempt. */
  readonly stem: string;
  readonly owner: string;
}

export function placed(place: Place): Placed {
  return { place, stem: stemOf(place, [place.grantHash, GUEST_DIGEST]), owner: ownerName(place) };
}

export function isolateId({ stem, owner }: Placed): IsolateId {
  const attempt = attemptOf(stem);
  return { stem, attempt, name: nameOf(stem, attempt), owner };
}

/** Whose an isolate is. */
export const ownerName = ({ tenant, site, plugin }: Pick<Place, "tenant" | "site" | "plugin">): string =>
  JSON.stringify([tenant, site, plugin]);

/** Modules are evaluated in the order they are named: the guest locks its realm before the plugin is looked at. */
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

/** Only JavaScript goes in, and under a folder of its own, so that no file can take the place of the guest. */
function modulesOf({ files }: Artifact, { main }: PluginCode): WorkerLoaderWorkerCode["modules"] {
  const modules = Object.entries(files).filter(([path]) => isModule(path));
  return {
    [ENTRY]: { js: entryText(main) },
    ...asModules(Object.entries(GUEST)),
    ...asModules(modules.map(([path, js]) => [PLUGIN_FOLDER + path, js])),
  };
}

function workerCode(artifact: Artifact, code: PluginCode): WorkerLoaderWorkerCode {
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

/** The code that is called, from bytes that were checked after they were read. */
export async function codeOf(env: Env, { digest, plugin }: Place): Promise<WorkerLoaderWorkerCode | Failed> {
  const artifact = await shelfOf(env, digest).read();
  if (!artifact) return failed("artifact_missing");
  const code = await openArtifact(artifact, digest);
  if (isFailed(code)) return code;
  return code.id === plugin ? workerCode(artifact, code) : failed("digest_mismatch");
}

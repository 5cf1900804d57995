import { LOADER_ANSWER_MS } from "../manifests/bounds.ts";
import { LATE, within } from "./within.ts";

/** Asked by whoever is bound to the sandbox: can plugin code run here, and if not, why. */
export interface LoaderState {
  readonly available: boolean;
  readonly reason?: string;
  /** It was asked and said nothing, which is no word about what this deployment can do. */
  readonly silent?: true;
}

/** The sandbox worker, as far as it is asked. */
export interface AvailabilityStub {
  availability(): Promise<{ readonly available: boolean }>;
}

const NO_SANDBOX: LoaderState = { available: false, reason: "this deployment has no plugin sandbox" };
const NO_LOADER: LoaderState = { available: false, reason: "the plugin sandbox has no worker loader" };
const SILENT: LoaderState = { available: false, reason: "the plugin sandbox does not answer", silent: true };

/** Never rejects: a sandbox that does not answer is one that is not available. */
export async function askLoader(sandbox: AvailabilityStub | undefined): Promise<LoaderState> {
  if (!sandbox) return NO_SANDBOX;
  try {
    const said = await within(LOADER_ANSWER_MS, sandbox.availability());
    if (said === LATE) throw new Error(`nothing for ${LOADER_ANSWER_MS} ms`);
    return said.available ? { available: true } : NO_LOADER;
  } catch (error) {
    console.error(JSON.stringify({ event: "plugin_sandbox_silent", error: String(error) }));
    return SILENT;
  }
}

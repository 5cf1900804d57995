import { LOADER_ANSWER_MS } from "../manifests/bounds/plugins.ts";
import type { LoaderState } from "../manifests/loaderState.ts";
import { visibleJson } from "../manifests/visible.ts";
import { LATE, within } from "./within.ts";

/** The method of the sandbox worker that tells whether plugin code can run. */
export interface AvailabilityStub {
  availability(): Promise<{ readonly available: boolean }>;
}

const NO_SANDBOX: LoaderState = { available: false, reason: "this deployment has no plugin sandbox" };
const NO_LOADER: LoaderState = { available: false, reason: "the plugin sandbox has no worker loader" };
const SILENT: LoaderState = { available: false, reason: "the plugin sandbox does not answer", silent: true };

/** Asks whether plugin code can run. Never rejects: a sandbox that does not answer in time counts as unavailable. */
export async function askLoader(sandbox: AvailabilityStub | undefined): Promise<LoaderState> {
  if (!sandbox) return NO_SANDBOX;
  try {
    const answer = await within(LOADER_ANSWER_MS, sandbox.availability());
    if (answer === LATE) throw new Error(`no answer within ${LOADER_ANSWER_MS} ms`);
    return answer.available ? { available: true } : NO_LOADER;
  } catch (error) {
    console.error(visibleJson({ event: "plugin_sandbox_silent", error: String(error) }));
    return SILENT;
  }
}

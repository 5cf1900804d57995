import type { LoaderState } from "../../runtime/plugins/loaderKnowledge.ts";
import type { Artifact } from "../../sandbox/artifact.ts";
import type { Failed, Invoked, LeaseStub } from "../../sandbox/invocation.ts";

/** The plugin sandbox worker as a workspace reaches it. */
export interface PluginSandbox {
  availability(): Promise<{ readonly available: boolean; readonly reason?: string }>;
  put(digest: string, artifact: Artifact): Promise<{ readonly ok: true } | Failed>;
  invoke(request: unknown, lease: LeaseStub): Promise<Invoked>;
}

const NO_SANDBOX: LoaderState = { available: false, reason: "this deployment has no plugin sandbox" };
const NO_LOADER: LoaderState = { available: false, reason: "the plugin sandbox has no worker loader" };
const SILENT: LoaderState = { available: false, reason: "the plugin sandbox does not answer" };

/** Whether plugin code can run here, and why not. */
export async function askLoader(sandbox: PluginSandbox | undefined): Promise<LoaderState> {
  if (!sandbox) return NO_SANDBOX;
  try {
    return (await sandbox.availability()).available ? { available: true } : NO_LOADER;
  } catch (error) {
    console.error(JSON.stringify({ event: "plugin_sandbox_silent", error: String(error) }));
    return SILENT;
  }
}

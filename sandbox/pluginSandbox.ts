import type { PluginArtifact } from "./artifact.ts";
import type { InvokeStub } from "./askSandbox.ts";
import type { AvailabilityStub } from "./availability.ts";
import type { Failed } from "./invocation.ts";

/** The plugin sandbox worker, as the workers bound to it call it. */
export interface PluginSandbox extends AvailabilityStub, InvokeStub {
  put(digest: string, artifact: PluginArtifact): Promise<{ readonly ok: true } | Failed>;
  evict(owner: unknown): Promise<{ readonly ended: number }>;
}

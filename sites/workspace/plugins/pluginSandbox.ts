import type { Artifact } from "../../../sandbox/artifact.ts";
import type { InvokeStub } from "../../../sandbox/askSandbox.ts";
import type { AvailabilityStub } from "../../../sandbox/availability.ts";
import type { Failed } from "../../../sandbox/invocation.ts";

/** The plugin sandbox worker as a workspace reaches it. */
export interface PluginSandbox extends AvailabilityStub, InvokeStub {
  put(digest: string, artifact: Artifact): Promise<{ readonly ok: true } | Failed>;
  evict(owner: unknown): Promise<{ readonly ended: number }>;
}

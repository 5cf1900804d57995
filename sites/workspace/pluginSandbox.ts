import type { Artifact } from "../../sandbox/artifact.ts";
import type { AvailabilityStub } from "../../sandbox/availability.ts";
import type { Failed, LeaseStub } from "../../sandbox/invocation.ts";

/** The plugin sandbox worker as a workspace reaches it. */
export interface PluginSandbox extends AvailabilityStub {
  put(digest: string, artifact: Artifact): Promise<{ readonly ok: true } | Failed>;
  /** JSON of an `Invocation`; the answer is JSON of an `Invoked`. */
  invoke(request: string, lease: LeaseStub): Promise<string>;
  evict(owner: unknown): Promise<{ readonly ended: number }>;
}

import type { Artifact } from "../../sandbox/artifact.ts";
import type { AvailabilityStub } from "../../sandbox/availability.ts";
import type { Failed, Invoked, LeaseStub } from "../../sandbox/invocation.ts";

/** The plugin sandbox worker as a workspace reaches it. */
export interface PluginSandbox extends AvailabilityStub {
  put(digest: string, artifact: Artifact): Promise<{ readonly ok: true } | Failed>;
  invoke(request: unknown, lease: LeaseStub): Promise<Invoked>;
  evict(owner: unknown): Promise<{ readonly ended: number }>;
}

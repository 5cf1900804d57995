/**
 * The plugin sandbox worker. It has no address and no tenant's binding: whoever is bound to it brings a lease, and
 * the lease is all a plugin has.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { CALLS_IN_FLIGHT, CALLS_PER_BATCH } from "../manifests/bounds.ts";
import { artifactShape, isFailed, openArtifact } from "./artifact.ts";
import { shelfOf } from "./artifacts.ts";
import { evict } from "./ending.ts";
import type { Env } from "./env.ts";
import { digestShape, failed } from "./invocation.ts";
import type { Failed, Invoked, LeaseStub } from "./invocation.ts";
import { invoke } from "./invoke.ts";
import { inLanes } from "./lanes.ts";

export { PluginArtifactDO } from "./artifactObject.ts";

interface LeasedCall {
  readonly request: unknown;
  readonly lease: LeaseStub;
}

export default class PluginSandbox extends WorkerEntrypoint<Env> {
  /** Whether plugin code can run here at all. */
  availability(): { available: true } | { available: false; reason: "loader_unavailable" } {
    return this.env.PLUGIN_LOADER ? { available: true } : { available: false, reason: "loader_unavailable" };
  }

  /** Keeps the files of a package under its digest. Doing it again does nothing. */
  async put(digest: unknown, artifact: unknown): Promise<{ ok: true } | Failed> {
    const named = digestShape.safeParse(digest);
    const shaped = artifactShape.safeParse(artifact);
    if (!named.success || !shaped.success) return failed("invalid_call");
    const opened = await openArtifact(shaped.data, named.data);
    if (isFailed(opened)) return opened;
    await shelfOf(this.env, named.data).write(shaped.data);
    return { ok: true };
  }

  /** Ends the isolates of one plugin of one site: it was removed, or what it may do was changed. */
  evict(owner: unknown): Promise<{ ended: number }> {
    return evict(this.env, owner);
  }

  invoke(request: unknown, lease: LeaseStub): Promise<Invoked> {
    return invoke(this.env, request, lease);
  }

  /** Several plugins of one moment, as many at once as the platform allows for one request. */
  async invokeAll(calls: readonly LeasedCall[]): Promise<Invoked[]> {
    const [now, tooMany] = [calls.slice(0, CALLS_PER_BATCH), calls.slice(CALLS_PER_BATCH)];
    const invoked = await inLanes(now, CALLS_IN_FLIGHT, ({ request, lease }) => invoke(this.env, request, lease));
    return [...invoked, ...tooMany.map(() => ({ ...failed("invalid_call", "Too many at once."), durationMs: 0 }))];
  }
}

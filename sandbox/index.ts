/**
 * The plugin sandbox worker. It has no address and no binding of a tenant. A bound worker brings a lease, and the lease
 * is all that a plugin has.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { artifactShape, isFailed, openArtifact } from "./artifact.ts";
import { shelfOf } from "./artifacts.ts";
import { evict } from "./ending.ts";
import type { Env } from "./env.ts";
import { digestShape, failedInvocation } from "./invocation.ts";
import type { Failed, LeaseStub } from "./invocation.ts";
import { invoke } from "./invoke.ts";

export { PluginArtifactDO } from "./artifactObject.ts";

export default class PluginSandbox extends WorkerEntrypoint<Env> {
  /** Tells whether plugin code can run here. */
  availability(): { available: true } | { available: false; reason: "loader_unavailable" } {
    return this.env.PLUGIN_LOADER ? { available: true } : { available: false, reason: "loader_unavailable" };
  }

  /** Keeps the files of a package under its digest. Doing it again does nothing. */
  async put(digest: unknown, artifact: unknown): Promise<{ ok: true } | Failed> {
    const named = digestShape.safeParse(digest);
    const shaped = artifactShape.safeParse(artifact);
    if (!named.success || !shaped.success) return failedInvocation("invalid_call");
    const opened = await openArtifact(shaped.data, named.data);
    if (isFailed(opened)) return opened;
    await shelfOf(this.env, named.data).write(shaped.data);
    return { ok: true };
  }

  /** Ends the isolates of one plugin of one site, after it was removed or its grant changed. */
  evict(owner: unknown): Promise<{ ended: number }> {
    return evict(this.env, owner);
  }

  /** Takes and answers text: the platform needs longer to copy values than to carry their JSON. */
  invoke(place: unknown, call: unknown, lease: LeaseStub): Promise<string> {
    return invoke(this.env, { place, call, lease });
  }
}

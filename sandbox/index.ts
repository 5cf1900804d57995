/**
 * The plugin sandbox worker. It has no public address and no binding to a tenant. The worker that calls it sends a
 * lease, and that lease is all a plugin can use.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { artifactShape, isFailed, openArtifact } from "./artifact.ts";
import { shelfOf } from "./artifacts.ts";
import { evict } from "./ending.ts";
import type { Env } from "./env.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import { digestShape, type Failed, type LeaseStub } from "./invocation.ts";
import { invoke } from "./invoke.ts";

export { PluginArtifactDO } from "./artifactObject.ts";

export default class PluginSandbox extends WorkerEntrypoint<Env> {
  /** Tells whether plugin code can run here. */
  availability(): { available: true } | { available: false; reason: "loader_unavailable" } {
    return this.env.PLUGIN_LOADER ? { available: true } : { available: false, reason: "loader_unavailable" };
  }

  /** Stores the files of a package under its digest. Storing the same package again changes nothing. */
  async put(digest: unknown, artifact: unknown): Promise<{ ok: true } | Failed> {
    const named = digestShape.safeParse(digest);
    const shaped = artifactShape.safeParse(artifact);
    if (!named.success || !shaped.success) return callFailure("invalid_call");
    const opened = await openArtifact(shaped.data, named.data);
    if (isFailed(opened)) return opened;
    await shelfOf(this.env, named.data).write(shaped.data);
    return { ok: true };
  }

  /** Ends the isolates of one plugin of one site, for example after the plugin was removed or its grant changed. */
  evict(owner: unknown): Promise<{ ended: number }> {
    return evict(this.env, owner);
  }

  /** Takes and answers text: the platform copies structured values more slowly than text. */
  invoke(place: unknown, call: unknown, lease: LeaseStub): Promise<string> {
    return invoke(this.env, { place, call, lease });
  }
}

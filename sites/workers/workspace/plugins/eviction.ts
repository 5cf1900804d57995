import { visibleJson } from "../../../../manifests/visible.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";

/** The plugin whose isolates are evicted. */
export interface PluginOwner {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
}

/**
 * Evicts isolates to free their memory. Correctness does not depend on it, because isolates are named by digest and
 * grant.
 */
export async function evictFrom(sandbox: PluginSandbox, owner: PluginOwner): Promise<void> {
  try {
    await sandbox.evict(owner);
  } catch (error) {
    console.error(visibleJson({ event: "plugin_sandbox_silent", plugin: owner.plugin, error: String(error) }));
  }
}

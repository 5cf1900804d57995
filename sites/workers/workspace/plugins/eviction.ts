import { visibleJson } from "../../../../manifests/visible.ts";
import type { CommandName } from "../../../../runtime/commandNames.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";

/** Commands that make a plugin's isolates useless: its files or its grant changed, or it was removed. */
const ENDINGS: ReadonlySet<CommandName> = new Set<CommandName>([
  "plugin.install",
  "plugin.add",
  "plugin.grant",
  "plugin.revoke",
  "plugin.state",
  "plugin.remove",
]);

/** The plugin whose isolates are evicted. */
export interface PluginOwner {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
}

interface Answered {
  readonly id?: string;
  readonly plugin?: string;
  /** The uploaded version that awaits consent; if set, the running version has not changed. */
  readonly waiting?: object | null;
}

/** The plugin whose isolates a command made useless; undefined for other commands. `json` is the command's answer. */
export function pluginChangedBy(name: CommandName, json: string): string | undefined {
  if (!ENDINGS.has(name)) return undefined;
  const { id, plugin = id, waiting } = JSON.parse(json) as Answered;
  return name === "plugin.install" && waiting ? undefined : plugin;
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

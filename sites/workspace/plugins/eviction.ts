import { visibleJson } from "../../../manifests/visible.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";

/** Commands after which a plugin's isolates serve nobody: other bytes, another grant, or none. */
const ENDINGS: ReadonlySet<CommandName> = new Set<CommandName>([
  "plugin.install",
  "plugin.add",
  "plugin.grant",
  "plugin.revoke",
  "plugin.state",
  "plugin.remove",
]);

/** The owner of the isolates to evict, in the words of the sandbox. */
export interface PluginOwner {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
}

interface Answered {
  readonly id?: string;
  readonly plugin?: string;
  /** A version that waits: the upload has changed nothing of what runs. */
  readonly waiting?: object | null;
}

/** The plugin a command has ended the isolates of; `json` is what the command answered. */
export function endedBy(name: CommandName, json: string): string | undefined {
  if (!ENDINGS.has(name)) return undefined;
  const { id, plugin = id, waiting } = JSON.parse(json) as Answered;
  return name === "plugin.install" && waiting ? undefined : plugin;
}

/** Gives back memory, and nothing depends on it: no call finds an isolate of another digest or grant by its name. */
export async function evictFrom(sandbox: PluginSandbox, owner: PluginOwner): Promise<void> {
  try {
    await sandbox.evict(owner);
  } catch (error) {
    console.error(visibleJson({ event: "plugin_sandbox_silent", plugin: owner.plugin, error: String(error) }));
  }
}

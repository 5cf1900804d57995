import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";

export interface Env {
  readonly REHEARSAL: DurableObjectNamespace;
  readonly PLUGIN_SANDBOX: PluginSandbox;
}

import type { PluginSandbox } from "../workspace/plugins/pluginSandbox.ts";

export interface Env {
  readonly REHEARSAL: DurableObjectNamespace;
  readonly PLUGIN_SANDBOX: PluginSandbox;
}

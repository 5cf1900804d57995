/**
 * Bindings of the plugin sandbox worker: the loader that runs code, and the store of plugin files. The worker has no
 * binding to any tenant's data.
 */
export interface Env {
  /** Missing on plans and machines without worker loaders. Then no plugin code runs. */
  readonly PLUGIN_LOADER?: WorkerLoader;
  readonly PLUGIN_ARTIFACTS: DurableObjectNamespace;
}

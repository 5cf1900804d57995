/** Bindings of the plugin sandbox worker: where code runs, and where its files lie. No tenant's anything. */
export interface Env {
  /** Missing on plans and machines without worker loaders; then no plugin code runs at all. */
  readonly PLUGIN_LOADER?: WorkerLoader;
  readonly PLUGIN_ARTIFACTS: DurableObjectNamespace;
}

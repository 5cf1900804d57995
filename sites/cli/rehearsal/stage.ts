/**
 * The values that every test of a run gets by `inject`. Authors' editors read this type too, so it names nothing
 * internal.
 */
export interface Stage extends StagedPlugin {
  readonly url: string;
  /** The address at which a new process of the sandbox, or another plugin's package, is asked for. */
  readonly door: string;
  readonly trustKeys: string;
  /** First-party plugins it may need. */
  readonly pack: readonly object[];
}

/** A plugin that was packed and signed for this run. */
export interface StagedPlugin {
  readonly plugin: string;
  readonly document: string;
  /** Leads from places in a bundle to its sources; absent if the plugin's modules are as they were written. */
  readonly bundle?: { readonly main: string; readonly sourceMap: string };
  /** Milliseconds that one of the plugin's calls may take. */
  readonly wallMs: number;
}

declare module "vitest" {
  interface ProvidedContext {
    stage: Stage;
  }
}

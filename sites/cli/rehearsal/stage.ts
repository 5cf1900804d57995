/**
 * Values that each test file of a run gets by `inject`. Authors' editors read this type too, so it names nothing
 * internal.
 */
export interface Stage extends StagedPlugin {
  readonly url: string;
  /** The address of the process that restarts the sandbox and packs further plugins. */
  readonly door: string;
  readonly trustKeys: string;
  /** First-party plugins that the plugin may need. */
  readonly pack: readonly object[];
}

/** A plugin, packed and signed for this run. */
export interface StagedPlugin {
  readonly plugin: string;
  readonly document: string;
  /** The bundle with its source map; undefined if packing bundled nothing. */
  readonly bundle?: { readonly main: string; readonly sourceMap: string };
  /** The time limit of one call of the plugin, in milliseconds. */
  readonly wallMs: number;
}

declare module "vitest" {
  interface ProvidedContext {
    stage: Stage;
  }
}

/**
 * The values that every test of a run gets by `inject`. Authors' editors read this type too, so it names nothing
 * internal.
 */
export interface Stage {
  readonly url: string;
  /** Any request to it is answered once the sandbox has a new process. */
  readonly renewal: string;
  readonly plugin: string;
  readonly document: string;
  readonly trustKeys: string;
  /** Leads from places in a bundle to its sources; absent if the plugin's modules are as they were written. */
  readonly bundle?: { readonly main: string; readonly sourceMap: string };
  /** Milliseconds that one of the plugin's calls may take. */
  readonly wallMs: number;
  /** First-party plugins it may need. */
  readonly pack: readonly object[];
}

declare module "vitest" {
  interface ProvidedContext {
    stage: Stage;
  }
}

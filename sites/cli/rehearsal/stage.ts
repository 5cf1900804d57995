/** What every test of a run finds with `inject`. Authors' editors read this too, so it names nothing of our own. */
export interface Stage {
  readonly url: string;
  readonly plugin: string;
  readonly document: string;
  readonly trustKeys: string;
  /** First-party plugins it may need. */
  readonly pack: readonly object[];
}

declare module "vitest" {
  interface ProvidedContext {
    stage: Stage;
  }
}

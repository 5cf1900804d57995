/** What is read of a message before the protocol's own handler has checked it. */
export interface CallMessage {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly arguments?: { readonly dryRun?: unknown; readonly kind?: unknown } | null };
}

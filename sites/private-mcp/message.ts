/** The members of a message that we read before the protocol's handler has checked it. */
export interface CallMessage {
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly arguments?: { readonly dryRun?: unknown; readonly kind?: unknown } | null;
  };
}

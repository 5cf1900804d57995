/** The members of a message that this worker reads before the protocol's handler has validated it. */
export interface CallMessage {
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly arguments?: { readonly dryRun?: unknown; readonly kind?: unknown } | null;
  };
}

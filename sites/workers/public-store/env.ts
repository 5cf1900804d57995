export interface Env {
  readonly STORES: DurableObjectNamespace;
  /** The program that learns of damaged values. */
  readonly HOST: { fetch(url: string, init?: RequestInit): Promise<Response> };
}

export interface Listing {
  readonly prefix: string;
  readonly limit?: number;
  readonly cursor?: string | null;
}

export type Listed = { readonly keys: readonly { readonly name: string }[] } & (
  | { readonly list_complete: true }
  | { readonly list_complete: false; readonly cursor: string }
);

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
/** A worker's configuration as wrangler reads it. */
export type Config = Readonly<Record<string, Json>>;

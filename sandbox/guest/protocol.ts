/**
 * What crosses the wall, seen from inside. The bounds repeat the lender's, which are the ones that hold: here they
 * save a plugin a crossing that would be refused, and the lender the memory to receive it.
 */
export const LINE_MAX_CHARS = 1_000;
export const LINES_PER_WRITE = 20;
export const LINES_MAX = 100;
export const CALLS_AT_ONCE = 6;
export const ARGUMENT_MAX_CHARS = 256 * 1024;
export const RESULT_MAX_CHARS = 256 * 1024;
export const ERROR_MAX_CHARS = 1_000;

/** What the lender sends back: a value or a reason. */
export type Reply = { readonly value: unknown } | { readonly error: { readonly code: string; readonly message: string } };

export interface Call {
  readonly point: string;
  readonly name: string;
  readonly input: unknown;
  readonly site?: { readonly id: string; readonly origin: string };
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The end of the loan this isolate is handed with a call. */
export interface LeaseStub {
  call(capability: string, json: string): Promise<string>;
}

/**
 * The protocol with the lender, seen from inside. The lender's bounds are the ones that hold. Repeating them here saves
 * a plugin a refused crossing, and the lender the memory to receive it.
 */
export const LINE_MAX_CHARS = 1_000;
export const LINES_PER_WRITE = 20;
export const LINES_MAX = 100;
export const CALLS_AT_ONCE = 6;
export const ARGUMENT_MAX_CHARS = 256 * 1024;
export const RESULT_MAX_CHARS = 256 * 1024;
export const ERROR_MAX_CHARS = 1_000;
export const STACK_MAX_CHARS = 4_000;

/** The lender's reply: a value or an error. */
export type LenderReply =
  | { readonly value: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

export interface GuestCall {
  readonly point: string;
  readonly name: string;
  readonly input: unknown;
  readonly site?: { readonly id: string; readonly origin: string };
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly additions?: Readonly<Record<string, readonly unknown[]>>;
}

/** The end of the loan this isolate is handed with a call. */
export interface LeaseStub {
  call(capability: string, json: string): Promise<string>;
}

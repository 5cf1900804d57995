/**
 * The limits and messages of the protocol with the lender, as the guest knows them. The lender enforces its own limits.
 * The guest repeats them to spare the plugin a refused request and the lender the memory for receiving one.
 */
export const LINE_MAX_CHARS = 1_000;
export const LINES_PER_WRITE = 20;
export const LINES_MAX = 100;
export const CALLS_AT_ONCE = 6;
export const CALLS_TO_HOST_AT_ONCE = 4;
export const BODY_MAX_BYTES = 160 * 1024;
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
  readonly site?: {
    readonly id: string;
    readonly name: string;
    readonly origin: string;
    readonly language: string;
    readonly timeZone: string;
  };
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly additions?: Readonly<Record<string, readonly unknown[]>>;
}

/** The lease's stub that the isolate gets with a call. */
export interface LeaseStub {
  call(capability: string, json: string): Promise<string>;
}

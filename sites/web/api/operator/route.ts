import * as z from "zod/mini";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import type { Env } from "../../powers/env.ts";
import type { Cursor } from "../request/cursor.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import type { Parameters } from "../request/parameter.ts";
import type { Download } from "../request/route.ts";

/** An operator's request whose bearer and shape were accepted. */
export interface OperatorCall<B = unknown> {
  readonly env: Env;
  readonly request: Request;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
  readonly params: Readonly<Record<string, string>>;
  readonly cursor: Cursor | undefined;
  readonly body: B;
  /** The operator's name and the request's digest, for audit. */
  readonly audit: OperatorAudit;
}

/** A file that an operator sends, with its announced length. */
export interface OperatorFile {
  readonly stream: ReadableStream<Uint8Array>;
  readonly bytes: number;
}

export interface OperatorAnswer {
  readonly status: 200 | 201;
  readonly value: unknown;
  /** A streamed file instead of a value. */
  readonly download?: Download;
}

/** One operator route. The router and the API description are built from these rows. */
export interface OperatorRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params: Parameters;
  /** True for a list with a cursor. */
  readonly paged: boolean;
  readonly body: z.ZodMiniType | null;
  readonly bodyBytes: number;
  /** True for a route whose body is a file. */
  readonly receives: boolean;
  readonly output: z.ZodMiniType;
  /** The media type of an answer that is no JSON. */
  readonly answers: string | null;
  readonly statuses: readonly (200 | 201)[];
  readonly refuses: readonly RefusalCode[];
  /** True if the route requires the provisioning secret. Operator tokens cannot make, list or revoke tokens. */
  readonly secretOnly: boolean;
  run(call: OperatorCall): Promise<OperatorAnswer>;
}

type Described = Pick<OperatorRoute, "method" | "path" | "summary" | "output"> &
  Partial<Pick<OperatorRoute, "params" | "paged" | "refuses" | "secretOnly">>;

const REST = {
  params: {},
  paged: false,
  refuses: [],
  secretOnly: false,
  body: null,
  bodyBytes: 0,
  receives: false,
  answers: null,
  statuses: [200],
} as const;

/** A route without a body that answers 200. */
export function plain(described: Described & { run(call: OperatorCall): Promise<unknown> }): OperatorRoute {
  return { ...REST, ...described, run: async (call) => ({ status: 200, value: await described.run(call) }) };
}

/** A route that answers a file. */
export function giving(
  answers: string,
  described: Omit<Described, "output"> & { run(call: OperatorCall): Promise<Download> },
): OperatorRoute {
  const run = async (call: OperatorCall) =>
    ({ status: 200, value: null, download: await described.run(call) }) as const;
  return { ...REST, ...described, answers, output: z.string(), run };
}

/** A route whose body is a file of at most so many bytes. */
export function receiving(
  bodyBytes: number,
  described: Described & { run(call: OperatorCall<OperatorFile>): Promise<unknown> },
): OperatorRoute {
  const { run, ...rest } = described;
  return {
    ...REST,
    ...rest,
    bodyBytes,
    receives: true,
    run: async (call) => ({ status: 200, value: await run(call as OperatorCall<OperatorFile>) }),
  };
}

/** A route with a JSON body that answers 200. */
export function taking<B>(
  bodyBytes: number,
  body: z.ZodMiniType<B>,
  described: Described & { run(call: OperatorCall<B>): Promise<unknown> },
): OperatorRoute {
  const { run, ...rest } = described;
  return {
    ...REST,
    ...rest,
    body,
    bodyBytes,
    run: async (call) => ({ status: 200, value: await run(call as OperatorCall<B>) }),
  };
}

/** A route with a JSON body that answers 201 if it created something. */
export function creating<B>(
  bodyBytes: number,
  body: z.ZodMiniType<B>,
  described: Described & { run(call: OperatorCall<B>): Promise<OperatorAnswer> },
): OperatorRoute {
  const { run, ...rest } = described;
  return { ...REST, ...rest, statuses: [200, 201], body, bodyBytes, run: (call) => run(call as OperatorCall<B>) };
}

/** The shapes of a call to the sandbox and of its answer. */
import * as z from "zod/mini";
import { CALL_MAX_WALL_MS, GRANT_HASH_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { TENANT_ID_MAX_CHARS } from "../manifests/bounds/operators.ts";
import type { CallFailure } from "../manifests/faults/callFailure.ts";
import type { RawFault } from "../manifests/faults/readFault.ts";
import { pluginIdShape } from "../manifests/shapes/shape.ts";

const DIGEST = /^sha256-[A-Za-z0-9_-]{43}$/;

export const digestShape = z.string().check(z.regex(DIGEST));
const tenantShape = z.string().check(z.minLength(1), z.maxLength(TENANT_ID_MAX_CHARS), z.regex(/^[a-z0-9-]+$/));

/** The plugin version to call, the site it is called for, and the time limit in milliseconds. */
export const callTargetShape = z.strictObject({
  digest: digestShape,
  tenant: tenantShape,
  site: tenantShape,
  plugin: pluginIdShape,
  /** The hash of the grant that the lease was made from. Calls under different grants never share an isolate. */
  grantHash: z.string().check(z.minLength(1), z.maxLength(GRANT_HASH_MAX_CHARS)),
  wallMs: z.optional(z.int().check(z.minimum(1), z.maximum(CALL_MAX_WALL_MS))),
});

export type CallTarget = z.infer<typeof callTargetShape>;

/** The function to call, and its input. */
export interface FunctionCall {
  readonly point: string;
  readonly name: string;
  /** A JSON value. */
  readonly input: unknown;
}

/** The context of a call beside its input: site, settings, and the additions of other plugins to its lists. */
export interface About {
  readonly site: {
    readonly id: string;
    readonly name: string;
    readonly origin: string;
    readonly language: string;
    readonly timeZone: string;
  };
  readonly settings: Readonly<Record<string, unknown>>;
  /** Additions by the name of the list. Absent for a plugin without lists. */
  readonly additions?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

export interface PluginInvocation {
  readonly target: CallTarget;
  readonly call: FunctionCall;
  readonly about?: About | undefined;
}

/** The lease's stub as the sandbox sees it: one method, and no way to identify the lender. */
export interface LeaseStub {
  call(capability: string, json: string): Promise<string>;
}

/** A failure of the sandbox. */
export interface Failed extends CallFailure {
  /** The platform's error text about code that it could not load. */
  readonly said?: RawFault;
}

/** The answer of an invocation. It is no `Result`, because it crosses a worker boundary. */
export type InvocationAnswer = { readonly ok: true; readonly value: unknown } | Failed;

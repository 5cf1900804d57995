/** The sandbox's input and output. */
import * as z from "zod/mini";
import { CALL_MAX_WALL_MS, GRANT_HASH_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { TENANT_ID_MAX_CHARS } from "../manifests/bounds/operators.ts";
import type { Fault } from "../manifests/faults/fault.ts";
import type { RawFault } from "../manifests/faults/readFault.ts";
import { pluginIdShape } from "../manifests/shapes/shape.ts";

const DIGEST = /^sha256-[A-Za-z0-9_-]{43}$/;

export const digestShape = z.string().check(z.regex(DIGEST));
const tenantShape = z.string().check(z.minLength(1), z.maxLength(TENANT_ID_MAX_CHARS), z.regex(/^[a-z0-9-]+$/));

/** The code to call, the caller, and the allowed time. */
export const callTargetShape = z.strictObject({
  digest: digestShape,
  tenant: tenantShape,
  site: tenantShape,
  plugin: pluginIdShape,
  /** Names the grant the lease was made of. */
  grantHash: z.string().check(z.minLength(1), z.maxLength(GRANT_HASH_MAX_CHARS)),
  wallMs: z.optional(z.int().check(z.minimum(1), z.maximum(CALL_MAX_WALL_MS))),
});

export type CallTarget = z.infer<typeof callTargetShape>;

/** The function to call, and its input. */
export interface FunctionCall {
  readonly point: string;
  readonly name: string;
  /** Must survive JSON. */
  readonly input: unknown;
}

/** The context that a plugin knows beside its input: its site, its settings and what others add to its lists. */
export interface About {
  readonly site: { readonly id: string; readonly origin: string };
  readonly settings: Readonly<Record<string, unknown>>;
  /** By the list's name; absent for a plugin without lists. */
  readonly additions?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

export interface PluginInvocation {
  readonly target: CallTarget;
  readonly call: FunctionCall;
  readonly about?: About | undefined;
}

/** The end of a loan, as it arrives here: one method, and who made it cannot be seen. */
export interface LeaseStub {
  call(capability: string, json: string): Promise<string>;
}

/** The reasons why a call brought nothing. The last four hold everything a plugin itself does wrong. */
const FAILURES = {
  loader_unavailable: "This deployment cannot run plugin code.",
  invalid_call: "The call does not have the documented shape.",
  artifact_missing: "The plugin's files are not here.",
  digest_mismatch: "The plugin's files are not the ones that were signed.",
  not_executable: "The plugin has no code to run.",
  import_refused: "The plugin's code names modules it may not have.",
  plugin_broken: "The plugin broke off.",
  plugin_failed: "The plugin failed.",
  plugin_late: "The plugin did not answer in time.",
  plugin_answer: "The plugin's answer does not have the documented shape.",
} as const;

export type FailureCode = keyof typeof FAILURES;

export interface Failed {
  readonly ok: false;
  readonly code: FailureCode;
  /** Ours, except for what follows a plugin's name: that is the plugin's, shortened and escaped. */
  readonly message: string;
  /** The platform's words about code that it could not load. */
  readonly said?: RawFault;
  /** The failure as the call's reader may see it. */
  readonly fault?: Fault;
}

/**
 * The answer of an invocation. It is no `Result`, because it crosses a worker boundary. The caller reads the code and
 * the message beside each other, whatever version of the sandbox wrote them.
 */
export type InvocationAnswer = { readonly ok: true; readonly value: unknown } | Failed;

export const failedInvocation = (code: FailureCode, detail = ""): Failed => ({
  ok: false,
  code,
  message: detail === "" ? FAILURES[code] : `${FAILURES[code]} ${detail}`,
});

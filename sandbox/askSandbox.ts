/** Calls a plugin from a worker that is bound to the sandbox: serialises the call and parses the reply. */
import { CALL_ABOUT_MAX_CHARS, CALL_INPUT_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { InvocationAnswer, Failed, PluginInvocation, LeaseStub } from "./invocation.ts";
import { readReply } from "./readReply.ts";

/** The method of the sandbox worker that calls plugins. */
export interface InvokeStub {
  /** `place` is JSON of a `CallTarget`, `call` is text for the guest. Resolves to a reply that `readReply` parses. */
  invoke(place: string, call: string, lease: LeaseStub): Promise<string>;
}

/** Makes one call and does not retry. Rejects if the sandbox worker rejects. */
export async function askSandbox(
  sandbox: InvokeStub,
  { target: place, call, about }: PluginInvocation,
  lease: LeaseStub,
): Promise<InvocationAnswer> {
  const text = callText(call, about);
  return typeof text === "string" ? readReply(await sandbox.invoke(JSON.stringify(place), text, lease), call) : text;
}

/** Joins call and context as text, so that a long input is serialised only once. */
function callText(call: PluginInvocation["call"], about: PluginInvocation["about"]): string | Failed {
  const asked = JSON.stringify(call);
  if (asked.length > CALL_INPUT_MAX_CHARS) return callFailure("invalid_call", "The input is too long.");
  if (!about) return asked;
  const aboutText = JSON.stringify(about);
  if (aboutText.length > CALL_ABOUT_MAX_CHARS) return callFailure("invalid_call", "The settings are too long.");
  return `${asked.slice(0, -1)},${aboutText.slice(1)}`;
}

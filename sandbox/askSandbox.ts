/** Calls a plugin from a worker that is bound to the sandbox: writes the call and reads the reply. */
import { CALL_ABOUT_MAX_CHARS, CALL_INPUT_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { failedInvocation } from "./invocation.ts";
import type { InvocationAnswer, Failed, PluginInvocation, LeaseStub } from "./invocation.ts";
import { readReply } from "./readReply.ts";

/** The sandbox worker, as far as plugins are called through it. */
export interface InvokeStub {
  /** JSON of a `CallTarget`, and text for the guest; answers with a reply to be read by `readReply`. */
  invoke(place: string, call: string, lease: LeaseStub): Promise<string>;
}

/** Never more than one call; rejects when the sandbox does. */
export async function askSandbox(
  sandbox: InvokeStub,
  { target: place, call, about }: PluginInvocation,
  lease: LeaseStub,
): Promise<InvocationAnswer> {
  const text = callText(call, about);
  return typeof text === "string" ? readReply(await sandbox.invoke(JSON.stringify(place), text, lease), call) : text;
}

/** Joins call and context as text, so that a long input is serialised once. */
function callText(call: PluginInvocation["call"], about: PluginInvocation["about"]): string | Failed {
  const asked = JSON.stringify(call);
  if (asked.length > CALL_INPUT_MAX_CHARS) return failedInvocation("invalid_call", "The input is too long.");
  if (!about) return asked;
  const aboutText = JSON.stringify(about);
  if (aboutText.length > CALL_ABOUT_MAX_CHARS) return failedInvocation("invalid_call", "The settings are too long.");
  return `${asked.slice(0, -1)},${aboutText.slice(1)}`;
}

/**
 * The sandbox's reply: the guest's text unchanged, or a failure of the sandbox. The first character says which, so no
 * plugin can imitate the sandbox. The text is bounded; its reader parses it once (`readReply.ts`).
 */
import { CALL_RESULT_MAX_CHARS, LOADING_ERROR_MAX_CHARS, LOADING_STACK_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { Failed } from "./invocation.ts";

export const GUEST = "+";
export const SANDBOX = "-";

/** The guest's reply to a late call. A real answer is JSON and never empty. */
const NO_ANSWER = "";

/** Characters of the envelope around a result of the maximum length. */
const ENVELOPE_CHARS = 16;

export const replyOfSandbox = (failure: Failed): string => SANDBOX + JSON.stringify(failure);

/** Checks a guest's reply, which may be any value, and makes it a reply of the sandbox. */
export function replyOfGuest(text: unknown): string {
  // An object or function arrives as a stub: reading any member of it would call the plugin. So only `typeof` looks at
  // it.
  if (text === NO_ANSWER) return replyOfSandbox(callFailure("plugin_late"));
  if (typeof text !== "string") return replyOfSandbox(callFailure("plugin_answer"));
  if (text.length > CALL_RESULT_MAX_CHARS + ENVELOPE_CHARS)
    return replyOfSandbox(callFailure("plugin_answer", "The answer is too long."));
  return GUEST + text;
}

/** The platform's message before the error of code that it could not load. */
const NOT_LOADED = "Failed to start Worker:\nUncaught ";

/**
 * The failure of an isolate that broke. If the platform could not load the code, its message says where. A plugin can
 * imitate this message, but misleads only its own author.
 */
export function brokenReply(error: unknown): Failed {
  const broken = callFailure("plugin_broken");
  const words = error instanceof Error ? error.message : "";
  if (!words.startsWith(NOT_LOADED)) return broken;
  const [text = "", ...places] = words.slice(NOT_LOADED.length).split(/\n(?= {2}at )/);
  const stack = `\n${places.join("\n")}`.slice(0, LOADING_STACK_MAX_CHARS);
  return { ...broken, said: { error: text.slice(0, LOADING_ERROR_MAX_CHARS), stack } };
}

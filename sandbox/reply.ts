/**
 * The sandbox's reply: the guest's text as it came, or a failure of the sandbox. The first character says which, so no
 * plugin can imitate the sandbox. Only text of a bounded length passes; its reader parses it once.
 */
import * as z from "zod/mini";
import { answerShape } from "../capabilities/entryPoints.ts";
import { CALL_RESULT_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { parseStrictJson } from "../manifests/json/strictJson.ts";
import { failed } from "./invocation.ts";
import type { Answered, FunctionCall, Failed } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";

const GUEST = "+";
const SANDBOX = "-";

/** The guest's reply to a late call. A real answer is JSON and never empty. */
const NO_ANSWER = "";

const envelope = z.union([z.strictObject({ value: z.unknown() }), z.strictObject({ error: z.string() })]);

/** Room for the envelope around a result of the greatest length. */
const ENVELOPE_CHARS = 16;

export const replyOfSandbox = (failure: Failed): string => SANDBOX + JSON.stringify(failure);

/** Checks a guest's reply, which may be any value. */
export function replyOfGuest(text: unknown): string {
  // A stub of a function or an object of the plugin's: reading any member of it would call the plugin.
  if (text === NO_ANSWER) return replyOfSandbox(failed("plugin_late"));
  if (typeof text !== "string") return replyOfSandbox(failed("plugin_answer"));
  if (text.length > CALL_RESULT_MAX_CHARS + ENVELOPE_CHARS)
    return replyOfSandbox(failed("plugin_answer", "It is too long."));
  return GUEST + text;
}

export const readReply = (reply: string, call: FunctionCall): Answered =>
  reply.startsWith(GUEST)
    ? readAnswer(reply.slice(GUEST.length), call)
    : (JSON.parse(reply.slice(SANDBOX.length)) as Failed);

/** Text a stranger wrote. */
function readAnswer(text: string, { point, name }: FunctionCall): Answered {
  const parsed = parseStrictJson(text);
  const opened = envelope.safeParse(parsed.ok ? parsed.value : undefined);
  if (!opened.success) return failed("plugin_answer");
  if ("error" in opened.data) return failed("plugin_failed", pluginText(opened.data.error));
  const answer = answerShape(point, name)?.safeParse(opened.data.value);
  return answer?.success ? { ok: true, value: answer.data } : failed("plugin_answer");
}

/**
 * What comes back from the sandbox: the text of the guest, as it came, or a failure of the sandbox's own. The first
 * character says which, so that no plugin can answer with the sandbox's words. The sandbox lets nothing but text of a
 * bounded length through; it is read where it is needed, once.
 */
import * as z from "zod/mini";
import { answerShape } from "../capabilities/entryPoints.ts";
import { CALL_RESULT_MAX_CHARS } from "../manifests/bounds.ts";
import { parseStrictJson } from "../manifests/strictJson.ts";
import { failed } from "./invocation.ts";
import type { Answered, Call, Failed } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";

const GUEST = "+";
const SANDBOX = "-";

/** What a guest says of a call that has had its time: an answer is JSON, and never empty. */
const NO_ANSWER = "";

const envelope = z.union([z.strictObject({ value: z.unknown() }), z.strictObject({ error: z.string() })]);

/** Room for the envelope around a result of the greatest length. */
const ENVELOPE_CHARS = 16;

export const replyOfSandbox = (failure: Failed): string => SANDBOX + JSON.stringify(failure);

/** `text` is whatever came over the wall. */
export function replyOfGuest(text: unknown): string {
  // A stub of a function or an object of the plugin's: reading any member of it would call the plugin.
  if (text === NO_ANSWER) return replyOfSandbox(failed("plugin_late"));
  if (typeof text !== "string") return replyOfSandbox(failed("plugin_answer"));
  if (text.length > CALL_RESULT_MAX_CHARS + ENVELOPE_CHARS) return replyOfSandbox(failed("plugin_answer", "It is too long."));
  return GUEST + text;
}

export const readReply = (reply: string, call: Call): Answered =>
  reply.startsWith(GUEST) ? readAnswer(reply.slice(GUEST.length), call) : (JSON.parse(reply.slice(SANDBOX.length)) as Failed);

/** Text a stranger wrote. */
function readAnswer(text: string, { point, name }: Call): Answered {
  const parsed = parseStrictJson(text);
  const opened = envelope.safeParse(parsed.ok ? parsed.value : undefined);
  if (!opened.success) return failed("plugin_answer");
  if ("error" in opened.data) return failed("plugin_failed", pluginText(opened.data.error));
  const answer = answerShape(point, name)?.safeParse(opened.data.value);
  return answer?.success ? { ok: true, value: answer.data } : failed("plugin_answer");
}

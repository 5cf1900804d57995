/** What came back over the wall, read as what it is: text a stranger wrote. */
import * as z from "zod/mini";
import { answerShape } from "../capabilities/entryPoints.ts";
import { CALL_RESULT_MAX_CHARS } from "../manifests/bounds.ts";
import { parseStrictJson } from "../manifests/strictJson.ts";
import { failed } from "./invocation.ts";
import type { Answered, Invocation } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";

const envelope = z.union([z.strictObject({ value: z.unknown() }), z.strictObject({ error: z.string() })]);

/** Room for the envelope around a result of the greatest length. */
const ENVELOPE_CHARS = 16;

export function readAnswer(text: unknown, { point, name }: Invocation["call"]): Answered {
  // A stub of a function or an object of the plugin's: reading any member of it would call the plugin.
  if (typeof text !== "string") return failed("plugin_answer");
  if (text.length > CALL_RESULT_MAX_CHARS + ENVELOPE_CHARS) return failed("plugin_answer", "It is too long.");
  const parsed = parseStrictJson(text);
  const opened = envelope.safeParse(parsed.ok ? parsed.value : undefined);
  if (!opened.success) return failed("plugin_answer");
  if ("error" in opened.data) return failed("plugin_failed", pluginText(opened.data.error));
  const answer = answerShape(point, name)?.safeParse(opened.data.value);
  return answer?.success ? { ok: true, value: answer.data } : failed("plugin_answer");
}

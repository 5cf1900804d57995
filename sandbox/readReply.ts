/** Parses the sandbox's reply to a call: the answer in its documented shape, or the failure. */
import * as z from "zod/mini";
import { answerShape } from "../capabilities/entryPoints.ts";
import type { Fault } from "../manifests/faults/fault.ts";
import { readFault } from "../manifests/faults/readFault.ts";
import { visibleIssues } from "../manifests/faults/visibleIssues.ts";
import { parseStrictJson } from "../manifests/json/strictJson.ts";
import { issuesFromZod } from "../manifests/refusals/issues.ts";
import type { Issue } from "../manifests/refusals/refusal.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { InvocationAnswer, Failed, FunctionCall } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";
import { GUEST, SANDBOX } from "./reply.ts";

const envelope = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ error: z.string(), stack: z.string() }),
]);

export const readReply = (reply: string, call: FunctionCall): InvocationAnswer =>
  reply.startsWith(GUEST)
    ? readAnswer(reply.slice(GUEST.length), call)
    : withFault(JSON.parse(reply.slice(SANDBOX.length)) as Failed);

const withFault = ({ said, ...failure }: Failed): Failed =>
  said ? { ...failure, fault: faultOfLoading(readFault(said)) } : failure;

/** For a syntax error the platform counts columns from 0, for all other errors from 1. */
const faultOfLoading = (fault: Fault): Fault =>
  fault.name === "SyntaxError"
    ? { ...fault, places: fault.places.map((place) => ({ ...place, column: place.column + 1 })) }
    : fault;

/** Parses text that the plugin wrote, and trusts nothing in it. */
function readAnswer(text: string, { point, name }: FunctionCall): InvocationAnswer {
  const parsed = parseStrictJson(text);
  const opened = envelope.safeParse(parsed.ok ? parsed.value : undefined);
  if (!opened.success) return callFailure("plugin_answer");
  if ("error" in opened.data)
    return { ...callFailure("plugin_failed", pluginText(opened.data.error)), fault: readFault(opened.data) };
  const { value } = opened.data;
  const answer = answerShape(point, name)?.safeParse(value);
  if (answer?.success) return { ok: true, value: answer.data };
  return answer ? wrongAnswer(issuesFromZod(answer.error, value)) : callFailure("plugin_answer");
}

function wrongAnswer(found: readonly Issue[]): Failed {
  const issues = visibleIssues(found);
  const [first] = issues;
  const says = first ? `At ${first.pointer || "its top"}: found ${first.found}; allowed: ${first.allowed}.` : "";
  return {
    ...callFailure("plugin_answer", pluginText(says)),
    fault: { name: "", message: "", places: [], issues },
  };
}

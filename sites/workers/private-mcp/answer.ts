import { type Issue, type RefusalCode, type Refusal, refusalText } from "../../../manifests/refusals/refusal.ts";
import type { ToolAnswerText } from "./tools/index.ts";
import { withIsoTimes } from "./tools/isoTimes.ts";
import type { ToolAnswer } from "../../../runtime/agents/tools.ts";

/** Marks text that members and plugins wrote as untrusted. Refusals may also contain such text. */
export const UNTRUSTED = { "drawbridge/trust": "untrusted" };

export const answered = ({ value, json }: ToolAnswerText): ToolAnswer => ({
  content: [{ type: "text", text: json }],
  structuredContent: value as Record<string, unknown>,
  _meta: UNTRUSTED,
});

/** The next step for refusals that do not name one. */
const NEXT: Partial<Record<RefusalCode, string>> = {
  STALE_VERSION:
    "Read the document again, check what has changed, and repeat the call with the current version and a new idempotencyKey.",
  INVALID_REQUEST: "Correct the listed problems and call again.",
  FORBIDDEN:
    "The member you act for may not do this, or has not allowed you to do it. Ask the member; do not try another way.",
  IDEMPOTENCY_KEY_REUSED: "Use a new idempotencyKey for another change.",
  IDEMPOTENCY_IN_PROGRESS: "Wait a moment, then repeat exactly the same call.",
  NOT_FOUND: "Use a list or search tool and take an id from its answer.",
  PUBLISH_VETOED: "Correct what the reasons name, then publish again.",
  RATE_LIMITED: "Wait for waitSeconds seconds, then repeat the call.",
  TENANT_READ_ONLY: "You can still read. Tell the member that the site is read-only at the moment.",
  WORKSPACE_FULL: "Tell the member that there is no storage left. To make room, delete pages or files and publish.",
  TENANT_SUSPENDED: "Tell the member that the site is not available at the moment.",
  PLUGIN_UNAVAILABLE: "Continue without this plugin, and tell the member.",
  TOO_LARGE: "Request less: one section, a smaller limit, or the next part.",
};

/**
 * Turns a refusal into a tool result, so that the model can correct its call: the stable code, the fault and the next
 * step.
 */
export function failedCall({ code, detail: { issues = [], ...detail } }: Refusal): ToolAnswer {
  const evidenceShown = withIsoTimes(detail);
  const says = detail.reason ?? refusalText(code);
  const next = NEXT[code];
  const error = {
    code,
    message: says,
    ...(issues.length > 0 ? { issues } : {}),
    ...(next === undefined ? {} : { next }),
    detail: evidenceShown,
  };
  const text = [
    `[${code}] ${says}`,
    ...issues.map(sentence),
    ...(next === undefined ? [] : [next]),
    evidence(evidenceShown),
  ]
    .filter(Boolean)
    .join("\n");
  return {
    content: [{ type: "text", text }],
    isError: true,
    _meta: { ...UNTRUSTED, "drawbridge/code": code, "drawbridge/error": error },
  };
}

const sentence = ({ pointer, found, allowed }: Issue): string =>
  `${pointer || "/"}: found ${found}, allowed: ${allowed}`;

const evidence = (detail: object): string => (Object.keys(detail).length === 0 ? "" : JSON.stringify(detail));

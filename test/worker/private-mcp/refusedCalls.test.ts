import { expect, test } from "vitest";
import { type RefusalCode, Refusal, refusalCodes } from "../../../manifests/refusals/refusal.ts";
import { failedCall } from "../../../sites/workers/private-mcp/answer.ts";

/** Every tool's schema requires a key and a version itself, and refuses a call without them as INVALID_REQUEST. */
const OF_HEADERS: ReadonlySet<RefusalCode> = new Set(["IDEMPOTENCY_KEY_MISSING", "VERSION_REQUIRED"]);

test.each(refusalCodes.filter((code) => !OF_HEADERS.has(code)))(
  "a call that is refused with %s reads nothing of HTTP",
  (code) => {
    const { content } = failedCall(Refusal.again({ code, detail: {} }));
    const text = content.map((part) => ("text" in part ? part.text : "")).join("\n");
    expect(text).toContain(`[${code}] `);
    expect(text).not.toMatch(/[Ii]f-[Mm]atch|[Ii]dempotency-[Kk]ey|\bheader|\b(?:GET|PUT|POST|PATCH|DELETE)\b|`force`/);
  },
);

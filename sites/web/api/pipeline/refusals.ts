import { FAILURE_RETRY_SECONDS, SUSPENDED_RETRY_SECONDS } from "../../../../manifests/bounds/hosts.ts";
import type { Evidence } from "../../../../manifests/refusals/evidence.ts";
import type { RefusalCode, RefusalDetail, Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type RateName, RATE_POLICIES } from "../../../../runtime/tenancy/rateLimits.ts";
import { readAs } from "../../../words/reader.ts";
import type { Env } from "../../powers/env.ts";
import { speechFor } from "../../powers/speech.ts";
import { SENDER_HEADER } from "../../../requests/senderHeader.ts";
import { problem } from "../../http/answers.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import { spoken } from "../../../words/spoken.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import { entityTag } from "../guards/version.ts";

/** HTTP headers that some refusals also set. */
const HEADERS: { readonly [C in RefusalCode]?: (detail: Evidence[C]) => Record<string, string> } = {
  CONFLICT: ({ conflict }) =>
    conflict === "publication_running" ? { "Retry-After": String(FAILURE_RETRY_SECONDS) } : {},
  METHOD_NOT_ALLOWED: ({ allowed }) => ({ Allow: allowed.join(", ") }),
  RATE_LIMITED: rateFields,
  STALE_VERSION: ({ current }) => (current === undefined ? {} : { ETag: entityTag(current) }),
  STORAGE_FULL: () => ({ "Retry-After": String(FAILURE_RETRY_SECONDS) }),
  UNAVAILABLE: () => ({ "Retry-After": String(FAILURE_RETRY_SECONDS) }),
  TENANT_SUSPENDED: () => ({ "Retry-After": String(SUSPENDED_RETRY_SECONDS) }),
};

function rateFields({ limit, ...standing }: Evidence["RATE_LIMITED"]): Record<string, string> {
  const policy = RATE_POLICIES[limit as RateName];
  return policy ? rateHeaders(policy, standing) : {};
}

/** The cast is safe: the constructor of a refusal pairs its code with that code's evidence. */
export const headersOf = ({ code, detail }: Refusal): Record<string, string> =>
  (HEADERS[code] as ((detail: RefusalDetail) => Record<string, string>) | undefined)?.(detail) ?? {};

interface Asked {
  readonly request: Request;
  readonly env: Env;
}

/**
 * Answers a refusal. For requests of the editor's script the texts are in the member's language, because the script
 * shows them.
 */
export async function refuse(refusal: Refusal, instance: string, { request, env }: Asked): Promise<Response> {
  const { code, detail } = refusal;
  if (!request.headers.has(SENDER_HEADER)) return problem(code, { ...detail, instance }, headersOf(refusal));
  return readAs({ speech: await speechFor(request, env) }, () =>
    problem(code, { ...spoken(detail), instance }, headersOf(refusal), wordsOf(code)),
  );
}

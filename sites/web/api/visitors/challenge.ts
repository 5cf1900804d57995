/** Cloudflare Turnstile in front of forms, if the deployment has its secret. */
import { CHALLENGE_ANSWER_MAX_CHARS, CHALLENGE_WAIT_MS } from "../../../../manifests/bounds/forms.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import type { FormPost } from "../../../../runtime/submissions/formApi.ts";
import { submitForm } from "../../../../runtime/submissions/views.ts";
import type { ApiRequest } from "../request/call.ts";

const VERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
/** The form field that Turnstile's script adds. */
const FIELD = "cf-turnstile-response";

interface Verdict {
  readonly success?: unknown;
  readonly hostname?: unknown;
}

/** Separates the challenge's answer from the submission. */
export function withoutAnswer(body: FormPost["body"]): { body: FormPost["body"]; answer: string } {
  if (body.kind === "json") return { body, answer: submitForm.safeParse(body.value).data?.challenge ?? "" };
  const answer = body.fields.find(([name]) => name === FIELD)?.[1] ?? "";
  return { body: { ...body, fields: body.fields.filter(([name]) => name !== FIELD) }, answer };
}

/**
 * Verifies a challenge's answer, which is valid once and for this site. If the provider does not respond, the visitor
 * has not passed.
 */
export async function makeChallenge(
  answer: string,
  { env: { TURNSTILE_SECRET: secret = "" }, request: { headers }, place }: ApiRequest,
): Promise<FormPost["challenge"]> {
  if (secret === "") return "off";
  if (answer === "" || answer.length > CHALLENGE_ANSWER_MAX_CHARS) return "failed";
  const body = new URLSearchParams({ secret, response: answer, remoteip: headers.get("cf-connecting-ip") ?? "" });
  try {
    const response = await fetch(VERIFY, {
      method: "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(CHALLENGE_WAIT_MS),
    });
    // A redirect would send the secret to another host, which could then confirm any answer.
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { success, hostname } = await response.json<Verdict>();
    return success === true && hostname === new URL(place.origin).hostname ? "passed" : "failed";
  } catch (error) {
    console.error(visibleJson({ event: "challenge_unanswered", error: String(error) }));
    return "failed";
  }
}

import { expect } from "vitest";
import type { AnswerKind } from "../../runtime/serving/answerHeaders.ts";
import { ANSWER_HEADERS } from "../../runtime/serving/answerHeaders.ts";

/** This table repeats the headers on purpose: otherwise a header that a change loosens would still pass. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": expect.stringMatching(/^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/),
  "cross-origin-opener-policy": expect.stringMatching(/^(?:same-origin|unsafe-none)$/),
  "content-security-policy": expect.stringMatching(/^default-src 'none'(?=.*; frame-ancestors 'none')/),
};

/** Kinds whose policy is made for the very answer. */
const OWN_POLICY: ReadonlySet<string> = new Set([
  "page",
  "visitorPage",
  "draftPage",
  "framedDraftPage",
  "editorPage",
  "joinPage",
  "loginPage",
  "loginQuestion",
  "agentLoginPage",
] satisfies AnswerKind[]);
/** Answers that are data say what a browser should call them, whatever stands at the end of an address. */
const NAMED: ReadonlySet<string> = new Set([
  "media",
  "json",
  "problem",
  "download",
  "agentAnswer",
  "agentDescription",
] satisfies AnswerKind[]);
/** Pages are no data: only these may be documents of our origin. */
const DOCUMENTS = OWN_POLICY;

/** Fails unless an answer has what the table says of its kind, and what every answer has to have. */
export function expectKind(
  response: Pick<Response, "headers" | "status">,
  kind: AnswerKind,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const has = Object.fromEntries(response.headers);
  expect(has, `${response.status} as ${kind}`).toMatchObject({
    ...fieldsOf(kind, response.status),
    ...ALWAYS,
    ...more,
  });
  if (NAMED.has(kind))
    expect(has["content-disposition"]).toMatch(/^(?:inline|attachment); filename="[A-Za-z0-9._ -]+"/);
  if (!DOCUMENTS.has(kind)) expect(has["content-security-policy"]).toMatch(/; sandbox$/);
}

/** A 304 says nothing of the type of what the browser has already. */
function fieldsOf(kind: AnswerKind, status: number): Record<string, string> {
  const fields = Object.entries(ANSWER_HEADERS[kind]).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    fields.filter(
      ([name]) =>
        !(name === "content-security-policy" && OWN_POLICY.has(kind)) && !(status === 304 && name === "content-type"),
    ),
  );
}

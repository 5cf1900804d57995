import { expect } from "vitest";
import { type AnswerKind, ANSWER_HEADERS } from "../../runtime/serving/answerHeaders.ts";

/** The headers are repeated here on purpose. Comparing with the sources would miss a loosened header. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": expect.stringMatching(/^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/),
  "cross-origin-opener-policy": expect.stringMatching(/^(?:same-origin|unsafe-none)$/),
  "content-security-policy": expect.stringMatching(/^default-src 'none'(?=.*; frame-ancestors 'none')/),
};

/** Kinds with a policy for each answer. */
const OWN_POLICY: ReadonlySet<string> = new Set([
  "page",
  "visitorPage",
  "draftPage",
  "framedDraftPage",
  "readersPage",
  "editorPage",
  "joinPage",
  "loginPage",
  "loginQuestion",
  "agentLoginPage",
] satisfies AnswerKind[]);
/** Kinds of data, which name their type explicitly. */
const NAMED: ReadonlySet<string> = new Set([
  "media",
  "readersMedia",
  "json",
  "problem",
  "download",
  "agentAnswer",
  "agentDescription",
] satisfies AnswerKind[]);
/** Only these kinds may be documents of our origin. */
const DOCUMENTS = OWN_POLICY;

/** Checks an answer's headers against the table and the common headers. */
export function expectKind(
  response: Pick<Response, "headers" | "status">,
  kind: AnswerKind,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const has: Readonly<Record<string, string>> = Object.fromEntries(response.headers);
  const wanted = { ...fieldsOf(kind, response.status), ...ALWAYS, ...more };
  // Thousands of answers are checked, and the library takes far longer to find that one is right.
  if (!hasAll(has, wanted)) expect(has, `${response.status} as ${kind}`).toMatchObject(wanted);
  if (NAMED.has(kind))
    expect(has["content-disposition"]).toMatch(/^(?:inline|attachment); filename="[A-Za-z0-9._ -]+"/);
  if (!DOCUMENTS.has(kind)) expect(has["content-security-policy"]).toMatch(/; sandbox$/);
}

interface Matcher {
  asymmetricMatch(value: unknown): boolean;
}

const isMatcher = (wanted: unknown): wanted is Matcher =>
  typeof wanted === "object" && wanted !== null && "asymmetricMatch" in wanted;

/** True if each wanted header is there. False also for a value that only the library can compare. */
const hasAll = (has: Readonly<Record<string, string>>, wanted: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(wanted).every(([name, value]) =>
    isMatcher(value) ? Object.hasOwn(has, name) && value.asymmetricMatch(has[name]) : has[name] === value,
  );

/** The headers of a kind. A 304 has no type. */
function fieldsOf(kind: AnswerKind, status: number): Record<string, string> {
  const fields = Object.entries(ANSWER_HEADERS[kind]).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    fields.filter(
      ([name]) =>
        !(name === "content-security-policy" && OWN_POLICY.has(kind)) && !(status === 304 && name === "content-type"),
    ),
  );
}

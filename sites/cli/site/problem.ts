/** Describes a site's refusal (RFC 9457 problem details) for people and for programs. */
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Outcome } from "../command/command.ts";
import { failureLines, readMigrationFailure } from "./migrationFailure.ts";
import type { SiteReply } from "./request.ts";

interface Problem {
  readonly title?: string;
  /** A stable reason, where the code alone is not precise enough. */
  readonly reason?: unknown;
  /** The kind of a provider's fault. */
  readonly kind?: unknown;
  readonly code?: string;
  readonly issues?: readonly Issue[];
}

function readProblem(text: string): Problem {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Control and format characters, which move the cursor, set colours, hide text or reverse its direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Makes foreign text safe for a terminal: unprintable characters become U+FFFD. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, "\ufffd");

const issueLine = ({ pointer, found, allowed }: Issue): string =>
  `  ${pointer || "/"}: found ${found}; allowed: ${allowed}`;

/** Only the operator can add a trusted key; the site's owner cannot. */
export const TRUSTING =
  "The operator must add the output of svc plugin keygen to PLUGIN_TRUST_KEYS. On one machine: trustKeys in svc.jsonc, or npm start -- --trust <file> at every start";

/** Remedies by reason, kind or code. */
const REMEDIES: Readonly<Record<string, string>> = {
  unknown_key: TRUSTING,
  PLUGIN_CONSENT_MISSING: "To allow that, an owner runs the command with --alone and those names, separated by commas.",
  limited: "The provider refuses requests of this account for up to five minutes. Wait, then run the command again.",
  other_bytes_of_a_version:
    "A version keeps its bytes. Raise version in plugin.jsonc, and pack again; while you write, svc plugin dev numbers each change.",
  older_than_highest: "To allow that, an owner runs: svc plugin publish <package> --allow-downgrade",
};

export const remedyFor = (word: unknown): string[] => {
  const remedy = typeof word === "string" && Object.hasOwn(REMEDIES, word) ? REMEDIES[word] : undefined;
  return remedy === undefined ? [] : [remedy];
};

/** Standard members of a problem. All others are evidence. */
const STANDARD = new Set(["type", "title", "status", "code", "instance", "issues"]);

/** The reason of a refusal; undefined if the site gave none. */
export const reasonIn = ({ data }: Outcome): unknown => (data["problem"] as Problem | undefined)?.reason;

/** The code of a refusal; undefined if the answer has none, for example because another server sent it. */
export const codeIn = ({ data }: Outcome): string | undefined => (data["problem"] as Problem | undefined)?.code;

function evidenceLines([name, value]: [name: string, value: unknown]): string[] {
  const failure = name === "migration" ? readMigrationFailure(value) : undefined;
  if (failure) return failureLines(failure);
  return [`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`];
}

export function problemOf({ status, text }: SiteReply, data: Readonly<Record<string, unknown>>): Outcome {
  const problem = readProblem(text);
  const { title = "The answer is not from a Drawbridge site.", code = "", issues = [] } = problem;
  const evidence = Object.entries(problem).filter(([name]) => !STANDARD.has(name));
  return {
    ok: false,
    lines: [
      `${status} ${code} ${title}`.replaceAll(/ +/g, " "),
      ...issues.map(issueLine),
      ...evidence.flatMap(evidenceLines).map((line) => `  ${line}`),
    ].map(printable),
    data: { ...data, status, problem },
    talk: [problem.reason, problem.kind, code].flatMap(remedyFor),
  };
}

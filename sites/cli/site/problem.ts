/** What a site said instead of doing it, for people and for programs. */
import type { Issue } from "../../../manifests/refusal.ts";
import type { Outcome } from "../command.ts";
import type { Reply } from "./request.ts";

interface Problem {
  readonly title?: string;
  /** A word for programs, where a code alone does not say it all. */
  readonly reason?: unknown;
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

/** A site's words on a terminal: nothing in them moves the cursor or paints. */
export const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

const issueLine = ({ pointer, found, allowed }: Issue): string => `  ${pointer || "/"}: found ${found}; allowed: ${allowed}`;

/** Members of a problem every one has; the rest is evidence. */
const STANDARD = new Set(["type", "title", "status", "code", "instance", "issues"]);

/** The reason a site gave for a refusal. */
export const reasonIn = ({ data }: Outcome): unknown => (data["problem"] as Problem | undefined)?.reason;

export function problemOf({ status, text }: Reply, data: Readonly<Record<string, unknown>>): Outcome {
  const problem = readProblem(text);
  const { title = "It answered with something else.", code = "", issues = [] } = problem;
  const evidence = Object.entries(problem).filter(([name]) => !STANDARD.has(name));
  return {
    ok: false,
    lines: [
      `${status} ${code} ${title}`.replaceAll(/ +/g, " "),
      ...issues.map(issueLine),
      ...evidence.map(([name, value]) => `  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`),
    ].map(printable),
    data: { ...data, status, problem },
  };
}

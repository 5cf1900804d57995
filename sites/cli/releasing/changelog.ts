/** The author's `CHANGELOG.md`: a heading of the second rank for each version, and one for what is not released yet. */
import { accepted, refused, type Result } from "../../../manifests/result.ts";

export const CHANGELOG_FILE = "CHANGELOG.md";
const UNRELEASED = /^unreleased$/i;

/** A changelog with the version to release, and what it says about it. */
export interface ReleasedChanges {
  readonly text: string;
  readonly changes: readonly string[];
}

const HEADING = /^## +\[?([^\]\s]+)\]?/;

const headingOf = (line: string): string | undefined => HEADING.exec(line)?.[1];

/** The lines below a heading, up to the next one of its rank or above. */
function below(lines: readonly string[], at: number): string[] {
  const end = lines.findIndex((line, index) => index > at && /^##? /.test(line));
  return lines.slice(at + 1, end === -1 ? undefined : end).filter((line) => line.trim() !== "");
}

/**
 * Gives the heading of what is not released yet the version and the day. A changelog that has the version already stays
 * as it is, so that a repeat changes nothing. Refused with the reason if it says nothing about the version.
 */
export function releasedChanges(text: string, version: string, day: string): Result<ReleasedChanges, string> {
  const lines = text.split("\n");
  const known = lines.findIndex((line) => headingOf(line) === version);
  const fresh = lines.findIndex((line) => UNRELEASED.test(headingOf(line) ?? ""));
  const at = known === -1 ? fresh : known;
  if (at === -1) return refused(`it has neither "## ${version}" nor "## Unreleased"`);
  const changes = below(lines, at);
  if (changes.length === 0) return refused(`it says nothing below "${lines[at]}"`);
  const whole = known === -1 ? lines.with(at, `## ${version} (${day})`).join("\n") : text;
  return accepted({ text: whole, changes });
}

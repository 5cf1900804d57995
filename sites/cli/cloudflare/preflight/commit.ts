/** Reads the commit of a site directory with git, which must not even refresh its index. */
import { execFileSync } from "node:child_process";
import { countOf } from "../../terminal/countOf.ts";
import type { Environment } from "../../command.ts";
import type { Finding } from "../doctor/check.ts";
import { finding } from "../live/verdict.ts";

export interface Commit {
  /** Undefined where there is no work tree, no commit, or no git. */
  readonly id: string | undefined;
  /** Paths that are not as committed, as git writes them. */
  readonly changed: readonly string[];
}

const MOST_BYTES = 16 * 1024 * 1024;

function git(folder: string, environment: Environment, ...args: readonly string[]): string | undefined {
  const env = {
    PATH: environment["PATH"],
    HOME: environment["HOME"],
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
  // A monitor of the file system is a program that the repository's own configuration names.
  const options = ["-C", folder, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  try {
    return execFileSync("git", [...options, ...args], {
      env: env as NodeJS.ProcessEnv,
      encoding: "utf8",
      maxBuffer: MOST_BYTES,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

/** The paths of `git status --porcelain`, behind two letters and a space. */
const pathsIn = (status: string): string[] =>
  status
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));

/** Paths that a finding names; a whole folder of new files is in git's own words one path. */
const NAMED_PATHS = 3;

const notCommitted = (paths: readonly string[]): string => {
  const more = paths.length > NAMED_PATHS ? ` and ${paths.length - NAMED_PATHS} more` : "";
  return `${countOf(paths.length, "path")} not committed: ${paths.slice(0, NAMED_PATHS).join(", ")}${more}`;
};

export function commitAt(folder: string, environment: Environment): Commit {
  const id = git(folder, environment, "rev-parse", "--verify", "HEAD^{commit}")?.trim();
  const status = git(folder, environment, "status", "--porcelain", "--untracked-files=normal", "--", ".");
  if (id === undefined || status === undefined || !/^[0-9a-f]{40,64}$/.test(id)) return { id: undefined, changed: [] };
  return { id, changed: pathsIn(status) };
}

export function commitFindings({ id, changed }: Commit): readonly Finding[] {
  if (id === undefined)
    return [
      finding(
        "the site directory",
        "no commit",
        "a git work tree with a commit",
        "git init, git add, git commit: .svc/ stays out by .gitignore",
      ),
    ];
  return changed.length === 0
    ? []
    : [finding("the site directory", notCommitted(changed), "a clean work tree", "git commit, or git stash")];
}

/** Reads the commit of a site directory with git, which must not even refresh its index. */
import { execFileSync } from "node:child_process";
import type { Environment } from "../account/wrangler.ts";
import type { Finding } from "../doctor/check.ts";
import { finding } from "../live/verdict.ts";

export interface Commit {
  /** Undefined where there is no work tree, no commit, or no git. */
  readonly id: string | undefined;
  /** Paths that are not as committed. */
  readonly changed: number;
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

export function commitAt(folder: string, environment: Environment): Commit {
  const id = git(folder, environment, "rev-parse", "--verify", "HEAD^{commit}")?.trim();
  const status = git(folder, environment, "status", "--porcelain", "--untracked-files=normal", "--", ".");
  if (id === undefined || status === undefined || !/^[0-9a-f]{40,64}$/.test(id)) return { id: undefined, changed: 0 };
  return { id, changed: status.split("\n").filter((line) => line !== "").length };
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
  return changed === 0
    ? []
    : [
        finding(
          "the site directory",
          `${changed} paths that are not committed`,
          "a clean work tree",
          "git commit, or git stash",
        ),
      ];
}

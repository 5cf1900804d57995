/** Reads the commit of a site directory with git. The call must not write, so git may not refresh its index. */
import { execFileSync } from "node:child_process";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import type { Environment } from "../../command/command.ts";
import type { Finding } from "../descriptor/check.ts";
import { finding } from "../live/verdict.ts";

export interface Commit {
  /** Undefined without a work tree, a commit, or git. */
  readonly id: string | undefined;
  /** Uncommitted paths, as git writes them. */
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
  // A repository's own configuration can name a program as file system monitor or hook. git must not run it.
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

/** The paths in the output of `git status --porcelain`, which follow two letters and a space. */
const pathsIn = (status: string): string[] =>
  status
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));

/** The number of paths that a finding names. git reports a new folder as one path. */
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
        "git init, git add, git commit; .gitignore excludes .svc/",
      ),
    ];
  return changed.length === 0
    ? []
    : [finding("the site directory", notCommitted(changed), "a clean work tree", "git commit, or git stash")];
}

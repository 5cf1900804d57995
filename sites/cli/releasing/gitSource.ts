/** The commit that a plugin's folder is at, for a statement about the origin of its package. */
import { spawnSync } from "node:child_process";
import { type Environment, Trouble } from "../command/command.ts";
import { recordName } from "./record.ts";

export interface GitSource {
  /** The repository's address, without a name or secret of its reader. */
  readonly uri: string;
  readonly commit: string;
}

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (error) throw new Trouble(`--provenance needs git: ${error.message}.`);
  if (status !== 0) throw new Trouble(`${folder} is no folder of a git repository with a remote named origin.`);
  return stdout.trim();
}

/** Matches an address as SSH writes it, such as `git@code.example:acme/notices.git`. */
const BY_SSH = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/;

/** The address of a repository in the form of SPDX. */
export function repositoryAddress(remote: string): string {
  const [, host, path] = BY_SSH.exec(remote) ?? [];
  if (host !== undefined) return `git+ssh://${host}/${path}`;
  const url = URL.parse(remote);
  if (!url) return `git+file://${remote}`;
  [url.username, url.password] = ["", ""];
  return `git+${url.href}`;
}

/** Every record of an index in the folder. A release writes it after the package, which does not have it. */
const NO_RECORD = `:(exclude,glob)${recordName("*")}`;

/** Refuses a folder whose files differ from its commit: nobody could build the package again. */
export function gitSourceOf(folder: string): GitSource {
  const commit = git(folder, "rev-parse", "HEAD");
  const uri = repositoryAddress(git(folder, "remote", "get-url", "origin"));
  if (git(folder, "status", "--porcelain", "--", ".", NO_RECORD) !== "")
    throw new Trouble(`${folder} has changes that are in no commit. Commit them first: --provenance names a commit.`);
  return { uri, commit };
}

/** The program that makes the package: a workflow of GitHub, or this command on an author's machine. */
export const builderIn = ({ GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_WORKFLOW_REF }: Environment): string =>
  GITHUB_ACTIONS === "true" ? `${GITHUB_SERVER_URL}/${GITHUB_WORKFLOW_REF}` : "urn:drawbridge:svc-plugin-release";

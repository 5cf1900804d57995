/** Paths in an operator's site directory, which lies outside of this project. */
import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { Trouble, UsageError, type Options } from "../../command/command.ts";
import { makeFolder } from "../../files/makeFolder.ts";

export interface SiteDirectory {
  readonly path: string;
  /** The folder for files that the commands write. Version control ignores it. */
  readonly kept: string;
  readonly descriptor: string;
  /** A symlink to the current generation of prepared configurations. */
  readonly prepared: string;
}

export const CWD_OPTION = ["--cwd <dir>", "the site directory (default: the current folder)"] as const;

const PRIVATE = 0o700;

const kindOf = (path: string): "nothing" | "folder" | "link" | "other" => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return "nothing";
  if (found.isSymbolicLink()) return "link";
  return found.isDirectory() ? "folder" : "other";
};

/** The site directory of a command. Throws if the folder does not exist. */
export function siteDirectory(options: Options): SiteDirectory {
  const given = options.text("cwd") ?? ".";
  const path = resolve(given);
  if (!["folder", "link"].includes(kindOf(path))) throw new UsageError(`--cwd is not a folder: ${given}.`);
  const kept = join(path, ".svc");
  return { path, kept, descriptor: join(kept, "platform.local.json"), prepared: join(kept, "cloudflare") };
}

/**
 * Creates the folder for the commands' files. Throws if it is a symlink. An attacker could use it to redirect files
 * that name an account's resources.
 */
export function openKept({ kept }: SiteDirectory): void {
  const kind = kindOf(kept);
  if (kind === "link" || kind === "other")
    throw new Trouble(
      `${kept} is ${kind === "link" ? "a link" : "not a folder"}. Move it away; svc creates the folder itself.`,
    );
  makeFolder(kept, PRIVATE);
}

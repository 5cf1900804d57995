/** A prepared full deployment in a clean commit, with the account that it is deployed to. */
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import { releaseTag } from "../../../sites/cli/cloudflare/live/releaseTag.ts";
import { bundlePath } from "../../../sites/cli/cloudflare/descriptor/preparedFiles.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import { Options } from "../../../sites/cli/command/command.ts";
import { putDeployed, putMigrated } from "../../platform/provider/asDeployed.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { GOOD } from "./goodDescriptor.ts";
import { ran, siteFolder } from "./siteFolder.ts";

const AUTHOR = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@localhost",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@localhost",
};

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], HOME: folder, ...AUTHOR },
  });
}

export async function committedSite(descriptor: unknown = GOOD): Promise<string> {
  const folder = siteFolder(descriptor);
  await ran(prepare, folder, { profile: "full" });
  writeFileSync(join(folder, ".gitignore"), ".svc/\n");
  git(folder, "init", "-q");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "Begin");
  return folder;
}

/** The stand-in with everything of the site directory deployed. */
export async function deployedAccount(folder: string): Promise<StandIn> {
  const { set, workers } = await examine("full", siteDirectory(new Options({ cwd: folder })));
  if (!set) throw new Error("nothing is prepared");
  const account = harbour();
  for (const { row, config } of workers)
    putDeployed(account, { config, tag: releaseTag(set, row), code: set.text(bundlePath(row)) ?? "" });
  putMigrated(account, readdirSync(join(folder, ".svc/cloudflare/migrations")));
  return StandIn.start(account);
}

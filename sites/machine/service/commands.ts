/** `svc service`: the file that starts a site directory with its user's session. It runs no other program. */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { CliCommand, Group, Outcome } from "../../cli/command/command.ts";
import { siteDirectoryAbove } from "../../cli/directory/siteFile.ts";
import { writeNew } from "../../cli/files/writeNew.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { withTrouble } from "../process/dataCommand.ts";
import { Problem } from "../process/problem.ts";
import { type ServiceHost, type ServicePlace, servicePlace } from "./place.ts";
import { isOurs, isWritable } from "./unit.ts";

type State = "absent" | "installed" | "older" | "foreign";

interface Found extends ServicePlace {
  readonly directory: string;
  readonly state: State;
}

/** The host of this process. A relative XDG_CONFIG_HOME is invalid and does not count. */
function thisHost(): ServiceHost {
  const configHome = process.env["XDG_CONFIG_HOME"] ?? "";
  return { platform: process.platform, home: homedir(), configHome: isAbsolute(configHome) ? configHome : undefined };
}

/** The service of the site directory around the working directory. */
function found(): Found {
  const directory = siteDirectoryAbove(process.cwd());
  if (directory === undefined)
    throw new Problem("This is no site directory: no svc.jsonc is here or above. To make it one: svc init .");
  const program = join(directory, "node_modules", ".bin", "svc");
  const served = { directory, node: process.execPath, program };
  if (!Object.values(served).every(isWritable))
    throw new Problem("The path of this folder has a line break, or ends in a space or a backslash. Rename it.");
  const place = servicePlace(served, thisHost());
  if (!place) throw new Problem(`svc service knows systemd and launchd, and nothing of ${process.platform}.`);
  return { ...place, directory, state: stateOf(place) };
}

function stateOf({ path, content }: ServicePlace): State {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return "absent";
  if (!there.isFile()) return "foreign";
  const text = readFileSync(path, "utf8");
  if (text === content) return "installed";
  return isOurs(text) ? "older" : "foreign";
}

const SAYS: Readonly<Record<State, string>> = {
  absent: "is not there",
  installed: "is installed",
  older: "is of another release, folder or Node: install it again",
  foreign: "is another program's, or no file",
};

const answer = ({ path, state, directory }: Found, lines: readonly string[], ok = true): Outcome => ({
  ok,
  lines,
  data: { path, state, directory },
});

function requireOwn({ path, state }: Found): void {
  if (state === "foreign") throw new Problem(`${path} ${SAYS.foreign}. Nothing was changed.`);
}

function write({ path, content, state }: Found): void {
  mkdirSync(dirname(path), { recursive: true });
  if (state === "absent") writeNew(path, content);
  else writeWhole(path, content, 0o600);
}

const DRY_RUN = ["--dry-run", "say what would happen, and change nothing"] as const;

const install: CliCommand = {
  name: "install",
  summary: "Write the file by which systemd or launchd starts this site directory, and print the commands that use it.",
  options: [DRY_RUN],
  examples: ["svc service install --dry-run", "svc service install"],
  run: ({ options }) =>
    withTrouble(() => {
      const service = found();
      requireOwn(service);
      if (!existsSync(join(service.directory, "node_modules", ".bin", "svc")))
        throw new Problem(`drawbridge is not installed in ${service.directory}. Run npm install there first.`);
      if (options.isSet("dryRun"))
        return answer(service, [`Would write ${service.path}:`, ...service.content.trimEnd().split("\n")]);
      if (service.state !== "installed") write(service);
      const done = service.state === "installed" ? "is as it was" : "is written";
      return answer({ ...service, state: "installed" }, [`${service.path} ${done}. To start it:`, ...service.start]);
    }),
};

const remove: CliCommand = {
  name: "remove",
  summary: "Remove the file that svc service install wrote. Stop the service first, with the command that this prints.",
  options: [DRY_RUN],
  examples: ["svc service remove"],
  run: ({ options }) =>
    withTrouble(() => {
      const service = found();
      requireOwn(service);
      const { path, state, stop } = service;
      if (state === "absent") return answer(service, [`${path} ${SAYS.absent}.`]);
      if (options.isSet("dryRun")) return answer(service, [`Would remove ${path}. Before that: ${stop}`]);
      rmSync(path);
      return answer({ ...service, state: "absent" }, [`${path} is removed. If it still runs: ${stop}`]);
    }),
};

const status: CliCommand = {
  name: "status",
  summary: "Say whether this site directory has such a file, and which command shows whether it runs.",
  options: [],
  examples: ["svc service status"],
  run: () =>
    withTrouble(() => {
      const service = found();
      const { path, state, show } = service;
      return answer(service, [`${path} ${SAYS[state]}.`, `Whether it runs: ${show}`], state === "installed");
    }),
};

export const SERVICE_COMMANDS: Group = {
  name: "service",
  summary: "Start this site directory with the machine, by systemd or launchd.",
  example: "svc service install --dry-run",
  commands: [install, remove, status],
};

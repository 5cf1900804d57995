import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Ready } from "./runner.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The commands under a heading of the README, block by block, as they stand there. */
export function commandsUnder(title: string): string[] {
  const [, section = ""] = README.split(`\n## ${title}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
}

export type Said = Readonly<Record<string, unknown>>;

/** Types commands into a shell and gives the JSON they printed. Only addresses and files of this run are put in the place of those of a first start. */
export async function typed({ site, data }: Ready, commands: readonly string[]): Promise<Said[]> {
  const here = commands.join("\n").replaceAll("http://demo.localhost:8787", site).replaceAll(".svc/local/", `${data}/`).replaceAll("export.jsonl", join(data, "logs/export.jsonl"));
  // Each answer on a line of its own: curl ends none.
  const shell = `set -u\ncurl() { command curl "$@" && case " $* " in *" -w "*|*" -sI "*|*" -si "*) ;; *) echo ;; esac; }\n${here}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", shell], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Said] : []));
}

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Ready } from "./runner.ts";

/** The commands under a heading of a page of `docs/`, block by block, as they stand there. */
export function commandsUnder(page: string, title: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const [, section = ""] = text.split(`\n## ${title}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
}

export type Said = Readonly<Record<string, unknown>>;

const SVC = join(import.meta.dirname, "../../sites/launch.mjs");

/** Each answer on a line of its own: curl ends none. */
const CURL = 'curl() { command curl "$@" && case " $* " in *" -w "*|*" -sI "*|*" -si "*) ;; *) echo ;; esac; }';

/** As a program reads them, and without npm, which takes longer to start than they do. What a command finds ends nothing. */
const NPX = `npx() { shift; node ${SVC} "$@" --json || true; }`;

/** Types commands into a shell and gives the JSON they printed. Only addresses and files of this run are put in the place of those of a first start. */
export async function typed({ site, data }: Ready, commands: readonly string[]): Promise<Said[]> {
  const here = commands
    .join("\n")
    .replaceAll("http://demo.localhost:8787", site)
    .replaceAll(".svc/local/", `${data}/`)
    .replaceAll("export.jsonl", join(data, "logs/export.jsonl"));
  const shell = `set -u\n. ${data}/secrets.env; export SVC_OPERATOR_TOKEN="$PROVISIONING_SECRET"\n${CURL}\n${NPX}\n${here}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", shell], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Said] : []));
}

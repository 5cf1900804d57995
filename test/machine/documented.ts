import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Ready } from "./runner.ts";

/** The commands under a heading of a page in `docs/`, one block after the other. */
export function commandsUnder(page: string, title: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const [, section = ""] = text.split(`\n## ${title}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
}

export type Said = Readonly<Record<string, unknown>>;

const SVC = join(import.meta.dirname, "../../sites/launch.mjs");

/** Ends each answer with a newline, which curl does not. */
const CURL = 'curl() { command curl "$@" && case " $* " in *" -w "*|*" -sI "*|*" -si "*) ;; *) echo ;; esac; }';

/** Replaces npx, which starts slowly. Adds `--json`, and ignores exit codes of commands that find something. */
const NPX = `npx() { shift; node ${SVC} "$@" --json || true; }`;

/** Runs commands in a shell and answers their JSON. Addresses and paths of a first start are replaced by this run's. */
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

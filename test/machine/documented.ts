import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { listen, stopListening } from "../../sites/machine/process/listening.ts";
import { ranHere } from "../cli/svc.ts";
import type { Ready } from "./runner.ts";

/** The commands under a heading of a page in `docs/`, one block after the other. */
export function commandsUnder(page: string, title: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const [, section = ""] = text.split(`\n## ${title}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
}

export type Said = Readonly<Record<string, unknown>>;

/** Ends each answer with a newline, which curl does not. */
const CURL = 'curl() { command curl "$@" && case " $* " in *" -w "*|*" -sI "*|*" -si "*) ;; *) echo ;; esac; }';

/** Replaces npx: sends the variables and the words of a command to this process, with `--json` added. */
const NPX = String.raw`npx() {
  shift
  { env -0 | grep -z '^SVC_'; printf '\0'; printf '%s\0' "$@" --json; } | command curl -s --data-binary @- "$DESK"
}`;

/** Answers commands of `svc` from a shell by running them in this process, because each start of the program is slow. */
async function openDesk() {
  const server = createServer(async (request, response) => {
    const [variables = "", words = ""] = (await text(request)).split("\0\0");
    const environment = Object.fromEntries(variables.split("\0").map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const { out } = await ranHere(process.cwd(), words.split("\0").slice(0, -1), environment);
    response.end(out);
  });
  const port = await listen(server);
  return { address: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stopListening(server) };
}

/** Runs commands in a shell and answers their JSON. Addresses and paths of a first start are replaced by this run's. */
export async function typed({ site, data }: Ready, commands: readonly string[]): Promise<Said[]> {
  const here = commands
    .join("\n")
    .replaceAll("http://demo.localhost:8787", site)
    .replaceAll(".svc/local/", `${data}/`)
    .replaceAll("export.jsonl", join(data, "logs/export.jsonl"));
  await using desk = await openDesk();
  const shell = `set -u\nDESK=${desk.address}\n. ${data}/secrets.env; export SVC_OPERATOR_TOKEN="$PROVISIONING_SECRET"\n${CURL}\n${NPX}\n${here}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", shell], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Said] : []));
}

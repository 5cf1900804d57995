/**
 * `npm run browsers`: tries the way into the editor in engines that this machine has, and the forty checks where their
 * driver knows the engine. It installs nothing, and says what it found. Demos run in folders of their own meanwhile.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { tryChecks } from "./checks.ts";
import { walkEditor } from "./editorWalk.ts";
import { HttpDriver } from "./httpDriver.ts";
import { Marionette } from "./marionette.ts";
import { type Remote, WebDriver } from "./webDriver.ts";

const START = fileURLToPath(new URL("../../../sites/machine/start.mjs", import.meta.url));

/** Checks that the command line names, such as `npm run browsers -- WebKit 5 21`, and engines. Empty means all. */
const ONLY = process.argv.slice(2).map(Number).filter(Number.isInteger);
const ONLY_ENGINES = process.argv.slice(2).filter((word) => Number.isNaN(Number(word)));

interface Engine {
  readonly name: string;
  /** The programs of which one starts the browser. */
  readonly programs: readonly string[];
  /** The package that has it. */
  readonly from: string;
  readonly open: (program: string, port: number) => Promise<Remote>;
  readonly capabilities: (environment: NodeJS.ProcessEnv) => object;
  /** The tests of the forty checks, where their driver knows this browser. */
  readonly tryChecks?: (program: string) => AsyncGenerator<string, boolean>;
}

const ENGINES: readonly Engine[] = [
  {
    name: "WebKit",
    programs: ["WebKitWebDriver"],
    from: "webkit2gtk-driver",
    open: async (program, port) => new HttpDriver(program, port),
    capabilities: ({ WEBKIT_BROWSER: binary }) => ({
      "webkitgtk:browserOptions": { ...(binary === undefined ? {} : { binary }), args: ["--automation"] },
    }),
  },
  {
    name: "Firefox",
    programs: ["firefox-esr", "firefox"],
    from: "firefox-esr",
    open: (program, port) => Marionette.start(program, port),
    capabilities: () => ({}),
    tryChecks,
  },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const findProgram = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

interface Found extends Engine {
  readonly program: string;
}

async function tryEngine({ name, program, open, capabilities }: Found, site: string): Promise<boolean> {
  try {
    const remote = await open(program, await claimPort(0));
    await using browser = await WebDriver.start(remote, capabilities(process.env));
    say(`${name}: ${browser.name}`);
    try {
      let isWell = true;
      for await (const { says, fault } of walkEditor(browser, site, ONLY)) {
        say(fault === undefined ? `  ok    ${says}` : `  FAIL  ${says}: ${fault}`);
        isWell &&= fault === undefined;
      }
      return isWell;
    } catch (error) {
      say(`  at    ${await browser.address()}`);
      throw error;
    }
  } catch (error) {
    say(`  FAIL  ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Runs the forty checks, and says what came of each. */
async function sayChecks({ tryChecks: checks, program }: Found): Promise<boolean> {
  const running = checks?.(program);
  for (let line = await running?.next(); line; line = await running?.next()) {
    if (line.done) return line.value;
    say(line.value);
  }
  return true;
}

const wanted = ENGINES.filter(({ name }) => ONLY_ENGINES.length === 0 || ONLY_ENGINES.includes(name));
const found = wanted.flatMap((engine): Found[] => {
  const [program] = engine.programs.flatMap((name) => findProgram(name) ?? []);
  if (program === undefined) say(`${engine.name}: ${engine.programs[0]} is not installed (${engine.from}).`);
  return program === undefined ? [] : [{ ...engine, program }];
});

/** Runs the demo in a folder of its own, and tries each engine at it. */
async function tryAll(engines: readonly Found[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-engines-"));
  const args = [START, "--port", "0", "--json", "--data", folder];
  const machine = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const ended = once(machine, "exit").then(() => Promise.reject(new Error("The demo did not start.")));
    ended.catch(() => undefined);
    const [line] = (await Promise.race([once(createInterface({ input: machine.stdout }), "line"), ended])) as [string];
    const { site } = JSON.parse(line) as { readonly site: string };
    for (const engine of engines) if (!(await tryEngine(engine, site))) process.exitCode = 1;
  } finally {
    if (machine.exitCode === null && machine.kill("SIGINT")) await once(machine, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

if (found.length === 0) say("Nothing was tried: this machine has no further engine.");
else await tryAll(found);
if (ONLY.length === 0) for (const engine of found) if (!(await sayChecks(engine))) process.exitCode = 1;

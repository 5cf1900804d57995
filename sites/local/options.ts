import { parseArgs } from "node:util";
import { Problem, reason } from "./problem.ts";
import { isProfileName, PROFILES } from "./profile.ts";
import type { Profile } from "./profile.ts";

export interface Options {
  /** 0 takes any free port. */
  readonly port: number;
  readonly data: string;
  readonly fresh: boolean;
  readonly profile: Profile;
  readonly json: boolean;
  /** Folders of plugins beside the first-party ones. */
  readonly plugins: readonly string[];
  /** False runs without the worker loader: no plugin code runs, and every executable plugin says so. */
  readonly loader: boolean;
  /** Files with public keys whose plugins are believed, beside the key of this installation. */
  readonly trust: readonly string[];
}

export const USAGE = `Usage: npm start -- [options]
  --port <number>     port to listen on, 0 for any free one (8787)
  --data <folder>     where everything is kept (.svc/local)
  --fresh             throw away what is kept there first
  --profile <name>    ${Object.keys(PROFILES).join(", ")} (plugins)
  --plugins <folder>  a folder of plugins beside the first-party ones; may be repeated
  --trust <file>      public keys (JWK) whose plugins may run; given at every start, may be repeated
  --no-loader         run without the worker loader: no plugin code runs, and says why
  --json              print one line of JSON on stdout when ready
  --help              print this`;

const SPEC = {
  port: { type: "string", default: "8787" },
  data: { type: "string", default: ".svc/local" },
  fresh: { type: "boolean", default: false },
  profile: { type: "string", default: "plugins" },
  json: { type: "boolean", default: false },
  plugins: { type: "string", multiple: true, default: [] as string[] },
  trust: { type: "string", multiple: true, default: [] as string[] },
  "no-loader": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const HIGHEST_PORT = 65_535;

/** Reads the command line. `help` asks for the usage text instead of a start. */
export function readOptions(argv: readonly string[]): Options | "help" {
  const values = parse(argv);
  if (values.help) return "help";
  const { fresh, json, plugins, trust, "no-loader": noLoader } = values;
  const named = { port: readPort(values.port), data: readFolder(values.data), profile: readProfile(values.profile) };
  return { ...named, fresh, json, plugins, trust, loader: !noLoader };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: SPEC, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [firstSentence] = reason(error).split(/\.\s|\.$/);
    throw new Problem(`${firstSentence}. See npm start -- --help`, { cause: error });
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > HIGHEST_PORT) throw new Problem(`--port takes a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(text)}.`);
  return port;
}

function readFolder(text: string): string {
  if (text === "") throw new Problem("--data takes the path of a folder.");
  return text;
}

function readProfile(name: string): Profile {
  if (!isProfileName(name)) throw new Problem(`--profile takes one of ${Object.keys(PROFILES).join(", ")}, not ${JSON.stringify(name)}.`);
  return name;
}

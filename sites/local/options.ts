import { parseArgs } from "node:util";
import { Problem, reason } from "./problem.ts";
import type { Profile } from "../workers.ts";
import { isProfile, PROFILES } from "../workers.ts";

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
  /** Files with public keys to trust besides the installation's own key. */
  readonly trust: readonly string[];
}

export const USAGE = `Usage: npm start -- [options]
  --port <number>     port to listen on, 0 for any free one (8787)
  --data <folder>     where everything is kept (.svc/local)
  --fresh             throw away what is kept there first
  --profile <name>    ${PROFILES.join(", ")} (plugins)
  --plugins <folder>  a folder of plugins beside the first-party ones; may be repeated
  --trust <file>      public keys (JWK) whose plugins may run; given at every start, may be repeated
  --no-loader         run without the worker loader: no plugin code runs, and says why
  --json              print one line of JSON on stdout when ready
  --help              print this`;

const SPEC = {
  port: { type: "string" },
  data: { type: "string" },
  fresh: { type: "boolean", default: false },
  profile: { type: "string" },
  json: { type: "boolean", default: false },
  plugins: { type: "string", multiple: true, default: [] as string[] },
  trust: { type: "string", multiple: true, default: [] as string[] },
  "no-loader": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const DEFAULTS = { port: "8787", data: ".svc/local", profile: "plugins" } as const;

/** Options as typed or as a file holds them. Missing ones have defaults. */
export interface Given extends Omit<Options, "port" | "data" | "profile"> {
  readonly port?: string | undefined;
  readonly data?: string | undefined;
  readonly profile?: string | undefined;
}

const HIGHEST_PORT = 65_535;

/** Reads the command line. `help` asks for the usage text instead of a start. */
export function readOptions(argv: readonly string[]): Options | "help" {
  const values = parse(argv);
  if (values.help) return "help";
  const { port, data, profile, fresh, json, plugins, trust, "no-loader": noLoader } = values;
  return optionsOf({ port, data, profile, fresh, json, plugins, trust, loader: !noLoader });
}

export const optionsOf = ({
  port = DEFAULTS.port,
  data = DEFAULTS.data,
  profile = DEFAULTS.profile,
  ...rest
}: Given): Options => ({ ...rest, port: readPort(port), data: readFolder(data), profile: readProfile(profile) });

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
  if (port < 0 || port > HIGHEST_PORT)
    throw new Problem(`--port takes a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(text)}.`);
  return port;
}

function readFolder(text: string): string {
  if (text === "") throw new Problem("--data takes the path of a folder.");
  return text;
}

function readProfile(name: string): Profile {
  if (!isProfile(name))
    throw new Problem(`--profile takes one of ${PROFILES.join(", ")}, not ${JSON.stringify(name)}.`);
  return name;
}

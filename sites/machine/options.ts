import { parseArgs } from "node:util";
import { Problem, reason } from "./process/problem.ts";
import { identityIn } from "./identity/identitySettings.ts";
import { readListenAddress, readPort, THIS_MACHINE, type ListenAddress } from "./names/listenAddress.ts";
import { isLoopback } from "./names/arrival.ts";
import { readServing, type Serving, type ServingGiven } from "./names/serving.ts";
import { type Profile, isProfile, PROFILES } from "../workers/workers.ts";

export interface RunOptions {
  /** The address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The names, proxies and identity provider of this run. */
  readonly serving: Serving;
  readonly data: string;
  readonly fresh: boolean;
  readonly profile: Profile;
  /** True runs one worker for each tenant behind a dispatcher. */
  readonly managed?: boolean | undefined;
  readonly json: boolean;
  /** Folders of plugins, besides the first-party ones. */
  readonly plugins: readonly string[];
  /** False runs without the worker loader. Plugins with code are then skipped with this reason. */
  readonly loader: boolean;
  /**
   * True runs plugin code in a process of its own with limits of the operating system; false in the common process.
   * Undefined begins in the common process and separates plugin code after that process has ended.
   */
  readonly isolate: boolean | undefined;
  /** False: members' agents cannot identify themselves by a document, because this machine fetches none. */
  readonly clientDocuments?: boolean | undefined;
  /** True lets sites read an index of plugins at http://localhost, so that its author can try it. */
  readonly insecureLocalhost?: boolean | undefined;
  /** Files with public keys to trust, besides the installation's own key. */
  readonly trust: readonly string[];
}

export const USAGE = `Usage: npm start -- [options]
  --port <number>     port to listen on, 0 for any free one (8787)
  --data <folder>     where everything is kept (.svc/local)
  --fresh             throw away what is kept there first
  --profile <name>    ${PROFILES.join(", ")} (plugins)
  --managed           one worker per tenant: site, dispatcher, two tenants, servers for agents
  --plugins <folder>  a folder of plugins beside the first-party ones; may be repeated
  --trust <file>      public keys (JWK) whose plugins may run; given at every start, may be repeated
  --no-loader         run without the worker loader: no plugin code runs, and says why
  --isolate           run plugin code in a process of its own: one that ends there interrupts nobody else
  --no-isolate        never do so (it begins by itself after the first process that ended)
  --json              print one line of JSON on stdout when ready
  --listen <address>  address and port to listen on, such as 0.0.0.0:8787, in place of --port
  --origin <origin>   a real name to serve, such as https://www.example.com, or a file of them; may be repeated
  --identity <file>   the identity provider of your people; needed with --origin
  --trusted-proxy <address>
                      a proxy that is believed about visitors; may be repeated (nobody)
  --client-address-header <name>
                      where that proxy says a visitor's address: x-forwarded-for or cf-connecting-ip
  --public-mcp-origin, --private-mcp-origin <origin>
                      the names of the servers for agents
  --no-client-documents
                      announce no metadata documents of agents (CIMD): this machine reaches no internet
  --insecure-localhost
                      read indexes of plugins at http://localhost, too, to try one before it is published
  --help              print this`;

const SPEC = {
  port: { type: "string" },
  data: { type: "string" },
  fresh: { type: "boolean", default: false },
  profile: { type: "string" },
  managed: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  plugins: { type: "string", multiple: true, default: [] as string[] },
  trust: { type: "string", multiple: true, default: [] as string[] },
  "no-loader": { type: "boolean", default: false },
  isolate: { type: "boolean" },
  "no-isolate": { type: "boolean" },
  listen: { type: "string" },
  origin: { type: "string", multiple: true },
  identity: { type: "string" },
  "trusted-proxy": { type: "string", multiple: true },
  "client-address-header": { type: "string" },
  "public-mcp-origin": { type: "string" },
  "private-mcp-origin": { type: "string" },
  "no-client-documents": { type: "boolean" },
  "insecure-localhost": { type: "boolean" },
  help: { type: "boolean", default: false },
} as const;

const DEFAULTS = { port: "8787", data: ".svc/local", profile: "plugins" } as const;

/** The options as a person types them, or as a file has them. All have defaults. */
export interface GivenOptions extends Omit<RunOptions, "host" | "port" | "data" | "profile" | "serving"> {
  readonly port?: string | undefined;
  /** The address and port; replaces `port`. */
  readonly listen?: string | undefined;
  readonly serving?: ServingGiven | undefined;
  readonly data?: string | undefined;
  readonly profile?: string | undefined;
}

/** Reads the command line. Answers "help" if the person wants the usage text. */
export function readOptions(argv: readonly string[]): RunOptions | "help" {
  const values = parse(argv);
  if (values.help) return "help";
  const { port, listen, data, fresh, managed, json, plugins, trust, isolate, "no-loader": noLoader } = values;
  return optionsOf({
    port,
    listen,
    data,
    profile: managed ? managedProfile(values.profile) : values.profile,
    managed: managed || undefined,
    fresh,
    json,
    plugins,
    trust,
    loader: !noLoader,
    isolate: isolation(isolate, values["no-isolate"]),
    clientDocuments: values["no-client-documents"] ? false : undefined,
    insecureLocalhost: values["insecure-localhost"],
    serving: {
      origins: values.origin,
      trustedProxies: values["trusted-proxy"],
      clientAddressHeader: values["client-address-header"],
      publicMcpOrigin: values["public-mcp-origin"],
      privateMcpOrigin: values["private-mcp-origin"],
      identity: values.identity === undefined ? undefined : identityIn(values.identity, process.env),
    },
  });
}

export function optionsOf({
  port,
  listen,
  data = DEFAULTS.data,
  profile = DEFAULTS.profile,
  serving = {},
  ...rest
}: GivenOptions): RunOptions {
  const address = readAddress(port, listen);
  const served = readServing(serving, address.host);
  if (rest.insecureLocalhost) refuseInsecure(served, address.host, rest.managed);
  return {
    ...rest,
    ...address,
    data: readFolder(data),
    profile: readProfile(profile),
    serving: served,
  };
}

/** Settings of the workers that options switch. */
export const switchedBy = ({
  insecureLocalhost,
  clientDocuments,
}: Pick<RunOptions, "insecureLocalhost" | "clientDocuments">) => ({
  INSECURE_LOCALHOST: insecureLocalhost ? "yes" : "no",
  CLIENT_DOCUMENTS: clientDocuments === false ? "no" : "yes",
});

/** Sites that others reach read indexes over https alone. */
function refuseInsecure({ origins }: Serving, host: string, managed: boolean | undefined): void {
  if (origins.length > 0 || !isLoopback(host))
    throw new Problem(
      "--insecure-localhost is for a machine whose sites nobody else reaches: use it without --origin.",
    );
  if (managed) throw new Problem("Use either --insecure-localhost or --managed, not both.");
}

function isolation(isolate: boolean | undefined, never: boolean | undefined): boolean | undefined {
  if (isolate && never) throw new Problem("Use either --isolate or --no-isolate, not both.");
  return never ? false : isolate;
}

/** A managed run needs all workers, so it allows no profile. */
function managedProfile(given: string | undefined): Profile {
  if (given !== undefined)
    throw new Problem("Use either --managed or --profile, not both: --managed runs all workers.");
  return "full";
}

function readAddress(port: string | undefined, listen: string | undefined): ListenAddress {
  if (listen === undefined) return { host: THIS_MACHINE, port: readPort(port ?? DEFAULTS.port) };
  if (port !== undefined) throw new Problem("Use either --listen or --port, not both: --listen also names the port.");
  return readListenAddress(listen);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: SPEC, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [firstSentence] = reason(error).split(/\.\s|\.$/);
    throw new Problem(`${firstSentence}. See npm start -- --help`, { cause: error });
  }
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

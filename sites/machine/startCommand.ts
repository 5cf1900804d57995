/** `svc start`: does what `npm start` does, with the settings in `svc.jsonc`. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type CliCommand, type Invocation, Trouble, UsageError } from "../cli/command/command.ts";
import { type SiteFile, SITE_FILE, siteFileIn } from "../cli/directory/siteFile.ts";
import { identityIn, identitySettings } from "./identity/identitySettings.ts";
import { smtpSettings } from "./mail/smtpSettings.ts";
import type { ServingGiven } from "./names/serving.ts";
import { type RunOptions, optionsOf } from "./options.ts";
import { Problem } from "./process/problem.ts";
import { inSiteFile } from "./siteMembers.ts";
import { keepCompiled } from "./state/compiled.ts";
import { dataFolderAt } from "./state/dataFolder.ts";
import { readTls } from "./tls/readTls.ts";
import { WrongValue } from "./process/wrongValue.ts";

type ServeMember = NonNullable<SiteFile["serve"]>;

/** The settings of a folder in which only this program has written, so that a first look needs no file. */
const UNTOUCHED: SiteFile = { name: "my-site", profile: "plugins", plugins: [], trustKeys: [] };
const OWN_FOLDER = ".svc";

function fileIn(folder: string, tell: Invocation["tell"]): SiteFile {
  if (existsSync(join(folder, SITE_FILE))) return siteFileIn(folder);
  if (readdirSync(folder).some((name) => name !== OWN_FOLDER))
    throw new UsageError(`There is no ${SITE_FILE} in ${folder}. To set up a site directory: svc init`);
  tell("This folder is no site directory yet, so it has no plugins and settings of its own. To make it one: svc init");
  return UNTOUCHED;
}

function optionsIn(
  folder: string,
  { profile, plugins, trustKeys, serve = {} }: SiteFile,
  { options }: Invocation,
): RunOptions {
  return optionsOf({
    port: options.text("port"),
    listen: options.text("listen") ?? (options.text("port") === undefined ? serve.listen : undefined),
    data: options.text("data"),
    profile: options.text("profile") ?? profile,
    fresh: options.isSet("fresh"),
    loader: options.isSet("loader"),
    isolate: options.chosen("isolate"),
    clientDocuments: options.isSet("client-documents"),
    insecureLocalhost: options.isSet("insecure-localhost"),
    json: false,
    plugins,
    trust: trustKeys,
    serving: {
      ...servingOf(folder, options, serve),
      smtp: serve.smtp && smtpSettings(serve.smtp, folder, process.env),
      tls: serve.tls && readTls(serve.tls, folder),
    },
  });
}

/** Combines typed options with those of the file. Typed ones win. */
function servingOf(folder: string, options: Invocation["options"], serve: ServeMember): ServingGiven {
  const {
    identity,
    smtp: _smtp,
    tls: _tls,
    origins,
    trustedProxies,
    listen: _,
    loginOrigin,
    login = true,
    ...rest
  } = serve;
  const [typed, typedProxies] = [options.texts("origin"), options.texts("trusted-proxy")];
  const file = options.text("identity");
  const ownPeople = login && options.isSet("login") ? "own" : "nobody";
  const ownIdentity = identity && (() => identitySettings(identity, folder, process.env));
  return {
    ...rest,
    origins: typed.length > 0 ? typed : origins?.map((one) => (one.includes("://") ? one : join(folder, one))),
    trustedProxies: typedProxies.length > 0 ? typedProxies : trustedProxies,
    people: options.isSet("demo") ? "invented" : ownPeople,
    loginOrigin: options.text("loginOrigin") ?? loginOrigin,
    identity: file === undefined ? ownIdentity?.() : identityIn(file, process.env),
  };
}

/** Loads the runner only for this command, because its identity provider would slow down every other command. */
async function keep({ tell, announce }: Invocation, options: RunOptions): Promise<never> {
  if (!options.fresh) keepCompiled(dataFolderAt(options.data));
  const [{ keepRunning }, { readyData, readyText }] = await Promise.all([
    import("./keepRunning.ts"),
    import("./report.ts"),
  ]);
  return keepRunning(options, {
    tell,
    ready: (local, standing, milliseconds) =>
      announce({
        ok: true,
        lines: readyText(local, standing, options, milliseconds, process.stdout.isTTY).split("\n"),
        data: readyData(local, standing, options),
      }),
  });
}

async function run(invocation: Invocation): Promise<never> {
  const folder = process.cwd();
  const file = fileIn(folder, invocation.tell);
  try {
    return await keep(invocation, optionsIn(folder, file, invocation));
  } catch (error) {
    const isOfFile = error instanceof WrongValue && !isTyped(invocation, error.option);
    const fault = isOfFile ? inSiteFile(error, folder, file) : error;
    if (fault instanceof Problem) throw new Trouble(fault.message);
    throw fault;
  }
}

const isTyped = ({ options }: Invocation, option: string): boolean =>
  options.text(option) !== undefined || options.texts(option).length > 0;

export const start: CliCommand = {
  name: "start",
  summary: "Run the workers and sites of a site directory on this machine, until Ctrl-C.",
  options: [
    ["--port <number>", "port to listen on, 0 for any free one (default: 8787)"],
    ["--listen <address>", "address and port to listen on, instead of --port"],
    [
      "--origin <origin...>",
      "public origins to serve, or files with origins; svc.jsonc can set this and the next three options too",
    ],
    ["--demo", "make two demo sites with invented people, who log in without a proof; not with --origin"],
    ["--identity <file>", "file with your identity provider (default: people have accounts on this machine)"],
    [
      "--login-origin <origin>",
      "public origin of the login of people with accounts here (default: login. before the first site's name)",
    ],
    ["--no-login", "nobody logs in: run no login of this machine's own"],
    ["--trusted-proxy <address...>", "proxies whose headers about visitors are trusted (default: none)"],
    ["--data <folder>", "the data folder (default: .svc/local)"],
    ["--fresh", "delete the data folder's content first"],
    ["--profile <name>", `profile to run (default: the profile in ${SITE_FILE})`],
    ["--isolate", "run plugin code in a separate process, so that a crash there interrupts nothing else"],
    ["--no-isolate", "never use a separate process (default: use one after the first crash)"],
    ["--no-client-documents", "announce no documents of agents' clients (CIMD), without access to the internet"],
    ["--insecure-localhost", "let sites read an index of plugins at http://localhost, to try it; not with --origin"],
    ["--no-loader", "run without the worker loader, so that plugin code cannot run"],
  ],
  examples: ["svc start", "svc start --cwd my-site --port 0 --json"],
  run,
};

/**
 * Reads the operator's bearer from a file, standard input or the environment. Arguments are no source, because they
 * show in process lists.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { type Invocation, UsageError } from "../../command/command.ts";
import { siteDirectoryAbove } from "../../directory/siteFile.ts";
import { isLocal } from "../../site/address.ts";
import { textAt } from "../../files/textAt.ts";

export const BEARER_OPTION = [
  "--bearer-file <file>",
  "a file with the operator token or PROVISIONING_SECRET, - for standard input (default: the environment variable SVC_OPERATOR_TOKEN)",
] as const;

const BEARER_MAX_BYTES = 4096;
const BEARER = /^[\x21-\x7e]{1,4096}$/;
const STANDARD_INPUT = 0;

/** The folder whose secret a command sends, to this machine alone. */
export const DATA_OPTION = ["--data <folder>", "the data folder of this machine (default: .svc/local)"] as const;

/** The value of `--data`. Without one, the site directory has the folder. */
const dataFolder = (data: string | undefined): string => data ?? join(siteDirectoryAbove(".") ?? ".", ".svc/local");

const secretsPath = (data: string | undefined): string => join(dataFolder(data), "secrets.env");

function checkedBearer(text: string, from: string): string {
  const bearer = text.trim();
  if (!BEARER.test(bearer))
    throw new UsageError(
      `${from} has no valid token. It must be one line of at most ${BEARER_MAX_BYTES} visible ASCII characters.`,
    );
  return bearer;
}

/** Reads at most one byte more than the longest bearer, so a larger file is refused without filling memory. */
function textFrom(source: string): string {
  const file = source === "-" ? STANDARD_INPUT : openSync(source, "r");
  try {
    const bytes = Buffer.alloc(BEARER_MAX_BYTES + 2);
    let length = 0;
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = readSync(file, bytes, length, bytes.length - length, null);
    return bytes.toString("utf8", 0, length);
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

/**
 * Reads a secret of the installation on this machine. The person who types could read that file as well. Throws a
 * UsageError if a data folder that the person names has none.
 */
export function localSecret({ options }: Invocation, name: LocalSecret = "PROVISIONING_SECRET"): string | undefined {
  const data = options.text("data");
  const path = secretsPath(data);
  const secret = LOCAL[name].exec(readableText(path))?.[1];
  if (secret === undefined && data !== undefined)
    throw new UsageError(`--data takes the data folder of svc start. ${path} has no ${name} that you may read.`);
  return secret;
}

/** A file's text; an empty one if it is not there, or if another user alone may read it. */
function readableText(path: string): string {
  try {
    return textAt(path) ?? "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return "";
    throw error;
  }
}

/** The port that the running `svc start` wrote into its data folder; undefined while none runs. */
export function localPort({ options }: Invocation): number | undefined {
  const [, port] =
    /"port":(\d{1,5})\b/.exec(readableText(join(dataFolder(options.text("data")), "control.json"))) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** Secrets of the installation on this machine, for its sites and for its deployer. */
const LOCAL = { PROVISIONING_SECRET: /^PROVISIONING_SECRET=(.+)$/m, OPERATOR_TOKEN: /^OPERATOR_TOKEN=(.+)$/m } as const;
type LocalSecret = keyof typeof LOCAL;

/** The bearer for a site. The secrets of this machine are only sent to this machine. */
export function bearerFor(site: string, invocation: Invocation, secret?: LocalSecret): string {
  const { options, environment } = invocation;
  const file = options.text("bearerFile");
  if (file !== undefined) return checkedBearer(textFrom(file), file === "-" ? "Standard input" : file);
  const given = environment["SVC_OPERATOR_TOKEN"];
  if (given !== undefined && given !== "") return checkedBearer(given, "SVC_OPERATOR_TOKEN");
  const local = isLocal(new URL(site).hostname) ? localSecret(invocation, secret) : undefined;
  if (local !== undefined) return checkedBearer(local, secretsPath(options.text("data")));
  throw new UsageError("Name the operator's bearer: --bearer-file <file>, or SVC_OPERATOR_TOKEN in the environment.");
}

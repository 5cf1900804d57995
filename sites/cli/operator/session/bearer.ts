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

/** Path of the secrets of `svc start`, from the site directory. */
const LOCAL_SECRETS = ".svc/local/secrets.env";

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

/** Reads a secret of the installation on this machine. The person who types could read that file as well. */
export function localSecret(name: LocalSecret = "PROVISIONING_SECRET"): string | undefined {
  const folder = siteDirectoryAbove(".") ?? ".";
  const text = textAt(join(folder, LOCAL_SECRETS));
  return LOCAL[name].exec(text ?? "")?.[1];
}

/** Secrets of the installation on this machine, for its sites and for its deployer. */
const LOCAL = { PROVISIONING_SECRET: /^PROVISIONING_SECRET=(.+)$/m, OPERATOR_TOKEN: /^OPERATOR_TOKEN=(.+)$/m } as const;
type LocalSecret = keyof typeof LOCAL;

/** The bearer for a site. The secrets of this machine are only sent to this machine. */
export function bearerFor(site: string, { options, environment }: Invocation, secret?: LocalSecret): string {
  const file = options.text("bearerFile");
  if (file !== undefined) return checkedBearer(textFrom(file), file === "-" ? "Standard input" : file);
  const given = environment["SVC_OPERATOR_TOKEN"];
  if (given !== undefined && given !== "") return checkedBearer(given, "SVC_OPERATOR_TOKEN");
  const local = isLocal(new URL(site).hostname) ? localSecret(secret) : undefined;
  if (local !== undefined) return checkedBearer(local, LOCAL_SECRETS);
  throw new UsageError("Name the operator's bearer: --bearer-file <file>, or SVC_OPERATOR_TOKEN in the environment.");
}

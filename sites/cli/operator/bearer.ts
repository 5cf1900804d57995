/** The operator's bearer. It comes from a file, standard input or the environment: arguments show in lists of processes. */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Invocation } from "../command.ts";
import { UsageError } from "../command.ts";
import { siteDirectoryAbove } from "../directory/siteFile.ts";
import { isLocal } from "../site/address.ts";
import { textAt } from "../files/textAt.ts";

export const BEARER_OPTION = [
  "--bearer-file <file>",
  "a file with the operator's token or PROVISIONING_SECRET, - for standard input (default: SVC_OPERATOR_TOKEN of the environment)",
] as const;

const BEARER_MAX_BYTES = 4096;
const BEARER = /^[\x21-\x7e]{1,4096}$/;
const STANDARD_INPUT = 0;

/** The file in which `svc start` keeps its secrets, from the site directory. */
const LOCAL_SECRETS = ".svc/local/secrets.env";

function sound(text: string, from: string): string {
  const bearer = text.trim();
  if (!BEARER.test(bearer))
    throw new UsageError(
      `${from} holds no bearer: it takes one line of at most ${BEARER_MAX_BYTES} visible ASCII characters.`,
    );
  return bearer;
}

/** Reads one byte more than a bearer may have, so that a larger file is refused and never held. */
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

/** The secret of the installation on this machine, whose file this very user could read as well. */
export function localSecret(name: LocalSecret = "PROVISIONING_SECRET"): string | undefined {
  const folder = siteDirectoryAbove(".") ?? ".";
  const text = textAt(join(folder, LOCAL_SECRETS));
  return LOCAL[name].exec(text ?? "")?.[1];
}

/** The operator's secrets of the installation on this machine: of its sites, and of its deployer. */
const LOCAL = { PROVISIONING_SECRET: /^PROVISIONING_SECRET=(.+)$/m, OPERATOR_TOKEN: /^OPERATOR_TOKEN=(.+)$/m } as const;
type LocalSecret = keyof typeof LOCAL;

/** The bearer for a site. What this machine keeps for its own sites is sent to no other. */
export function bearerFor(site: string, { options, environment }: Invocation, secret?: LocalSecret): string {
  const file = options.text("bearerFile");
  if (file !== undefined) return sound(textFrom(file), file === "-" ? "Standard input" : file);
  const given = environment["SVC_OPERATOR_TOKEN"];
  if (given !== undefined && given !== "") return sound(given, "SVC_OPERATOR_TOKEN");
  const local = isLocal(new URL(site).hostname) ? localSecret(secret) : undefined;
  if (local !== undefined) return sound(local, LOCAL_SECRETS);
  throw new UsageError("Name the operator's bearer: --bearer-file <file>, or SVC_OPERATOR_TOKEN in the environment.");
}

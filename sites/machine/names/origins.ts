import { readFileSync, statSync } from "node:fs";
import { MACHINE_FILE_MAX_BYTES, ORIGINS_MAX } from "../../../manifests/bounds/operators.ts";
import { HOSTNAME_LABEL_MAX_CHARS, HOSTNAME_MAX_CHARS } from "../../../manifests/bounds/hosts.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { Problem, reason } from "../process/problem.ts";
import { WrongValue } from "../process/wrongValue.ts";

/** A site's origin: https, a canonical hostname and the standard port. */
export interface SiteOrigin {
  readonly origin: string;
  readonly hostname: string;
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SAYS =
  "an https origin such as https://www.example.com, without port or path, and with a hostname instead of an IP address";

const OPTION = "origin";

/** Reads one origin that an option gave. */
export function readOrigin(text: string, option = OPTION): SiteOrigin {
  return originIn(text, (says) => new WrongValue(option, text, says));
}

type Fault = (says: (where: string) => string) => Problem;

function originIn(text: string, fault: Fault): SiteOrigin {
  const hostname = text.startsWith("https://") ? text.slice("https://".length) : "";
  if (!isName(hostname)) throw fault((where) => `${where} takes ${SAYS}; not ${JSON.stringify(text)}.`);
  if (isLocalHostname(hostname))
    throw fault((where) => `${where} names ${text}, a local name. Leave it out: it is served without this setting.`);
  return { origin: text, hostname };
}

function isName(hostname: string): boolean {
  const labels = hostname.split(".");
  const isWhole = labels.every((label) => label.length <= HOSTNAME_LABEL_MAX_CHARS && LABEL.test(label));
  // A URL parser reads a hostname whose last label is a number as an IPv4 address.
  return isWhole && labels.length > 1 && hostname.length <= HOSTNAME_MAX_CHARS && /[a-z]/.test(labels.at(-1) ?? "");
}

/** Reads the values of `--origin`: origins, and files with one origin on each line. */
export function readOrigins(given: readonly string[]): readonly SiteOrigin[] {
  const all = given.flatMap((one) => (one.includes("://") ? [readOrigin(one)] : inFile(one)));
  const once = new Map(all.map((one) => [one.hostname, one]));
  if (once.size > ORIGINS_MAX)
    throw new WrongValue(
      OPTION,
      undefined,
      (where) => `${where} names ${once.size} origins; ${ORIGINS_MAX} are allowed.`,
    );
  return [...once.values()];
}

function inFile(path: string): SiteOrigin[] {
  const lines = readText(path)
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim());
  const found = lines.flatMap((line, at) =>
    line === "" ? [] : [originIn(line, (says) => new Problem(says(`${path}, line ${at + 1},`)))],
  );
  if (found.length === 0)
    throw new WrongValue(OPTION, path, (where) => `${where} names ${path}, and there is no origin in it.`);
  return found;
}

function readText(path: string): string {
  try {
    if (statSync(path).size > MACHINE_FILE_MAX_BYTES)
      throw new Error(`it is longer than ${MACHINE_FILE_MAX_BYTES} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new WrongValue(
      OPTION,
      path,
      (where) =>
        `Cannot read the origins in ${path} (${reason(error)}). ${where} takes ${SAYS}, or a file with such origins.`,
      { cause: error },
    );
  }
}

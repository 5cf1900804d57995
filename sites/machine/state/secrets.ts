import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { SESSION_SECRET_MIN_CHARS } from "../../../manifests/bounds/logins.ts";
import { PROVISIONING_SECRET_MIN_CHARS } from "../../../manifests/bounds/operators.ts";
import { SETTINGS_SECRET_MIN_CHARS } from "../../../manifests/bounds/plugins.ts";
import { Problem } from "../process/problem.ts";

export type FolderSecrets = Readonly<Record<string, string>>;

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;
const LINE = /^([A-Z][A-Z0-9_]*)=([\x21-\x7e]+)$/;

/** The least length of secrets. A worker with a shorter one refuses all requests that need it. */
const LEAST_CHARS: Readonly<Record<string, number>> = {
  SESSION_SECRET: SESSION_SECRET_MIN_CHARS,
  MEMBERS_MCP_SESSION_SECRET: SESSION_SECRET_MIN_CHARS,
  PROVISIONING_SECRET: PROVISIONING_SECRET_MIN_CHARS,
  PLUGIN_SETTINGS_SECRET: SETTINGS_SECRET_MIN_CHARS,
};

/**
 * Reads the installation's secrets, and makes missing ones. Existing values stay, because new ones would end all logins
 * and break operators' scripts.
 */
export function keepSecrets(file: string, names: readonly string[]): FolderSecrets {
  const kept = readSecrets(file);
  for (const name of names) refuseShort(file, name, kept[name]);
  const missing = names.filter((name) => kept[name] === undefined);
  const all = {
    ...kept,
    ...Object.fromEntries(missing.map((name) => [name, randomBytes(SECRET_BYTES).toString("base64url")])),
  };
  if (missing.length > 0) writeSecrets(file, all);
  chmodSync(file, OWNER_ONLY);
  return all;
}

export function writeSecrets(file: string, secrets: FolderSecrets): void {
  const text = Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
  writeWhole(file, text, OWNER_ONLY);
}

function refuseShort(file: string, name: string, value: string | undefined): void {
  const least = LEAST_CHARS[name] ?? 0;
  if (value === undefined || value.length >= least) return;
  throw new Problem(
    `${name} in ${file} has ${value.length} characters but needs ${least}. If a line was cut, restore the file from a backup of the folder. If you chose the value, choose a longer one.`,
  );
}

/** Reads the secrets; empty if there is no file. */
export function readSecrets(file: string): FolderSecrets {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, "utf8").split("\n");
  return Object.fromEntries(
    lines.flatMap((line, at) => {
      if (line === "" || line.startsWith("#")) return [];
      const [, name, value] = LINE.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new Problem(
          `The file ${file} is damaged: line ${at + 1} is not NAME=value. Correct the line, or restore the file from a backup of the folder.`,
        );
      return [[name, value]];
    }),
  );
}

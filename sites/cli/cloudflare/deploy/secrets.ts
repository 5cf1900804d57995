/**
 * Reads secrets for a deployment: a JSON object of workers and their secrets, from a file or standard input. Arguments
 * are no source, because every process of the machine can read them. No message repeats a value.
 */
import { statSync } from "node:fs";
import { SECRET_MAX_BYTES, SECRETS_FILE_MAX_BYTES } from "../../../../manifests/bounds/provider.ts";
import { SESSION_SECRET_MIN_CHARS } from "../../../../manifests/bounds/logins.ts";
import { PROVISIONING_SECRET_MIN_CHARS } from "../../../../manifests/bounds/operators.ts";
import { SETTINGS_SECRET_MIN_CHARS } from "../../../../manifests/bounds/plugins.ts";
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { Trouble } from "../../command/command.ts";
import { boundedFile } from "../../directory/boundedText.ts";
import { POLICY } from "../descriptor/policy.ts";

/** Secrets by worker key and name. */
export type WorkerSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const SECRETS_OPTION = [
  "--secrets <file>",
  "JSON file with the secrets of each worker; - reads standard input",
] as const;

const LEAST_CHARS: Readonly<Record<string, number>> = {
  PROVISIONING_SECRET: PROVISIONING_SECRET_MIN_CHARS,
  SESSION_SECRET: SESSION_SECRET_MIN_CHARS,
  PLUGIN_SETTINGS_SECRET: SETTINGS_SECRET_MIN_CHARS,
};

const OTHERS_MAY_READ = 0o077;

const tooLarge = (): never => {
  throw new Trouble(`The secrets have more than ${SECRETS_FILE_MAX_BYTES} bytes.`);
};

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    if (pieces.reduce((sum, { length }) => sum + length, 0) > SECRETS_FILE_MAX_BYTES) tooLarge();
  }
  return Buffer.concat(pieces).toString();
}

function fileText(path: string): string {
  const found = statSync(path);
  if (found.isFile() && process.platform !== "win32" && (found.mode & OTHERS_MAY_READ) !== 0)
    throw new Trouble(`Others may read ${path}. Run: chmod 600 ${path}`);
  return boundedFile(path, SECRETS_FILE_MAX_BYTES);
}

/** The secrets that the policy allows a worker, or requires. */
export const workerSecretNames = (key: string, which: "all" | "required"): string[] =>
  (POLICY[key] ?? [])
    .filter(({ type, isRequired }) => type === "secret_text" && (which === "all" || isRequired))
    .map(({ name }) => name);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function secretFault(key: string, name: string, value: unknown): string | undefined {
  const names = workerSecretNames(key, "all");
  if (!names.includes(name)) return `${key} has no secret with this name; it has ${names.join(", ") || "none"}`;
  if (typeof value !== "string" || value === "") return "a secret is a text";
  if (Buffer.byteLength(value) > SECRET_MAX_BYTES) return `a secret has at most ${SECRET_MAX_BYTES} bytes`;
  const least = LEAST_CHARS[name] ?? 1;
  return value.split(/\r?\n/).some((line) => line.length < least)
    ? `it needs at least ${least} characters (openssl rand -base64 32)`
    : undefined;
}

function faultsOf(value: unknown, keys: readonly string[]): string[] {
  if (!isObject(value)) return ["/: an object of workers and their secrets"];
  return Object.entries(value).flatMap(([key, secrets]) => {
    if (!keys.includes(key))
      return [`${encodePointer([key])}: not a worker of this profile; its workers are ${keys.join(", ")}`];
    if (!isObject(secrets)) return [`${encodePointer([key])}: an object of names and secrets`];
    return Object.entries(secrets).flatMap(([name, secret]) => {
      const fault = secretFault(key, name, secret);
      return fault === undefined ? [] : [`${encodePointer([key, name])}: ${fault}`];
    });
  });
}

/** Finds secrets that two workers share. An attacker who breaks one worker could then act as the other. */
function sharedSecrets(secrets: WorkerSecrets): string[] {
  const all = Object.entries(secrets).flatMap(([key, named]) =>
    Object.entries(named).map(([name, value]) => ({ pointer: encodePointer([key, name]), value })),
  );
  return all
    .filter(({ value }, index) => all.findIndex((other) => other.value === value) < index)
    .map(({ pointer }) => `${pointer}: the same secret is used elsewhere in the file; each secret must be different`);
}

/**
 * Reads secrets from a text. Throws a trouble that names each fault by its pointer. `keys` are the profile's workers.
 */
export function secretsIn(text: string, keys: readonly string[]): WorkerSecrets {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) throw new Trouble(`The secrets are not a JSON object (${parsed.error.issue.pointer || "/"}).`);
  const faults = faultsOf(parsed.value, keys);
  const lines = faults.length > 0 ? faults : sharedSecrets(parsed.value as WorkerSecrets);
  if (lines.length > 0)
    throw new Trouble("The secrets are not valid.", {
      ok: false,
      lines: [...lines, "The secrets are not valid. Nothing was changed."],
      data: { issues: lines },
    });
  return parsed.value as WorkerSecrets;
}

/** Reads the secrets that the option names; empty without the option. */
export async function givenSecrets(option: string | undefined, keys: readonly string[]): Promise<WorkerSecrets> {
  if (option === undefined) return {};
  return secretsIn(option === "-" ? await standardInput() : fileText(option), keys);
}

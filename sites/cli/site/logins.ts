/** Stores logins in the user's configuration folder: one file for each site, readable by this user alone. */
import type { Environment } from "../command/command.ts";
import { chmodSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { textAt } from "../files/textAt.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { makeFolder } from "../files/makeFolder.ts";

export interface KeptLogin {
  readonly site: string;
  readonly cookie: string;
  readonly login: string;
  readonly expiresAt: number;
}

const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;

const configOf = (environment: Environment): string =>
  (process.platform === "win32" ? environment["APPDATA"] : environment["XDG_CONFIG_HOME"]) ||
  join(environment["HOME"] || homedir(), ".config");

const fileOf = (site: string, environment: Environment): string =>
  join(configOf(environment), "svc", "logins", `${encodeURIComponent(site)}.json`);

const isLogin = (value: unknown): value is KeptLogin =>
  typeof value === "object" &&
  value !== null &&
  "site" in value &&
  "cookie" in value &&
  "login" in value &&
  "expiresAt" in value &&
  typeof value.cookie === "string" &&
  typeof value.login === "string" &&
  typeof value.expiresAt === "number";

/** The stored login for this site; undefined if there is none or it has expired. */
export function keptLogin(site: string, environment: Environment, now: number): KeptLogin | undefined {
  const text = textAt(fileOf(site, environment));
  const value: unknown = text === undefined ? undefined : parsed(text);
  return isLogin(value) && value.site === site && now < value.expiresAt ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function keepLogin(kept: KeptLogin, environment: Environment): string {
  const folder = join(configOf(environment), "svc", "logins");
  makeFolder(folder, OWNER_ONLY);
  chmodSync(folder, OWNER_ONLY);
  const path = fileOf(kept.site, environment);
  writeWhole(path, `${JSON.stringify(kept)}\n`, OWNER_ONLY_FILE);
  return path;
}

export const dropLogin = (site: string, environment: Environment): void =>
  rmSync(fileOf(site, environment), { force: true });

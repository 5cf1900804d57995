import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { MACHINE_FILE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { issuesFromZod } from "../../../manifests/refusals/issues.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { parseAuthoring } from "../../cli/files/authoring.ts";
import { type IdentityFile, identityShape } from "../../cli/directory/servingShape.ts";
import { Problem, reason } from "../process/problem.ts";
import { readSecrets } from "../state/secrets.ts";

/** The operator's identity provider, with the client secrets of this machine. */
export interface IdentitySettings {
  readonly settings: Readonly<Record<string, string>>;
  readonly siteClientId: string;
  readonly privateMcpClientId: string | undefined;
  readonly siteSecret: string;
  /** Undefined if members' agents are not served. */
  readonly agentsSecret: string | undefined;
  /** Private JWKs by which the applications prove themselves in place of the secrets. */
  readonly siteKey?: string | undefined;
  readonly agentsKey?: string | undefined;
  /** Certificates of a private authority (PEM). Undefined: those that the workers' runtime trusts. */
  readonly ca?: string | undefined;
}

/** Names of the secrets in the secrets file. In the environment they have the prefix `SVC_`. */
const SITE = "SITE_CLIENT_SECRET";
const AGENTS = "AGENTS_CLIENT_SECRET";
const SITE_KEY = "SITE_CLIENT_KEY";
const AGENTS_KEY = "AGENTS_CLIENT_KEY";

/** This process's environment. Secrets are deleted after reading, so that no child process inherits them. */
type OwnEnvironment = Record<string, string | undefined>;

/** Reads the file of `--identity`. */
export function identityIn(path: string, environment: OwnEnvironment): IdentitySettings {
  return identitySettings(fileIn(path), dirname(path), environment);
}

function fileIn(path: string): IdentityFile {
  const parsed = parseAuthoring(readText(path));
  if (!parsed.ok) throw invalid(path, parsed.error.issue);
  const shaped = identityShape.safeParse(parsed.value);
  if (!shaped.success) throw invalid(path, issuesFromZod(shaped.error, parsed.value)[0]);
  return shaped.data;
}

const invalid = (path: string, issue: Issue | undefined): Problem =>
  new Problem(
    `The identity provider in ${path} is not valid (${issue?.pointer || "/"}: found ${issue?.found}; allowed: ${issue?.allowed}).`,
  );

/**
 * Combines the settings of a file with the secrets. Removes secrets from the environment, because every child process
 * would inherit them.
 */
export function identitySettings(file: IdentityFile, folder: string, environment: OwnEnvironment): IdentitySettings {
  const kept = file.secrets === undefined ? {} : secretsIn(resolve(folder, file.secrets));
  const secret = (name: string): string | undefined => {
    const given = environment[`SVC_${name}`];
    delete environment[`SVC_${name}`];
    return given || kept[name];
  };
  const [siteKey, agentsKey] = [secret(SITE_KEY), secret(AGENTS_KEY)];
  // A key serves in place of the secret, which is then empty.
  const [siteSecret, agentsSecret] = [secret(SITE) ?? emptyWith(siteKey), secret(AGENTS) ?? emptyWith(agentsKey)];
  if (siteSecret === undefined) throw missing(SITE);
  if (file.privateMcpClientId !== undefined && agentsSecret === undefined) throw missing(AGENTS);
  return {
    settings: {
      OIDC_ISSUER: file.issuer,
      OIDC_AUTHORIZATION_ENDPOINT: file.authorizationEndpoint,
      OIDC_TOKEN_ENDPOINT: file.tokenEndpoint,
      OIDC_USERINFO_ENDPOINT: file.userinfoEndpoint,
      OIDC_JWKS_URI: file.jwksUri ?? "",
      OIDC_MAX_AGE: file.maxAge ?? "",
      OIDC_ACR_VALUES: file.acrValues ?? "",
    },
    siteClientId: file.siteClientId,
    privateMcpClientId: file.privateMcpClientId,
    siteSecret,
    agentsSecret,
    siteKey,
    agentsKey,
    ca: file.ca === undefined ? undefined : certificatesOf(resolve(folder, file.ca)),
  };
}

const emptyWith = (key: string | undefined): string | undefined => (key === undefined ? undefined : "");

const missing = (name: string): Problem =>
  new Problem(
    `The identity provider's ${name} is missing. Set SVC_${name}, or name a file of mode 600 as "secrets" of the identity provider.`,
  );

/**
 * Reads the secrets file. Refuses a file that others can read, because its secret lets anybody log in as any member.
 */
function secretsIn(path: string): Readonly<Record<string, string>> {
  const { mode, size } = readStat(path);
  if ((mode & 0o077) !== 0) throw new Problem(`Other users can read ${path}. Change that with: chmod 600 ${path}`);
  if (size > MACHINE_FILE_MAX_BYTES) throw new Problem(`${path} is longer than ${MACHINE_FILE_MAX_BYTES} bytes.`);
  return readSecrets(path);
}

function readStat(path: string): { readonly mode: number; readonly size: number } {
  try {
    return statSync(path);
  } catch (error) {
    throw new Problem(`Cannot read the secrets in ${path} (${reason(error)}).`, { cause: error });
  }
}

function certificatesOf(path: string): string {
  const text = readText(path);
  if (/-----BEGIN CERTIFICATE-----/.test(text)) return text;
  throw new Problem(`${path} has no certificate. The identity provider's "ca" is a file in PEM.`);
}

function readText(path: string): string {
  try {
    if (statSync(path).size > MACHINE_FILE_MAX_BYTES) throw new Error("it is too long");
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Problem(`Cannot read the identity provider in ${path} (${reason(error)}).`, { cause: error });
  }
}

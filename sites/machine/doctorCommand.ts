/** `svc doctor --identity` asks the identity provider whether logins can work; `--tls` looks at certificates. All else is the doctor of deployments. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../cli/command/command.ts";
import { descriptorAt } from "../cli/cloudflare/descriptor/descriptorFile.ts";
import { siteDirectory } from "../cli/cloudflare/descriptor/siteDirectory.ts";
import { doctor as deploymentDoctor } from "../cli/cloudflare/doctor/command.ts";
import { isWell } from "../cli/cloudflare/doctor/doctor.ts";
import { doctorLines } from "../cli/cloudflare/doctor/doctorText.ts";
import { SITE_FILE, type SiteFile, siteFileIn } from "../cli/directory/siteFile.ts";
import { identitySettings } from "./identity/identitySettings.ts";
import { diagnoseLogins, type LoginFacts, type LoginOrigins } from "./identity/loginDiagnosis.ts";
import { readOrigins } from "./names/origins.ts";
import { loginOf } from "./names/serving.ts";
import { DATA_OPTION, dataOf } from "./process/dataCommand.ts";
import { Problem } from "./process/problem.ts";
import { dataFolderAt } from "./state/dataFolder.ts";
import { diagnoseCertificates } from "./authority/certificateDoctor.ts";
import { readTls } from "./tls/readTls.ts";

interface Patient {
  readonly facts: LoginFacts;
  readonly origins: LoginOrigins;
}

type Serve = NonNullable<SiteFile["serve"]>;

function machineIn(folder: string, { identity, origins = [], privateMcpOrigin }: Serve): Patient | undefined {
  if (identity === undefined) return undefined;
  const given = origins.map((one) => (one.includes("://") ? one : join(folder, one)));
  return {
    facts: identitySettings(identity, folder, { ...process.env }),
    origins: { sites: readOrigins(given).map(({ origin }) => origin), privateMcp: privateMcpOrigin },
  };
}

/** The provider of a deployment. The secrets are with its workers, unless the environment has them, too. */
async function deploymentIn(path: string, { environment }: Invocation): Promise<Patient> {
  const { oauth, siteOrigin, privateMcpOrigin, variables } = await descriptorAt(path);
  const { issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint, siteClientId, privateMcpClientId } = oauth;
  return {
    facts: {
      settings: {
        OIDC_ISSUER: issuer,
        OIDC_AUTHORIZATION_ENDPOINT: authorizationEndpoint,
        OIDC_TOKEN_ENDPOINT: tokenEndpoint,
        OIDC_USERINFO_ENDPOINT: userinfoEndpoint,
        OIDC_JWKS_URI: variables?.OIDC_JWKS_URI ?? "",
      },
      siteClientId,
      privateMcpClientId,
      siteSecret: environment["SVC_SITE_CLIENT_SECRET"],
      agentsSecret: environment["SVC_AGENTS_CLIENT_SECRET"],
      siteKey: environment["SVC_SITE_CLIENT_KEY"],
      agentsKey: environment["SVC_AGENTS_CLIENT_KEY"],
    },
    origins: { sites: [siteOrigin], privateMcp: privateMcpOrigin },
  };
}

async function patientIn(invocation: Invocation): Promise<Patient> {
  const { path, descriptor } = siteDirectory(invocation.options);
  const { serve } = existsSync(join(path, SITE_FILE)) ? siteFileIn(path) : {};
  const machine = serve && machineIn(path, serve);
  if (machine) return machine;
  if (existsSync(descriptor)) return deploymentIn(descriptor, invocation);
  throw new UsageError(
    `The ${SITE_FILE} in ${path} names no identity provider (serve.identity), and there is no descriptor.`,
  );
}

async function checkIdentity(invocation: Invocation): Promise<Outcome> {
  const { facts, origins } = await patientIn(invocation);
  const verdicts = await diagnoseLogins(facts, origins);
  return {
    ok: isWell(verdicts),
    lines: doctorLines(verdicts, invocation.paint),
    data: { schemaVersion: 1, issuer: facts.settings["OIDC_ISSUER"], checks: verdicts },
  };
}

/** The certificates of the machine, those that it ordered included. */
function checkCertificates(invocation: Invocation): Outcome {
  const { path } = siteDirectory(invocation.options);
  const { serve } = existsSync(join(path, SITE_FILE)) ? siteFileIn(path) : {};
  if (!serve?.tls) throw new UsageError(`The ${SITE_FILE} in ${path} has no serve.tls.`);
  const origins = (serve.origins ?? []).map((one) => (one.includes("://") ? one : join(path, one)));
  const named = readOrigins(origins);
  const hasPeople = serve.identity === undefined && serve.login !== false;
  const login = hasPeople ? loginOf(named, { loginOrigin: serve.loginOrigin, people: "own" }) : undefined;
  const agents = [serve.publicMcpOrigin, serve.privateMcpOrigin].flatMap((one) => one ?? []);
  const hostnames = [...named, ...(login ? [login] : [])].map(({ hostname }) => hostname);
  hostnames.push(...agents.map((origin) => new URL(origin).hostname));
  const folder = dataFolderAt(dataOf(invocation));
  const verdicts = diagnoseCertificates({ tls: readTls(serve.tls, path), hostnames, folder, now: invocation.now });
  return {
    ok: isWell(verdicts),
    lines: doctorLines(verdicts, invocation.paint),
    data: { schemaVersion: 1, checks: verdicts },
  };
}

const OWN_CHECKS: Readonly<Record<string, (invocation: Invocation) => Outcome | Promise<Outcome>>> = {
  identity: checkIdentity,
  tls: checkCertificates,
};

async function run(invocation: Invocation): Promise<Outcome> {
  const chosen = [...Object.keys(OWN_CHECKS), "mail"].filter((name) => invocation.options.isSet(name));
  if (chosen.length > 1) throw new UsageError(`--${chosen.join(" and --")} are two checks. Name one.`);
  const check = OWN_CHECKS[chosen[0] ?? ""];
  if (!check) return deploymentDoctor.run(invocation);
  try {
    return await check(invocation);
  } catch (error) {
    throw error instanceof Problem ? new Trouble(error.message) : error;
  }
}

export const doctor: CliCommand = {
  ...deploymentDoctor,
  options: [
    ...deploymentDoctor.options,
    ["--identity", "ask the identity provider whether people can log in, without logging in, instead"],
    ["--tls", "check the certificates of this machine's names, and what an authority said of them, instead"],
    DATA_OPTION,
  ],
  examples: [...deploymentDoctor.examples, "svc doctor --identity", "svc doctor --tls"],
  run,
};

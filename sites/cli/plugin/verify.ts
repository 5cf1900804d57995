/**
 * `svc plugin verify`: verifies packages as a site does, and prints each step of the policy up to the first failure.
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import {
  type Provenance,
  PROVENANCE_REFUSALS,
  provenanceBeside,
  type ProvenanceReason,
  readProvenance,
} from "../../../manifests/distribution/provenance.ts";
import type { Result } from "../../../manifests/result.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { admit } from "./admission.ts";
import { type Keyring, readKeyring } from "../../../manifests/trust/keyring.ts";
import { afterInstalling, rollbackSays } from "../../../manifests/trust/rollback.ts";
import { distrust, POLICY, type PolicyStep, stepOf } from "../../../manifests/trust/untrusted.ts";
import { type Verification, Verifier } from "../../../manifests/trust/verifier.ts";
import type { VerifiedPackage } from "../../../manifests/trust/verify.ts";
import { type CliCommand, type Invocation, type Outcome, type Paint, UsageError } from "../command/command.ts";
import { sha256 } from "../files/sha256.ts";
import { printable } from "../site/problem.ts";
import { fileBytes, packageSha256 } from "./signed/packageFile.ts";

interface Step {
  readonly step: PolicyStep | "rollback";
  readonly outcome: "ok" | "refused" | "not reached";
  readonly says: string;
}

interface Report {
  readonly file: string;
  readonly verified: boolean;
  readonly steps: readonly Step[];
  readonly package?: {
    readonly id: string;
    readonly version: string;
    readonly digest: string;
    readonly signedBy: readonly string[];
  };
  readonly refusal?: unknown;
  /** The statement beside the package; undefined without one. */
  readonly provenance?: Result<Provenance, ProvenanceReason>;
}

const STYLES = { ok: "green", refused: "red", "not reached": "dim" } as const;
const STEPS = Object.entries(POLICY) as [PolicyStep, string][];

function policySteps(verification: Verification): Step[] {
  const stopped = verification.ok ? STEPS.length : STEPS.findIndex(([step]) => step === stepOf(verification.error));
  return STEPS.map(([step, says], index): Step => {
    if (index < stopped) return { step, outcome: "ok", says };
    if (index > stopped || verification.ok) return { step, outcome: "not reached", says };
    return { step, outcome: "refused", says: distrust(verification.error).detail };
  });
}

function rollbackStep({ manifest, digest }: VerifiedPackage, earlier: VerifiedPackage, allowDowngrade: boolean): Step {
  const highest = { version: earlier.manifest.version, digest: earlier.digest };
  const result = afterInstalling({ version: manifest.version, digest }, highest, { allowDowngrade });
  if (!result.ok) return { step: "rollback", outcome: "refused", says: rollbackSays(result.error) };
  return { step: "rollback", outcome: "ok", says: `It may be installed after ${highest.version}.` };
}

function reportOf(file: string, verification: Verification, further: readonly Step[]): Report {
  const steps = [...policySteps(verification), ...further];
  const verified = steps.every(({ outcome }) => outcome === "ok");
  if (!verification.ok) return { file, verified, steps, refusal: verification.error };
  const { manifest, digest, signedBy } = verification.value;
  return { file, verified, steps, package: { id: manifest.id, version: manifest.version, digest, signedBy } };
}

const provenanceLine = (read: NonNullable<Report["provenance"]>): string =>
  read.ok
    ? `  made from ${read.value.source}${read.value.commit === null ? "" : ` at ${read.value.commit}`} by ${read.value.builder}, says ${read.value.signedBy.join(", ")}`
    : `  ${PROVENANCE_REFUSALS[read.error]}`;

/** Reads the statement beside a trusted package. A wrong one is a fault, and none is not. */
async function withProvenance(report: Report, plugin: VerifiedPackage, keyring: Keyring, now: number): Promise<Report> {
  const path = provenanceBeside(report.file);
  if (!existsSync(path)) return report;
  const provenance = await readProvenance(
    fileBytes(path),
    { id: plugin.manifest.id, sha256: sha256(plugin.manifestText) },
    keyring,
    now,
  );
  return { ...report, provenance, verified: report.verified && provenance.ok };
}

function linesOf({ file, steps, package: found, provenance }: Report, paint: Paint): string[] {
  const named = found ? `${file}: ${found.id} ${found.version} ${found.digest}` : file;
  const line = ({ step, outcome, says }: Step): string =>
    `  ${paint(STYLES[outcome], outcome.padEnd(11))}  ${step.padEnd(9)}  ${says}`;
  return [
    named,
    ...steps.map(line),
    ...(found ? [`  signed by ${found.signedBy.join(", ")}`] : []),
    ...(provenance ? [printable(provenanceLine(provenance))] : []),
  ];
}

const keyringTalk = (issues: readonly Issue[]): string[] =>
  issues.map(
    ({ pointer, found, allowed }) =>
      `A trust key is invalid and was ignored: ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
  );

async function loadKeyring({ options, environment }: Invocation): Promise<Keyring> {
  const file = options.text("keys");
  const text = file === undefined ? environment["PLUGIN_TRUST_KEYS"] : Buffer.from(fileBytes(file)).toString("utf8");
  if (text === undefined)
    throw new UsageError("Name the trust keys: --keys <file>, or PLUGIN_TRUST_KEYS in the environment.");
  return readKeyring(text, packageSha256);
}

function readMoment({ options, now }: Invocation): number {
  const text = options.text("at");
  const moment = text === undefined ? now : Date.parse(text);
  if (Number.isNaN(moment))
    throw new UsageError(`--at takes a time such as 2026-11-01T12:00:00Z, not ${JSON.stringify(text)}.`);
  return moment;
}

/**
 * Reads the installed package, which the new one would update. This package must be trusted too, or its version proves
 * nothing.
 */
async function readEarlier(
  file: string | undefined,
  verify: (path: string) => Promise<Verification>,
): Promise<VerifiedPackage | undefined> {
  if (file === undefined) return undefined;
  const verification = await verify(file);
  if (verification.ok) return verification.value;
  throw new UsageError(`--after ${basename(file)} is not a trusted package: ${distrust(verification.error).detail}.`);
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { args, options, paint } = invocation;
  const [keyring, now] = [await loadKeyring(invocation), readMoment(invocation)];
  const verifier = new Verifier(packageSha256);
  const verify = async (path: string): Promise<Verification> =>
    admit(await verifier.verify(fileBytes(path), keyring, now));
  const earlier = await readEarlier(options.text("after"), verify);
  const reports: Report[] = [];
  for (const file of args) {
    const verification = await verify(file);
    const found = verification.ok ? verification.value : undefined;
    const isUpdate = earlier && found?.manifest.id === earlier.manifest.id;
    const further = found && isUpdate ? [rollbackStep(found, earlier, options.isSet("allow-downgrade"))] : [];
    const report = reportOf(file, verification, further);
    reports.push(found ? await withProvenance(report, found, keyring, now) : report);
  }
  return {
    ok: reports.every(({ verified }) => verified),
    lines: reports.flatMap((report) => linesOf(report, paint)),
    data: { packages: reports, keyring: { keys: [...keyring.keys.keys()], refused: keyring.refused } },
    talk: keyringTalk(keyring.refused),
  };
}

export const verify: CliCommand = {
  name: "verify",
  summary: "Check whether packages would be trusted, and show each step.",
  argument: ["<package...>", "packages to verify"],
  options: [
    ["--keys <file>", "file with public keys to trust (default: the environment variable PLUGIN_TRUST_KEYS)"],
    ["--at <time>", "the time to verify at (default: now)"],
    ["--after <package>", "package of the installed version; checks whether this package may be installed after it"],
    ["--allow-downgrade", "check as if an owner had allowed an older version"],
  ],
  examples: [
    "svc plugin verify acme.notices-1.0.0.json --keys trust.json",
    "svc plugin verify acme.notices-1.1.0.json --keys trust.json --after acme.notices-1.0.0.json --json",
  ],
  run,
};

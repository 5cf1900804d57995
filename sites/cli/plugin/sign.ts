/**
 * `svc plugin sign`: signs a package. Verifies it first with the signing key, so it never signs a package that every
 * site would refuse.
 */
import { statSync } from "node:fs";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { readHeader } from "../../../manifests/trust/header.ts";
import { readKeyring } from "../../../manifests/trust/keyring.ts";
import { readPackageContent } from "../../../manifests/trust/package.ts";
import { distrust, type Untrusted } from "../../../manifests/trust/untrusted.ts";
import { type VerifiedPackage, verifyPackage } from "../../../manifests/trust/verify.ts";
import { packageBytes, fileBytes, packageSha256 } from "./signed/packageFile.ts";
import { admit } from "./admission.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { readKey, type Signature, signatureOver } from "./signed/signing.ts";

/** The key id in a signature's header. An unreadable header is left for the verification to refuse. */
function kidOf({ protected: encoded }: Signature): string | undefined {
  const header = readHeader(encoded, "");
  return header.ok ? header.value.kid : undefined;
}

function refusedPackage(file: string, untrusted: Untrusted): Outcome {
  const { detail } = distrust(untrusted);
  return { ok: false, lines: [`${file}: ${detail}`], data: { file, refusal: untrusted } };
}

const signedOutcome = (file: string, kid: string, { manifest: { id, version }, digest }: VerifiedPackage): Outcome => ({
  ok: true,
  lines: [file],
  data: { file, id, version, digest, kid },
  talk: [`${id} ${version} signed by ${kid}`],
});

const isOpen = (path: string): boolean => process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;

async function run({ args: [file = ""], options, now }: Invocation): Promise<Outcome> {
  const keyFile = options.required("key");
  const key = await readKey(keyFile);
  const read = readPackageContent(fileBytes(file));
  if (!read.ok) return refusedPackage(file, read.error);
  const content = read.value;
  const others = content.jws.signatures.filter((signature) => kidOf(signature) !== key.kid);
  const signatures = [...others, await signatureOver(content, key)];
  const bytes = packageBytes({ ...content, jws: { ...content.jws, signatures } });
  const keyring = await readKeyring(JSON.stringify([key.publicJwk]), packageSha256);
  const verified = admit(await verifyPackage(bytes, keyring, now, packageSha256));
  if (!verified.ok) return refusedPackage(file, verified.error);
  const out = options.text("out") ?? file;
  writeWhole(out, bytes);
  const outcome = signedOutcome(out, key.kid, verified.value);
  const warning = `Others on this machine can read ${keyFile}. Change that with: chmod 600 ${keyFile}`;
  return isOpen(keyFile) ? { ...outcome, talk: [...(outcome.talk ?? []), warning] } : outcome;
}

export const sign: CliCommand = {
  name: "sign",
  summary: "Add a signature to a package, in place of an earlier one by the same key.",
  argument: ["<package>", "a package from svc plugin pack"],
  options: [
    ["--key <file>", "the private key from svc plugin keygen"],
    ["--out <file>", "output file for the signed package (default: the same file)"],
  ],
  examples: ["svc plugin sign acme.notices-1.0.0.json --key acme.key.json"],
  run,
};

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";
import { MACHINE_FILE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import type { CertificateFiles } from "../names/tlsSettings.ts";
import { Problem, reason } from "../process/problem.ts";

/** A certificate that this machine can show to visitors. */
export interface Certificate {
  readonly path: string;
  readonly context: SecureContext;
  /** The time in milliseconds at which it expires. */
  readonly expires: number;
  /** True if it is for a hostname (RFC 9525: by its alternative names alone). */
  covers(hostname: string): boolean;
}

/** Reads a certificate and its key. Throws a Problem that names the file. */
export function readCertificate({ certificate, key }: CertificateFiles): Certificate {
  refuseReadable(key);
  const [pem, secret] = [textOf(certificate), textOf(key)];
  const [read, privateKey] = [certificateIn(pem, certificate), keyIn(secret, key)];
  if (!read.checkPrivateKey(privateKey)) throw new Problem(`The key in ${key} is not the key of ${certificate}.`);
  return {
    path: certificate,
    context: contextOf(pem, secret, certificate),
    expires: Date.parse(read.validTo),
    covers: (hostname) => read.checkHost(hostname, { subject: "never", partialWildcards: false }) !== undefined,
  };
}

function contextOf(cert: string, key: string, path: string): SecureContext {
  try {
    return createSecureContext({ cert, key, minVersion: "TLSv1.2" });
  } catch (error) {
    throw new Problem(`The certificate in ${path} cannot be used (${reason(error)}).`, { cause: error });
  }
}

function certificateIn(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new Problem(`${path} has no certificate. It must be a file in PEM, with the chain.`, { cause: error });
  }
}

function keyIn(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new Problem(`${path} has no private key without a password. It must be a file in PEM.`, { cause: error });
  }
}

/** With the key, any user of the machine could answer in the site's name. */
function refuseReadable(path: string): void {
  if ((statOf(path).mode & 0o077) !== 0)
    throw new Problem(`Other users can read the key in ${path}. Change that with: chmod 600 ${path}`);
}

function textOf(path: string): string {
  const { size } = statOf(path);
  if (size > MACHINE_FILE_MAX_BYTES) throw new Problem(`${path} is longer than ${MACHINE_FILE_MAX_BYTES} bytes.`);
  return readFileSync(path, "utf8");
}

function statOf(path: string): { readonly mode: number; readonly size: number } {
  try {
    return statSync(path);
  } catch (error) {
    throw new Problem(`Cannot read ${path} (${reason(error)}).`, { cause: error });
  }
}

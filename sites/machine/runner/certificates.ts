/** The certificates of authorities that workerd trusts. workerd ends at its start on a machine that has none. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import type { DataFolder } from "../state/dataFolder.ts";

/** The places in which workerd looks on Linux. */
const FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/ssl/cert.pem",
];
const FOLDERS = ["/etc/ssl/certs", "/etc/pki/tls/certs"];

/** True if the system has certificates, or an operator has named some. */
function hasCertificates({ SSL_CERT_FILE: file, SSL_CERT_DIR: folder }: NodeJS.ProcessEnv): boolean {
  if (process.platform !== "linux") return true;
  return (file ? [file] : FILES).some((path) => existsSync(path)) || (folder ? [folder] : FOLDERS).some(hasFiles);
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

/**
 * The environment for workerd. On a system without certificates, such as a small container, workerd gets those that
 * Node brings along.
 */
export function withCertificates(
  { config }: Pick<DataFolder, "config">,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  if (hasCertificates(environment)) return environment;
  const path = join(config, "certificates.pem");
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, `${rootCertificates.join("\n")}\n`);
  }
  return { ...environment, SSL_CERT_FILE: path };
}

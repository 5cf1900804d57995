import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TlsFile } from "../../cli/directory/servingShape.ts";
import { listenAddressIn } from "../names/listenAddress.ts";
import type { AcmeSettings, TlsSettings } from "../names/tlsSettings.ts";
import { Problem, reason } from "../process/problem.ts";
import { WrongValue } from "../process/wrongValue.ts";
import { readCertificate } from "./certificate.ts";

const LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";

const acmeSettings = (
  { email, directory = LETS_ENCRYPT, ca }: NonNullable<TlsFile["acme"]>,
  folder: string,
): AcmeSettings => ({ email, directory, ca: ca === undefined ? undefined : textOf(resolve(folder, ca)) });

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Problem(`Cannot read the certificates in ${path} (${reason(error)}).`, { cause: error });
  }
}

/** Reads the member of `svc.jsonc`. Paths are relative to the folder of the file. */
export function readTls({ listen, certificates = [], challenges, acme }: TlsFile, folder: string): TlsSettings {
  const address = listenAddressIn(listen);
  if (address === undefined || address.port === 0)
    throw new WrongValue(
      "tls",
      listen,
      (where) =>
        `${where} takes an address and a port, such as 0.0.0.0:443 or [::]:443; not ${JSON.stringify(listen)}.`,
    );
  if (certificates.length === 0 && !acme)
    throw new WrongValue("tls", undefined, (where) => `${where} needs certificates, or acme to get them.`);
  if (acme && challenges !== undefined)
    throw new WrongValue("tls", challenges, (where) => `${where} takes challenges or acme, not both.`);
  const files = certificates.map(({ certificate, key }) => ({
    certificate: resolve(folder, certificate),
    key: resolve(folder, key),
  }));
  // A file that cannot be used ends the start before it touches the data folder.
  for (const one of files) readCertificate(one);
  return {
    ...address,
    certificates: files,
    challenges: challenges && resolve(folder, challenges),
    acme: acme && acmeSettings(acme, folder),
  };
}

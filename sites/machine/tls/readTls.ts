import { resolve } from "node:path";
import type { TlsFile } from "../../cli/directory/servingShape.ts";
import { listenAddressIn } from "../names/listenAddress.ts";
import type { TlsSettings } from "../names/tlsSettings.ts";
import { WrongValue } from "../process/wrongValue.ts";
import { readCertificate } from "./certificate.ts";

/** Reads the member of `svc.jsonc`. Paths are relative to the folder of the file. */
export function readTls({ listen, certificates, challenges }: TlsFile, folder: string): TlsSettings {
  const address = listenAddressIn(listen);
  if (address === undefined || address.port === 0)
    throw new WrongValue(
      "tls",
      listen,
      (where) =>
        `${where} takes an address and a port, such as 0.0.0.0:443 or [::]:443; not ${JSON.stringify(listen)}.`,
    );
  const files = certificates.map(({ certificate, key }) => ({
    certificate: resolve(folder, certificate),
    key: resolve(folder, key),
  }));
  // A file that cannot be used ends the start before it touches the data folder.
  for (const one of files) readCertificate(one);
  return { ...address, certificates: files, challenges: challenges && resolve(folder, challenges) };
}

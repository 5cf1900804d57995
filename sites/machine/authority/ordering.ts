import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import type { Serving } from "../names/serving.ts";
import type { TlsSettings } from "../names/tlsSettings.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { readCertificate } from "../tls/certificate.ts";
import { type AuthorityInput, orderCertificate } from "./authority.ts";
import { IssuedFiles } from "./issuedFiles.ts";
import { Renewals } from "./renewals.ts";

interface OrderingInput {
  readonly folder: Pick<DataFolder, "tls">;
  readonly names: { readonly hostnames: ReadonlySet<string> };
  readonly tell: (line: string) => void;
  readonly pauses?: AuthorityInput["pauses"];
}

/** The served names that an authority can prove. */
export const provable = (hostnames: Iterable<string>): string[] =>
  [...hostnames].filter((name) => !isLocalHostname(name) && isIP(name) === 0 && name.includes("."));

/** Each authority has a folder of its own. So certificates of a test authority never take the place of others. */
export const issuedBy = (directory: string, folder: Pick<DataFolder, "tls">): IssuedFiles =>
  new IssuedFiles(join(folder.tls, createHash("sha256").update(directory).digest("hex").slice(0, 16)));

/** Adds the orders at an authority to the settings, and the certificates that the data folder has of it. */
export function ordering(
  { tls }: Pick<Serving, "tls">,
  { folder, names, tell, pauses }: OrderingInput,
): TlsSettings | undefined {
  const settings = tls?.acme;
  if (!tls || !settings) return tls;
  const files = issuedBy(settings.directory, folder);
  const proofs = files.open();
  const given = tls.certificates.map(readCertificate);
  const hostnames = provable(names.hostnames).filter((name) => !given.some((one) => one.covers(name)));
  const known = hostnames.flatMap((hostname) => files.filesOf(hostname) ?? []);
  return {
    ...tls,
    certificates: [...tls.certificates, ...known],
    challenges: proofs,
    order: (taken) => {
      const order = async (hostname: string) =>
        orderCertificate(hostname, {
          settings,
          accountKey: await files.accountKey(),
          proofs,
          ...(pauses && { pauses }),
        });
      const renewals = new Renewals({
        hostnames,
        files,
        order,
        taken,
        now: Date.now,
        random: Math.random,
        tell,
      });
      void renewals.look();
      return renewals;
    },
  };
}

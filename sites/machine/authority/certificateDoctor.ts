import { CERTIFICATE_ENDS_MS } from "../../../manifests/bounds/operators.ts";
import type { Finding } from "../../cli/cloudflare/descriptor/check.ts";
import type { Verdict } from "../../cli/cloudflare/doctor/doctor.ts";
import type { CertificateFiles, TlsSettings } from "../names/tlsSettings.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { readCertificate } from "../tls/certificate.ts";
import { issuedBy, provable } from "./ordering.ts";

/** The facts of a machine that ends TLS. */
export interface CertificateFacts {
  readonly tls: TlsSettings;
  readonly hostnames: readonly string[];
  readonly folder: Pick<DataFolder, "tls">;
  readonly now: number;
}

const ALLOWED = "a certificate that is valid for two more weeks";
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Says of each served name whether visitors can connect by https, and why an authority gave no certificate. */
export function diagnoseCertificates(facts: CertificateFacts): Verdict[] {
  return facts.hostnames.map((hostname) => {
    const findings = findingsOf(hostname, facts);
    return {
      id: `tls.${hostname}`,
      title: "the name has a certificate",
      outcome: findings.length > 0 ? "found" : "passed",
      findings,
    };
  });
}

/** The times at which the certificates for a name end, in milliseconds. */
const endsOf = (files: readonly CertificateFiles[], hostname: string): number[] =>
  files
    .map(readCertificate)
    .filter((one) => one.covers(hostname))
    .map(({ expires }) => expires);

function findingsOf(hostname: string, { tls, folder, now }: CertificateFacts): Finding[] {
  const issued = tls.acme && issuedBy(tls.acme.directory, folder);
  const files = issued?.filesOf(hostname);
  const end = Math.max(...endsOf([...tls.certificates, ...(files ? [files] : [])], hostname));
  if (end - now > CERTIFICATE_ENDS_MS) return [];
  const isOrdered = issued !== undefined && provable([hostname]).length > 0;
  const orders = issued?.ordersOf(hostname);
  return [
    {
      level: end > now ? "warning" : "error",
      where: hostname,
      found: foundOf(end, now, orders?.fault ?? ""),
      allowed: ALLOWED,
      mend: mendOf(isOrdered, orders?.notBefore ?? 0),
    },
  ];
}

function foundOf(end: number, now: number, fault: string): string {
  const answer = fault === "" ? "" : `; the authority's last answer: ${fault}`;
  if (!Number.isFinite(end)) return `no certificate${answer}`;
  return `a certificate that ${end <= now ? "expired" : "ends"} on ${day(end)}${answer}`;
}

function mendOf(isOrdered: boolean, notBefore: number): string {
  if (!isOrdered) return "Renew it, and name its files in svc.jsonc.";
  const next = notBefore > 0 ? ` The machine asks again at ${new Date(notBefore).toISOString()}.` : "";
  return `Let the name lead to this machine, and let the world reach its port 80.${next}`;
}

import type { ListenAddress } from "./listenAddress.ts";

/** The absolute paths of a certificate with its chain, and of its private key. Both are PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** The address at which this machine ends TLS, and its certificates. */
export interface TlsSettings extends ListenAddress {
  readonly certificates: readonly CertificateFiles[];
  /** The folder of proofs that an authority for certificates asks for. */
  readonly challenges: string | undefined;
}

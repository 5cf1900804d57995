import type { ListenAddress } from "./listenAddress.ts";

/** The absolute paths of a certificate with its chain, and of its private key. Both are PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** The authority that this machine asks for certificates (ACME, RFC 8555). */
export interface AcmeSettings {
  readonly email: string;
  /** The address of the authority's directory. */
  readonly directory: string;
  /** Certificates of a private authority (PEM), for the connection to the directory. */
  readonly ca: string | undefined;
}

/** The certificates in use, which take further ones while they are. */
export interface CertificatesTaken {
  take(files: CertificateFiles): void;
}

/** The address at which this machine ends TLS, and its certificates. */
export interface TlsSettings extends ListenAddress {
  readonly certificates: readonly CertificateFiles[];
  /** The folder of proofs that an authority for certificates asks for. */
  readonly challenges: string | undefined;
  /** The authority for names without a certificate of these files; undefined for none. */
  readonly acme?: AcmeSettings | undefined;
  /** Orders certificates as long as the machine runs. It is called once visitors can connect. */
  readonly order?: (taken: CertificatesTaken) => Disposable;
}

import { statSync } from "node:fs";
import type { SecureContext } from "node:tls";
import { CERTIFICATE_ENDS_MS, CERTIFICATES_LOOK_MS } from "../../../manifests/bounds/operators.ts";
import { isServed } from "../names/arrival.ts";
import { reason } from "../process/problem.ts";
import type { CertificateFiles } from "../names/tlsSettings.ts";
import { type Certificate, readCertificate } from "./certificate.ts";

/** The powers of the certificates of a run. */
export interface CertificatesInput {
  readonly files: readonly CertificateFiles[];
  /** The served hostnames. A handshake for any other name fails. */
  readonly hostnames: ReadonlySet<string>;
  readonly now: () => number;
  readonly tell: (line: string) => void;
  /** True if an authority will be asked for names without a certificate. */
  readonly areComing?: boolean;
}

const marked = (path: string): string => {
  const { mtimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
};

/** The files' times and sizes. A file that is being replaced has none. */
function markOf({ certificate, key }: CertificateFiles): string | undefined {
  try {
    return `${marked(certificate)} ${marked(key)}`;
  } catch {
    return undefined;
  }
}

function kept(files: CertificateFiles): Kept {
  const mark = markOf(files);
  return { files, mark, certificate: readCertificate(files), told: Number.NEGATIVE_INFINITY };
}

interface Kept {
  readonly files: CertificateFiles;
  /** The mark of the files that were read last, with success or without. */
  mark: string | undefined;
  certificate: Certificate;
  /** The time at which its end was last announced. */
  told: number;
}

/**
 * The certificates of the served names. It reads changed files again, so that a renewal needs no restart. A changed file
 * that cannot be used leaves the certificate before in use.
 */
export class Certificates implements Disposable {
  readonly #input: CertificatesInput;
  readonly #kept: Kept[];
  readonly #timer = setInterval(() => this.look(), CERTIFICATES_LOOK_MS).unref();

  /** Throws a Problem if a file cannot be used. */
  constructor(input: CertificatesInput) {
    this.#input = input;
    this.#kept = input.files.map(kept);
    for (const name of input.areComing ? [] : input.hostnames)
      if (!this.#best(name)) input.tell(`No certificate is for ${name}, so browsers cannot connect to it.`);
    for (const one of this.#kept) this.#tellEnd(one);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** The certificate for a name that a client asks for (RFC 6066, 3). Undefined for a name that is not served. */
  contextFor(name: string): SecureContext | undefined {
    const hostname = name.toLowerCase().replace(/\.$/, "");
    return isServed(hostname, this.#input.hostnames) ? this.#best(hostname)?.context : undefined;
  }

  /** Uses a further certificate, or the renewed one of the same files. Throws a Problem if the files cannot be used. */
  take(files: CertificateFiles): void {
    if (this.#kept.some((one) => one.files.certificate === files.certificate)) this.look();
    else this.#kept.push(kept(files));
  }

  /** Reads files again that have changed since. */
  look(): void {
    for (const one of this.#kept) {
      const mark = markOf(one.files);
      if (mark !== undefined && mark !== one.mark) this.#readAgain(one, mark);
      this.#tellEnd(one);
    }
  }

  #readAgain(one: Kept, mark: string): void {
    one.mark = mark;
    try {
      one.certificate = readCertificate(one.files);
      one.told = Number.NEGATIVE_INFINITY;
      this.#input.tell(`The certificate in ${one.files.certificate} has changed and is in use.`);
    } catch (error) {
      this.#input.tell(`The changed certificate is not in use, the one before is. ${reason(error)}`);
    }
  }

  /** Announces the end of a certificate two weeks before, and then each day. */
  #tellEnd(one: Kept): void {
    const [now, { expires, path }] = [this.#input.now(), one.certificate];
    if (expires - now > CERTIFICATE_ENDS_MS || now - one.told < DAY_MS) return;
    one.told = now;
    const end = new Date(expires).toISOString().slice(0, 10);
    this.#input.tell(`The certificate in ${path} ${expires <= now ? "expired" : "expires"} on ${end}. Renew it.`);
  }

  /** The certificate for a hostname that is valid longest. */
  #best(hostname: string): Certificate | undefined {
    return this.#kept
      .map(({ certificate }) => certificate)
      .filter((one) => one.covers(hostname))
      .toSorted((a, b) => b.expires - a.expires)[0];
  }
}

const DAY_MS = 86_400_000;

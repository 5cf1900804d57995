import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { makeFolder } from "../../cli/files/makeFolder.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import type { CertificateFiles } from "../names/tlsSettings.ts";
import { Problem } from "../process/problem.ts";
import { readCertificate } from "../tls/certificate.ts";
import { type Issued, newAccountKey } from "./authority.ts";

const [PRIVATE, OWNER_ONLY] = [0o700, 0o600];

const orders = z.object({
  /** The time in milliseconds at which the certificate is renewed; 0 without one. */
  renewAt: z.number(),
  failures: z.int(),
  /** The earliest time of the next order, in milliseconds. */
  notBefore: z.number(),
  /** The cause of the last failure; empty after a success. */
  fault: z.string(),
});

/** The orders for one name so far. */
export type Orders = z.infer<typeof orders>;

const NONE: Orders = { renewAt: 0, failures: 0, notBefore: 0, fault: "" };

/**
 * The certificates that an authority gave this machine. A file has a certificate with its chain, and its key. So a
 * renewal replaces both at once.
 */
export class IssuedFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder. Answers the folder of the proofs in it. */
  open(): string {
    for (const path of [this.#folder, this.#at("proofs")]) makeFolder(path, PRIVATE);
    return this.#at("proofs");
  }

  async accountKey(): Promise<string> {
    const path = this.#at("account.key");
    if (existsSync(path)) return readFileSync(path, "utf8");
    const key = await newAccountKey();
    writeWhole(path, key, OWNER_ONLY);
    return key;
  }

  /** The files for a name that has a usable certificate; undefined without one. */
  filesOf(hostname: string): CertificateFiles | undefined {
    const path = this.#at(`${hostname}.pem`);
    const files = { certificate: path, key: path };
    try {
      return readCertificate(files).covers(hostname) ? files : undefined;
    } catch {
      return undefined; // The certificate is ordered again.
    }
  }

  /** Keeps a certificate, unless it is not the ordered one. Then the one before stays. Answers its life. */
  keep(hostname: string, { chain, key }: Issued, now: number): { readonly from: number; readonly to: number } {
    const path = this.#at(`${hostname}.pem`);
    const tried = `${path}.tried`;
    writeWhole(tried, `${chain.trim()}\n${key}`, OWNER_ONLY);
    const { covers, expires } = readCertificate({ certificate: tried, key: tried });
    if (!covers(hostname)) throw new Problem(`The authority sent a certificate that is not for ${hostname}.`);
    const from = Date.parse(new X509Certificate(chain).validFrom);
    if (expires <= now) throw new Problem("The authority sent a certificate that has expired.");
    writeWhole(path, readFileSync(tried), OWNER_ONLY);
    return { from, to: expires };
  }

  ordersOf(hostname: string): Orders {
    try {
      return orders.parse(JSON.parse(readFileSync(this.#at(`${hostname}.json`), "utf8")));
    } catch {
      return NONE;
    }
  }

  keepOrders(hostname: string, state: Orders): void {
    writeWhole(this.#at(`${hostname}.json`), JSON.stringify(state), OWNER_ONLY);
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

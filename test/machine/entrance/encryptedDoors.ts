/** Entrances that end TLS for one site, before a server that takes the place of workerd. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Entrance, type EntranceInput } from "../../../sites/machine/entrance/entrance.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { namesOf, readServing } from "../../../sites/machine/names/serving.ts";
import { readTls } from "../../../sites/machine/tls/readTls.ts";
import { selfSigned } from "../../support/certificate.ts";
import { testFolder } from "../testFolder.ts";

/** The hostname that the entrances serve. */
export const SITE = "www.harbour.example";

const IDENTITY = { settings: {}, siteClientId: "site", privateMcpClientId: undefined, siteSecret: "s" };

export interface EncryptedDoor {
  readonly door: Entrance;
  /** The ports for https and http. */
  readonly port: number;
  readonly plain: number;
}

export class EncryptedDoors implements AsyncDisposable {
  readonly folder = testFolder();
  /** The certificate, which signs itself. */
  readonly authority: string;
  readonly #inner: Server;
  readonly #doors: Entrance[] = [];

  /** `others` are names of the certificate that no site has. */
  constructor(inner: Server, others: readonly string[] = []) {
    this.#inner = inner;
    const { cert, key } = selfSigned([SITE, ...others]);
    this.authority = cert;
    writeFileSync(this.folder.at("cert.pem"), cert);
    writeFileSync(this.folder.at("key.pem"), key, { mode: 0o600 });
  }

  async opened(options: Partial<EntranceInput> = {}): Promise<EncryptedDoor> {
    if (!this.#inner.listening) await once(this.#inner.listen(0, "127.0.0.1"), "listening");
    const [port, plain] = [await claimPort(0), await claimPort(0)];
    const certificates = [{ certificate: "cert.pem", key: "key.pem" }];
    const tls = readTls({ listen: `127.0.0.1:${port}`, certificates, challenges: "challenges" }, this.folder.path);
    const serving = readServing(
      { origins: [`https://${SITE}`], tls, identity: { ...IDENTITY, agentsSecret: undefined } },
      "127.0.0.1",
    );
    const door = await Entrance.open({
      port: plain,
      inner: (this.#inner.address() as AddressInfo).port,
      names: namesOf(serving, "127.0.0.1"),
      tls,
      hasSpace: () => true,
      ...options,
    });
    this.#doors.push(door);
    return { door, port, plain };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#doors.map((door) => door[Symbol.asyncDispose]()));
    this.#inner.close();
    this.#inner.closeAllConnections();
    this.folder[Symbol.dispose]();
  }
}

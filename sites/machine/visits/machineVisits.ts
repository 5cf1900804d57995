import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MACHINE_VISITS_GATHERED_MS } from "../../../manifests/bounds/publicContent.ts";
import type { VisitCounts } from "../../../runtime/visits/views.ts";
import { addressKey } from "../../../runtime/tenancy/clientKey.ts";
import { isPart, type NoticedRequest, showsPage, VisitMeter } from "../../platform/visits/meter.ts";
import type { WorkerAnswer } from "../pageCache/answer.ts";
import type { PagesInFront } from "../pageCache/pagesInFront.ts";
import { requestLocal } from "../process/request.ts";

/** Hands counts to the workers. Rejects unless they took them. */
export type HandingOn = (hostnames: readonly VisitCounts[]) => Promise<void>;

export interface MachineVisitsInput {
  readonly handOn: HandingOn;
  /** Milliseconds since the epoch; by default the machine's clock. */
  readonly now?: () => number;
}

/**
 * Counts the pages that this machine answers from its cache, which no worker sees. The counts wait in memory for at most
 * a minute. A stop hands them on, and a machine that dies loses them.
 */
export class MachineVisits implements AsyncDisposable {
  readonly #handOn: HandingOn;
  readonly #meter: VisitMeter;
  readonly #timer = setInterval(() => void this.handOn(), MACHINE_VISITS_GATHERED_MS).unref();

  constructor({ handOn, now = Date.now }: MachineVisitsInput) {
    this.#handOn = handOn;
    this.#meter = new VisitMeter(now);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.handOn();
  }

  /** Counts a cached answer that was sent. `client` is the network address, as the entrance trusts it. */
  saw(
    url: string,
    { method, headers }: IncomingMessage,
    { status, headers: sent }: WorkerAnswer,
    client: string,
  ): void {
    if (method !== "GET" || !showsPage(status, sent.get("content-type"), null)) return;
    const [, hostname = "", path = ""] = ADDRESS.exec(url) ?? [];
    if (isPart(path)) return;
    const header = (name: string): string | undefined => {
      const value = headers[name];
      return typeof value === "string" ? value : undefined;
    };
    const address = addressKey(client);
    const visit: NoticedRequest = { hostname, path, address, notice: "server", referrer: headers.referer, header };
    const texts = this.#meter.clientOf(visit);
    if (texts) this.#meter.count(visit, { address: clientDigest(texts.address), browser: clientDigest(texts.browser) });
  }

  /** Hands on what waits. A failure loses it, and never gathers more. */
  async handOn(): Promise<void> {
    if (!this.#meter.tally.isEmpty) await this.#handOn(this.#meter.tally.take()).catch(() => undefined);
  }
}

const clientDigest = (name: string): Uint8Array => hash("sha256", name, "buffer");

/** The hostname and the path of a URL that the cache answers. */
const ADDRESS = /^https?:\/\/([^/:]+)(?::\d+)?(\/[^?]*)/;

interface Workers {
  readonly port: number;
  readonly secret: string;
}

/** Counts the answers of this machine's page cache for its workers. */
export function visitsOf(pages: PagesInFront, workers: Workers): MachineVisits {
  const visits = new MachineVisits({ handOn: handVisitsOn(workers) });
  pages.seen = (...seen) => visits.saw(...seen);
  return visits;
}

/** Hands counts to this machine's workers, as an operator. */
const handVisitsOn =
  ({ port, secret }: Workers): HandingOn =>
  async (hostnames) => {
    const { status } = await requestLocal({
      port,
      host: "localhost",
      path: "/api/admin/visits",
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ hostnames }),
    });
    if (status !== 200) throw new Error(`the workers did not take visits (${status})`);
  };

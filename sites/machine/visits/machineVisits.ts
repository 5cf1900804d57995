import { hash } from "node:crypto";
import { MACHINE_VISITS_GATHERED_MS } from "../../../manifests/bounds/publicContent.ts";
import type { VisitCounts } from "../../../runtime/visits/views.ts";
import { addressKey } from "../../../runtime/tenancy/clientKey.ts";
import type { VisitClient } from "../../platform/visits/clients.ts";
import { isPart, showsPage, VisitMeter } from "../../platform/visits/meter.ts";
import type { WorkerAnswer } from "../pageCache/answer.ts";
import type { PagesInFront, AnsweredRequest } from "../pageCache/pagesInFront.ts";
import { requestLocal } from "../process/request.ts";

/** Hands counts to the workers. Rejects unless they took them. */
export type HandingOn = (hostnames: readonly VisitCounts[]) => Promise<void>;

export interface MachineVisitsInput {
  readonly handOn: HandingOn;
  /** Milliseconds since the epoch; by default the machine's clock. */
  readonly now?: () => number;
}

interface LastClient {
  readonly texts: VisitClient<string>;
  readonly digests: VisitClient<Uint8Array>;
}

/**
 * Counts the pages that this machine answers from its cache, which no worker sees. The counts wait in memory for at most
 * a minute. A stop hands them on, and a machine that dies loses them.
 */
export class MachineVisits implements AsyncDisposable {
  readonly #handOn: HandingOn;
  readonly #meter: VisitMeter;
  /** The last client of each open connection, which mostly asks again. Nothing of it stays after its connection. */
  readonly #last = new WeakMap<object, LastClient>();
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
  saw({ url, method, client, connection, header }: AnsweredRequest, { status, headers: sent }: WorkerAnswer): void {
    if (method !== "GET" || !showsPage(status, sent.get("content-type"), null)) return;
    const [, hostname = "", path = ""] = ADDRESS.exec(url) ?? [];
    if (isPart(path)) return;
    const visit = { hostname, path, address: addressKey(client), notice: "server", header } as const;
    const texts = this.#meter.clientOf(visit);
    if (texts) this.#meter.count({ ...visit, referrer: header("referer") }, this.#digestsOf(texts, connection));
  }

  #digestsOf(texts: VisitClient<string>, connection: object): VisitClient<Uint8Array> {
    const last = this.#last.get(connection);
    if (last?.texts.browser === texts.browser) return last.digests;
    const digests = { address: clientDigest(texts.address), browser: clientDigest(texts.browser) };
    this.#last.set(connection, { texts, digests });
    return digests;
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

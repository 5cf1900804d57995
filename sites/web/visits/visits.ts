/** Counts the visits that a worker answers, and hands them on. */
import { VISIT_REPORT_MAX_BYTES, VISITS_GATHERED_MS } from "../../../manifests/bounds/publicContent.ts";
import { VISIT_REPORT_PATH } from "../../../runtime/rendering/visits/reportPath.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import type { VisitCounts, VisitNotice } from "../../../runtime/visits/views.ts";
import { hashText } from "../../platform/keys/digest.ts";
import type { VisitClient } from "../../platform/visits/clients.ts";
import { isPart, type NoticedRequest, showsPage, VisitMeter } from "../../platform/visits/meter.ts";
import { visitorOrigin } from "../http/visitorOrigin.ts";
import { FORM_TYPE, readForm } from "../intake/body.ts";
import { normaliseHostname } from "../names/hostname.ts";
import { readPathname } from "../names/pathname.ts";

/** The work that outlives the answer to one request. */
export interface CountingWith {
  readonly ctx: { waitUntil(work: Promise<unknown>): void };
  /** Tells whether a normalised hostname serves a site. */
  readonly isServed: (hostname: string) => Promise<boolean>;
  /** Brings counts to the workspaces. Never rejects: any failure loses visits, and never gathers more. */
  readonly handOn: (counts: readonly VisitCounts[]) => Promise<unknown>;
}

interface Noticed {
  readonly request: Request;
  /** Normalised. */
  readonly hostname: string | undefined;
  readonly path: string;
  readonly referrer: string | null | undefined;
  readonly notice: VisitNotice;
}

interface Asked {
  readonly origin: string;
  readonly hostname: string;
}

const BOUNDS = { maxBytes: VISIT_REPORT_MAX_BYTES, maxFields: 2, maxNameChars: 10 };

export class WorkerVisits {
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #meter: VisitMeter;
  /** The time after which another request hands on what waits. The first one may have ended before it did. */
  #due = 0;

  constructor(now: () => number, wait: (ms: number) => Promise<void>) {
    [this.#now, this.#wait, this.#meter] = [now, wait, new VisitMeter(now)];
  }

  /** Counts an answer if it shows a page to a reader. It neither delays nor changes the answer. */
  answered(request: Request, { status, headers }: Response, counting: CountingWith): void {
    const dest = request.headers.get("sec-fetch-dest");
    if (request.method !== "GET" || !showsPage(status, headers.get("content-type"), dest)) return;
    const { host, pathname: path } = new URL(request.url);
    const hostname = normaliseHostname(host);
    this.#noticed({ request, hostname, path, referrer: request.headers.get("referer"), notice: "server" }, counting);
  }

  /** Takes the report of a page's script. Undefined for any other request. */
  async reported(request: Request, counting: CountingWith): Promise<Response | undefined> {
    if (request.method !== "POST" || !request.url.includes(VISIT_REPORT_PATH)) return undefined;
    const { host, origin, pathname } = new URL(request.url);
    if (pathname !== VISIT_REPORT_PATH) return undefined;
    const hostname = normaliseHostname(host);
    // Reports at invented hostnames would take the places of sites among those that wait. A failed look is worth no error.
    if (!hostname || !(await counting.isServed(hostname).catch(() => false))) return heard(404);
    return heard(await this.#heard(request, { origin, hostname }, counting));
  }

  /** Counts a report. Answers its status. */
  async #heard(request: Request, { origin, hostname }: Asked, counting: CountingWith): Promise<number> {
    if (visitorOrigin(request.headers, origin) !== "same") return 403;
    if (!FORM_TYPE.test(request.headers.get("content-type") ?? "")) return 415;
    const sent = await readForm(request, BOUNDS).then(
      (pairs) => new Map(pairs),
      () => undefined,
    );
    const path = sent?.get("path");
    if (path?.startsWith("/") !== true) return 400;
    this.#noticed({ request, hostname, path, referrer: sent?.get("from"), notice: "script" }, counting);
    return 204;
  }

  #noticed({ request, hostname, path: asked, referrer, notice }: Noticed, counting: CountingWith): void {
    const { headers } = request;
    const path = readPathname(asked)?.canonical;
    if (!hostname || path === undefined || isPart(path)) return;
    const header = (name: string): string | null => headers.get(name);
    const visit: NoticedRequest = { hostname, path, address: clientKey(headers), notice, referrer, header };
    const client = this.#meter.clientOf(visit);
    if (client) counting.ctx.waitUntil(this.#count(visit, client, counting));
  }

  /** Counts a visit. The first one that waits takes those that come meanwhile along. */
  async #count(visit: NoticedRequest, client: VisitClient<string>, counting: CountingWith): Promise<void> {
    const [address, browser] = await Promise.all([hashText(client.address), hashText(client.browser)]);
    this.#meter.count(visit, { address, browser });
    const now = this.#now();
    if (this.#meter.tally.isEmpty || now < this.#due) return;
    this.#due = now + 2 * VISITS_GATHERED_MS;
    await this.#wait(VISITS_GATHERED_MS);
    this.#due = 0;
    await counting.handOn(this.#meter.tally.take());
  }
}

const heard = (status: number): Response =>
  new Response(status === 204 ? null : "", { status, headers: ANSWER_HEADERS.text });

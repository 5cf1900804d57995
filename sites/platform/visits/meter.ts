import type { VisitNotice } from "../../../runtime/visits/views.ts";
import { isMarked } from "../pageCache/storable.ts";
import { type VisitClient, Clients } from "./clients.ts";
import { isRobot } from "./robots.ts";
import { VisitTally } from "./tally.ts";

/** The parts of a request that decide whether it is a visit. */
export interface NoticedRequest {
  readonly hostname: string;
  /** The path without the query. */
  readonly path: string;
  readonly address: string;
  readonly notice: VisitNotice;
  /** The page before, as the browser says it. */
  readonly referrer: string | null | undefined;
  readonly header: (name: string) => string | null | undefined;
}

/** The name in the cookies of a browser in which a member is logged in, or was. */
const MEMBERS = "__Host-svc_";

/** Programs that fetch a page before anybody wants it say so. */
const isEarly = (purpose: string | null | undefined): boolean => purpose?.includes("prefetch") === true;

/** Counts visits in one process: those of readers, and of one client no more than a day allows. */
export class VisitMeter {
  readonly tally = new VisitTally();
  readonly #clients: Clients;

  /** `now` is in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#clients = new Clients(now);
  }

  /** The texts whose SHA-256 `count` wants. Undefined for a request that is no reader's visit. */
  clientOf({ hostname, address, header }: Omit<NoticedRequest, "referrer">): VisitClient<string> | undefined {
    const [agent, cookie] = [header("user-agent"), header("cookie")];
    if (isRobot(agent) || isMarked(cookie) || cookie?.includes(MEMBERS) === true) return undefined;
    if (isEarly(header("sec-purpose")) || isEarly(header("purpose"))) return undefined;
    return this.#clients.textsOf(hostname, address, agent ?? "");
  }

  /** Counts a visit, if its client has one left today. */
  count(visit: NoticedRequest, digests: VisitClient<Uint8Array>): void {
    if (this.#clients.take(digests)) this.tally.add(visit);
  }
}

/** Tells whether an answer to a GET request shows a page. A browser that has the page already gets a short answer. */
export function showsPage(status: number, type: string | null | undefined, dest: string | null | undefined): boolean {
  if (type !== null && type !== undefined) return (status === 200 || status === 304) && type.startsWith("text/html");
  return status === 304 && dest === "document";
}

/** Paths of the platform: frames and other parts of pages. */
export const isPart = (path: string): boolean => path.startsWith("/_") || path.startsWith("/media/");

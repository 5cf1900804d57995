import { AccountRefusal } from "./accountRefusal.ts";
import type { AccountVisit } from "./visit.ts";

/** Senders of a request that no page of another site can be. Programs that are no browser name none. */
const OWN: ReadonlySet<unknown> = new Set([undefined, "same-origin", "none"]);

/** True for a browser that shows the login as its page. A page that another site only prepares is none. */
const isNavigation = ({ method, headers }: AccountVisit["request"]): boolean =>
  method === "GET" &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  headers["sec-purpose"] === undefined;

/** Refuses what a page of another site loads by itself. Its visitor would pay for it with their limit of requests. */
export function refuseForeign({ request }: AccountVisit): void {
  if (!OWN.has(request.headers["sec-fetch-site"]) && !isNavigation(request)) throw new AccountRefusal("origin");
}

/** Refuses a step of a login in a frame, a picture or a script. */
export function refuseEmbedded({ request }: AccountVisit): void {
  const { "sec-fetch-dest": destination = "document" } = request.headers;
  if (destination !== "document") throw new AccountRefusal("origin");
}

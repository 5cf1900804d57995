import type { IncomingMessage, ServerResponse } from "node:http";
import type { Arrival } from "../names/arrival.ts";
import { refuseSocket } from "./refusing.ts";
import type { Screened } from "./screening.ts";

/** A hostname that this program answers itself. No worker sees its requests. */
export interface OwnOrigin {
  readonly hostname: string;
  answer(request: IncomingMessage, response: ServerResponse, arrival: Arrival): void;
}

/**
 * The place of a request: the own hostname, a name below it, or elsewhere. Nobody may have a name below it, because a page
 * there could ask browsers for the passkeys of the login.
 */
export function placeAt(
  own: OwnOrigin | undefined,
  { hostname }: Pick<Screened, "hostname">,
): "own" | "below" | "elsewhere" {
  if (own === undefined) return "elsewhere";
  if (hostname === own.hostname) return "own";
  return hostname.endsWith(`.${own.hostname}`) ? "below" : "elsewhere";
}

/** Answers a request for the own hostname, and refuses one below it. False for a request of the workers. */
export function answersItself(
  own: OwnOrigin | undefined,
  screened: Screened,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const place = placeAt(own, screened);
  if (place === "own") own?.answer(request, response, screened.arrival);
  if (place === "below") refuseSocket(response, "NOT_FOUND");
  return place !== "elsewhere";
}

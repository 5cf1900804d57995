import type { IncomingMessage, ServerResponse } from "node:http";

/** One request to the pages of the accounts, with what the machine knows about its sender. */
export interface AccountVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The visitor's network address, as far as the machine can trust it. */
  readonly client: string;
  readonly now: number;
}

/** The value of a cookie. If a name comes twice, none counts. */
export function cookieIn({ request: { headers } }: AccountVisit, name: string): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

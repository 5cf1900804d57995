import { refuseLostCookie } from "../../support/cookiePrefixes.ts";
import { type Seen, type Swap, send } from "../site/harness.ts";

/** A browser with cookies by hostname. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #address: string;
  readonly #swap: Swap;

  /** `address` is the client's IP address. */
  constructor(
    address = `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`,
    swap: Swap = {},
  ) {
    this.#address = address;
    this.#swap = swap;
  }

  cookies(url: string): Map<string, string> {
    const { hostname } = new URL(url);
    const jar = this.#jars.get(hostname) ?? new Map<string, string>();
    this.#jars.set(hostname, jar);
    return jar;
  }

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    return (await this.see(url, init)).response;
  }

  async see(url: string, init: RequestInit = {}): Promise<Seen> {
    const headers = new Headers(init.headers);
    if (!headers.has("cf-connecting-ip")) headers.set("cf-connecting-ip", this.#address);
    const jar = this.cookies(url);
    if (!headers.has("cookie") && jar.size > 0)
      headers.set("cookie", [...jar].map((pair) => pair.join("=")).join("; "));
    const seen = await send(new Request(url, { redirect: "manual", ...init, headers }), this.#swap);
    for (const cookie of seen.response.headers.getSetCookie()) keep(jar, cookie);
    return seen;
  }
}

function keep(jar: Map<string, string>, cookie: string): void {
  refuseLostCookie(cookie);
  const [pair = "", ...attributes] = cookie.split("; ");
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  if (attributes.includes("Max-Age=0")) jar.delete(name);
  else jar.set(name, value);
}

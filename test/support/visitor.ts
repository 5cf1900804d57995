/** A person's browser, as far as a login on one machine needs one. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { refuseLostCookie } from "./cookiePrefixes.ts";

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
}

interface Visit {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A minimal browser: cookies by hostname and path, and any *.localhost on this machine. */
export class Visitor {
  readonly #cookies = new Map<string, Cookie>();

  /** The stored cookies for a host. */
  held(host: string): Cookie[] {
    return [...this.#cookies.values()].filter((cookie) => cookie.host === host);
  }

  /** The Cookie header for a host. */
  header(host: string): string {
    return this.held(host)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  cookies(host: string): string[] {
    return this.held(host).map(({ name }) => name);
  }

  async open(address: string, { method = "GET", body, headers = {} }: Visit = {}): Promise<Page> {
    const { hostname, port, pathname, search } = new URL(address);
    const sent = [...this.#cookies.values()].filter(({ host, path }) => host === hostname && pathname.startsWith(path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    const page = await ask(
      Number(port),
      `${pathname}${search}`,
      method,
      { host: `${hostname}:${port}`, cookie, ...headers },
      body,
    );
    for (const line of page.headers["set-cookie"] ?? []) this.#keep(hostname, line);
    return page;
  }

  /** Follows redirects to the last page. Answers it with its URL. */
  async follow(address: string, visit: Visit = {}): Promise<{ address: string; page: Page }> {
    const page = await this.open(address, visit);
    if (page.headers.location === undefined) return { address, page };
    return this.follow(new URL(page.headers.location, address).href);
  }

  #keep(host: string, line: string): void {
    refuseLostCookie(line);
    const [pair = "", ...attributes] = line.split(/;\s*/);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice("path=".length) ?? "/";
    const over = attributes.some((one) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(one));
    if (over) this.#cookies.delete(`${host} ${path} ${name}`);
    else this.#cookies.set(`${host} ${path} ${name}`, { name, value, host, path });
  }
}

async function ask(
  port: number,
  path: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Page> {
  const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
  request.end(body);
  const response = await new Promise<import("node:http").IncomingMessage>((done, fail) =>
    request.on("response", done).on("error", fail),
  );
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

export const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Logs a person in. Answers the Cookie header for the site. */
export async function cookieOf(site: string, person: string): Promise<string> {
  const visitor = new Visitor();
  await logIn(visitor, site, person);
  return visitor.header(new URL(site).hostname);
}

/** Logs in: from the site to the provider, the choice of a person, and back. */
export async function logIn(
  visitor: Visitor,
  site: string,
  person: string,
  back = "/services",
): Promise<{ address: string; page: Page }> {
  const { address, page } = await visitor.follow(`${site}/api/auth/start?return=${encodeURIComponent(back)}`);
  expect([page.status, new URL(address).hostname]).toEqual([200, "identity.localhost"]);
  expect(page.body).toContain("Ottilie Marchbank");
  return visitor.follow(address, { method: "POST", headers: FORM, body: `person=${person}` });
}

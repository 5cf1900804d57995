import { requestLocal, type LocalReply } from "../../sites/machine/process/request.ts";
import { refuseLostCookie } from "../support/cookiePrefixes.ts";

/** A browser without a screen, with cookies by host, redirects and forms. */
export class Walk {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers` are sent with every request. */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
  }

  /** Sends one request. Any status is accepted. */
  async open(address: string, form?: URLSearchParams): Promise<LocalReply> {
    const url = new URL(address);
    const jar = this.#cookies.get(url.hostname) ?? new Map<string, string>();
    this.#cookies.set(url.hostname, jar);
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const sent = form === undefined ? {} : { method: "POST" as const, body: form.toString() };
    const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded", origin: url.origin };
    const reply = await requestLocal({
      port: Number(url.port),
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: { ...this.#headers, cookie, ...type },
      ...sent,
    });
    for (const line of reply.headers["set-cookie"] ?? []) {
      refuseLostCookie(line);
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return reply;
  }

  /** Follows an authorization request through the identity provider to the consent page. */
  async toQuestion(address: string, person: string): Promise<LocalReply> {
    const provider = locationOf(await this.open(address), address);
    const login = locationOf(await this.open(provider), provider);
    const chosen = locationOf(await this.open(login, new URLSearchParams({ person })), login);
    return this.open(locationOf(await this.open(chosen), chosen));
  }

  /** Answers the consent page; returns the redirect. */
  async answer(
    page: LocalReply,
    base: string,
    answer: "yes" | "no",
    { scopes, site }: Answering = {},
  ): Promise<string> {
    const form = new URLSearchParams({ handle: fieldIn(page, "handle"), ticket: fieldIn(page, "ticket"), answer });
    const sites = [...page.text.matchAll(/name="site" value="([^"]+)"/g)].map(([, value]) => value ?? "");
    form.set("site", site ?? sites[0] ?? "");
    const offered = [...page.text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, value]) => value ?? "");
    for (const scope of scopes ?? offered) form.append("scope", scope);
    const target = new URL("/authorize/answer", base).href;
    return locationOf(await this.open(target, form), target);
  }
}

export interface Answering {
  readonly scopes?: readonly string[] | undefined;
  readonly site?: string | undefined;
}

export const fieldIn = ({ text }: LocalReply, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";

export function locationOf({ headers, status, text }: LocalReply, base?: string): string {
  if (headers.location === undefined) throw new Error(`no redirect but ${status}: ${text.slice(0, 500)}`);
  return new URL(headers.location, base).href;
}

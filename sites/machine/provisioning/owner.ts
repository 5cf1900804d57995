import { randomUUID } from "node:crypto";
import { Problem } from "../process/problem.ts";
import { requestLocal, type LocalRequest, type LocalReply } from "../process/request.ts";

/** A change through the site's API. */
export interface OwnerChange {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
  /** The version for If-Match. */
  readonly version?: number;
}

/** The site's address, and the subject of the person who logs in. */
export interface OwnerLogin {
  readonly port: number;
  readonly hostname: string;
  readonly subject: string;
}

const SESSION = "__Host-svc_session=";

/** A client that logs in and works on a site over HTTP, as a browser does. */
export class Owner implements AsyncDisposable {
  readonly #login: OwnerLogin;
  readonly #cookie: string;

  private constructor(login: OwnerLogin, cookie: string) {
    this.#login = login;
    this.#cookie = cookie;
  }

  /** Logs in by following the redirects from the site through the identity provider and back. */
  static async logIn(login: OwnerLogin): Promise<Owner> {
    const { port, hostname: host, subject } = login;
    const attempt = await requestLocal({ port, host, path: "/api/auth/start" });
    const provider = new Visit();
    const asked = await provider.open(requireLocation(attempt));
    const chosen = await provider.open(requireLocation(asked), `person=${encodeURIComponent(subject)}`);
    const back = new URL(requireLocation(await provider.open(requireLocation(chosen))));
    const answer = await requestLocal({
      port,
      host,
      path: `${back.pathname}${back.search}`,
      headers: { cookie: pairs(attempt).join("; ") },
    });
    const cookie = pairs(answer).find((pair) => pair.startsWith(SESSION));
    if (cookie === undefined) throw new Problem(`${subject} cannot log in at ${host} (${answer.status}).`);
    return new Owner(login, cookie);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ask({ method: "POST", path: "/api/auth/logout" });
  }

  async read<T>(path: string): Promise<T> {
    return requireValue(await this.#ask({ path }), `GET ${path}`);
  }

  change({ method, path, body, version }: OwnerChange): Promise<LocalReply> {
    const headers = { "idempotency-key": randomUUID(), ...(version !== undefined && { "if-match": `"${version}"` }) };
    if (body === undefined) return this.#ask({ method, path, headers });
    return this.#ask({
      method,
      path,
      headers: { ...headers, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async done<T>(change: OwnerChange): Promise<T> {
    return requireValue(await this.change(change), `${change.method} ${change.path}`);
  }

  #ask({ headers = {}, ...request }: Omit<LocalRequest, "port" | "host">): Promise<LocalReply> {
    const { port, hostname: host } = this.#login;
    return requestLocal({
      ...request,
      port,
      host,
      headers: { ...headers, cookie: this.#cookie, origin: `http://${host}:${port}` },
    });
  }
}

/** A browser's visit to the identity provider, with its cookies. */
class Visit {
  readonly #cookies = new Map<string, string>();

  async open(address: string, form?: string): Promise<LocalReply> {
    const { hostname: host, port, pathname, search } = new URL(address);
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent =
      form === undefined
        ? { headers: { cookie } }
        : { headers: { cookie, ...type }, method: "POST" as const, body: form };
    const reply = await requestLocal({ port: Number(port), host, path: `${pathname}${search}`, ...sent });
    for (const pair of pairs(reply)) this.#cookies.set(...split(pair));
    return { ...reply, headers: { ...reply.headers, location: new URL(requireLocation(reply), address).href } };
  }
}

const split = (pair: string): [string, string] => {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
};

/** The cookies in a reply, as `name=value`. */
const pairs = ({ headers }: LocalReply): string[] =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");

function requireLocation({ headers, status }: LocalReply): string {
  if (headers.location === undefined) throw new Problem(`A login on this machine was not completed (${status}).`);
  return headers.location;
}

function requireValue<T>({ status, text }: LocalReply, what: string): T {
  if (status >= 300) throw new Problem(`${what} was refused (${status}): ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

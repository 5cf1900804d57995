import { randomUUID } from "node:crypto";
import { request, type IncomingHttpHeaders } from "node:http";
import { fileURLToPath } from "node:url";
import { expectValue, type Answer } from "../../runtime/commands/answer.ts";
import type { SiteDocument, Theme } from "../../runtime/documents/content/content.ts";
import type { PublishResult } from "../../runtime/publishing/publisher.ts";
import type { WorkspaceStatus } from "../../runtime/editing/status.ts";

/** The configuration of the test driver worker; see test/fixtures/driver. */
export const DRIVER = fileURLToPath(new URL("../fixtures/driver/wrangler.jsonc", import.meta.url));

export const SITE = "main";

/** Calls workspaces through the driver worker. Every call fails while workerd is down; `persistently` repeats it. */
export class Driver {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/__driver/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`driver: ${response.status} ${(await response.text()).slice(0, 200)}`);
    return (await response.json()) as T;
  }

  async call<T>(tenant: string, method: string, ...args: readonly unknown[]): Promise<T> {
    return expectValue(await this.post<Answer<T>>("call", { tenant, method, args }));
  }

  async run<T>(tenant: string, name: string, input: unknown, key: string = randomUUID()): Promise<T> {
    const envelope = { site: SITE, actor: { kind: "member", id: "tester" }, key, requestId: randomUUID() };
    const { json } = await this.call<{ json: string }>(tenant, "execute", name, envelope, input);
    return JSON.parse(json) as T;
  }

  initialise(tenant: string, document: SiteDocument, theme: Theme): Promise<unknown> {
    return this.call(tenant, "initialise", {
      tenant,
      site: SITE,
      origin: `http://${tenant}.localhost:${this.#port}`,
      hostnames: [`${tenant}.localhost`],
      document,
      theme,
      actor: { kind: "operator", id: "tester" },
      requestId: "r0",
    });
  }

  async status(tenant: string): Promise<WorkspaceStatus["sites"][number]> {
    const { sites } = await this.call<WorkspaceStatus>(tenant, "status");
    const [site] = sites;
    if (!site) throw new Error(`tenant ${tenant} has no site`);
    return site;
  }

  /** Publishes, and waits until visitors see the result. */
  async publish(tenant: string): Promise<PublishResult> {
    const result = await this.run<PublishResult>(tenant, "publish", {});
    while (result.state === "building" && (await this.status(tenant)).building) await pause(20);
    return result;
  }

  /** The published HTML of a path directly from the workspace, without the cache. */
  async published(tenant: string, path: string): Promise<string> {
    return (await this.post<{ body: string }>("published", { tenant, site: SITE, path })).body;
  }

  async kv<T>(key: string): Promise<T | null> {
    const { value } = await this.post<{ value: string | null }>("kv", { key });
    return value === null ? null : (JSON.parse(value) as T);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats an action until it succeeds, as long as workerd may need to restart. */
export async function persistently<T>(action: () => Promise<T>, seconds = 30): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const single = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Sends a visitor's request to a hostname on this machine, without name resolution. */
export function visit(port: number, host: string, path: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path, headers: { host: `${host}:${port}` } }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: single(response.headers), body }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

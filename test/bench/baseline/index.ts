import { DurableObject } from "cloudflare:workers";

interface Env {
  readonly HOLDER: DurableObjectNamespace<Holder>;
}

interface Held {
  readonly [name: string]: SqlStorageValue;
  readonly headers: string;
  readonly body: string | ArrayBuffer;
}

/** Returns an answer from its database: the lowest possible cost of an uncached page. */
export class Holder extends DurableObject<Env> {
  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    context.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS held (path TEXT PRIMARY KEY, headers TEXT NOT NULL, body BLOB NOT NULL)",
    );
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "PUT") return this.#hold(pathname, request);
    const held = this.ctx.storage.sql
      .exec<Held>("SELECT headers, body FROM held WHERE path = ?", pathname)
      .toArray()[0];
    if (!held) return new Response(null, { status: 404 });
    return new Response(held.body, { headers: JSON.parse(held.headers) as Record<string, string> });
  }

  async #hold(path: string, request: Request): Promise<Response> {
    const headers = JSON.stringify(Object.fromEntries([...request.headers].filter(([name]) => KEPT.has(name))));
    this.ctx.storage.sql.exec(
      "INSERT OR REPLACE INTO held (path, headers, body) VALUES (?, ?, ?)",
      path,
      headers,
      isText(request) ? await request.text() : await request.arrayBuffer(),
    );
    return new Response(null, { status: 204 });
  }
}

const KEPT = new Set([
  "content-type",
  "cache-control",
  "etag",
  "content-security-policy",
  "referrer-policy",
  "x-content-type-options",
]);

const isText = ({ headers }: Request): boolean =>
  /^(?:text\/|application\/json)/.test(headers.get("content-type") ?? "");

let cache: Promise<Cache> | undefined;

export default {
  async fetch(request, env, ctx) {
    const holder = (): Promise<Response> => env.HOLDER.get(env.HOLDER.idFromName("only")).fetch(request);
    if (request.method !== "GET" || request.url.includes("?")) return holder();
    const pages = await (cache ??= caches.open("baseline"));
    const hit = await pages.match(request);
    if (hit) return hit;
    const answer = await holder();
    if (answer.ok) ctx.waitUntil(pages.put(request, answer.clone()));
    return answer;
  },
} satisfies ExportedHandler<Env>;

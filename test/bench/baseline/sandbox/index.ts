import { DurableObject, RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import type { Borrower, Lender } from "../../../../capabilities/lending.ts";
import { lend } from "../../../../capabilities/lending.ts";
import { Lease } from "../../../../capabilities/lease.ts";
import { Documents } from "../../../../runtime/documents.ts";
import type { Sql } from "../../../../runtime/powers.ts";
import { Releases } from "../../../../runtime/releases.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { Sites } from "../../../../runtime/sites.ts";
import { digestOf } from "../../../../sandbox/digest.ts";
import type { Artifact } from "../../../../sandbox/artifact.ts";
import type { Invoked, LeaseStub } from "../../../../sandbox/invocation.ts";
import { objectPowers } from "../../../../sites/workspace/objectPowers.ts";

interface Sandbox {
  put(digest: string, artifact: Artifact): Promise<{ ok: boolean }>;
  invoke(request: string, lease: LeaseStub): Promise<string>;
}

interface HopStub {
  echo(id: string, json: string, reader: Reader, reads: number): Promise<string>;
}

interface Env {
  readonly PLUGIN_LOADER: WorkerLoader;
  readonly PLUGIN_SANDBOX: Sandbox;
  readonly HOP: HopStub;
  readonly CALLER: DurableObjectNamespace<Caller>;
}

/** The least an isolate can be asked: text in, the same text out, and as many questions to whoever called as wanted. */
const BARE = `
import { WorkerEntrypoint } from "cloudflare:workers";
export default class extends WorkerEntrypoint {
  async echo(json, reader, reads) {
    for (let n = 0; n < reads; n++) await reader.read("key");
    return json;
  }
}`;

/** The same as a plugin would write it. */
const PLUGIN = `
export const hooks = {
  beforePublish: async ({ reads }, ctx) => {
    for (let n = 0; n < reads; n++) await ctx.storage.get("key");
    return null;
  },
};`;

const ID = "bench.calls";
const GRANTED: Borrower["granted"] = { storage: { maxBytes: 10_000, maxKeys: 10 } };
const CALL_MS = 10_000;

interface Bare extends Fetcher {
  echo(json: string, reader: Reader, reads: number): Promise<string>;
}

const bareIsolate = (loader: WorkerLoader, id: string): Bare =>
  loader
    .get(id, () => ({ compatibilityDate: "2026-07-01", mainModule: "bare.js", modules: { "bare.js": { js: BARE } }, env: {}, globalOutbound: null }))
    .getEntrypoint() as unknown as Bare;

/** What a lease is without any of its checks: one row of the object's database. */
class Reader extends RpcTarget {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    super();
    this.#sql = sql;
  }

  read(key: string): string {
    return JSON.stringify(this.#sql.all("SELECT value FROM plugin_storage WHERE site = 'main' AND plugin = ? AND key = ?", ID, key));
  }
}

/** Code behind a worker of its own, as the platform would have it without a sandbox. */
export class Hop extends WorkerEntrypoint<Env> {
  echo(id: string, json: string, reader: Reader, reads: number): Promise<string> {
    return bareIsolate(this.env.PLUGIN_LOADER, id).echo(json, reader, reads);
  }
}

export class Caller extends DurableObject<Env> {
  readonly #sql: Sql;
  #digest: string | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = objectPowers(state.storage).sql;
    migrate(this.#sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const { what, calls, reads, id } = (await request.json()) as { what: "bare" | "hop" | "plugin"; calls: number; reads: number; id: string };
    await this.#ready();
    for (let n = 0; n < calls; n++) await this.#call(what, id, reads);
    return new Response("done");
  }

  async #call(what: "bare" | "hop" | "plugin", id: string, reads: number): Promise<void> {
    if (what === "plugin") return this.#plugin(id, reads);
    const json = JSON.stringify({ reads });
    if (what === "hop") await this.env.HOP.echo(id, json, new Reader(this.#sql), reads);
    else await bareIsolate(this.env.PLUGIN_LOADER, id).echo(json, new Reader(this.#sql), reads);
  }

  async #plugin(grantHash: string, reads: number): Promise<void> {
    const loan = lend(this.#lender(), { site: "main", plugin: ID, granted: GRANTED, calls: 1_000, wallMs: CALL_MS });
    const call = { point: "hooks", name: "beforePublish", input: { reads } };
    const request = { digest: this.#digest, tenant: "bench", site: "main", plugin: ID, grantHash, wallMs: CALL_MS, call };
    try {
      const invoked = JSON.parse(await this.env.PLUGIN_SANDBOX.invoke(JSON.stringify(request), new Lease(loan) as unknown as LeaseStub)) as Invoked;
      if (!invoked.ok) throw new Error(`${invoked.code}: ${invoked.message}`);
    } finally {
      loan.end();
    }
  }

  async #ready(): Promise<void> {
    if (this.#digest !== undefined) return;
    const manifestText = JSON.stringify({
      manifestVersion: 1, id: ID, version: "1.0.0", name: "Bench", kind: "executable", engine: "^1.0.0",
      contributes: { hooks: [{ on: "beforePublish" }] }, main: "main.js", files: { "main.js": await digestOf(PLUGIN) },
    });
    const digest = await digestOf(manifestText);
    await this.env.PLUGIN_SANDBOX.put(digest, { manifestText, files: { "main.js": PLUGIN } });
    this.#digest = digest;
  }

  #lender(): Lender {
    const sql = this.#sql;
    return {
      sql,
      content: { documents: new Documents(sql), sites: new Sites(sql), releases: new Releases(sql) },
      http: { fetch: () => Promise.reject(new Error("nothing is called")), timeout: (ms) => AbortSignal.timeout(ms), isOurs: () => false },
      now: () => Date.now(),
      stillHolds: () => true,
      mayWrite: () => true,
      broke: (error) => console.error(String(error)),
      log: () => undefined,
    };
  }
}

export default {
  fetch: (request, env) => env.CALLER.get(env.CALLER.idFromName("only")).fetch(request),
} satisfies ExportedHandler<Env>;

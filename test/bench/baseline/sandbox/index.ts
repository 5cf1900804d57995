import { DurableObject, RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import { type Borrower, type Lender, lend } from "../../../../capabilities/lending.ts";
import { Lease } from "../../../../capabilities/lease.ts";
import { Documents } from "../../../../runtime/documents/documents.ts";
import { EntryIndex } from "../../../../runtime/documents/lists/entryIndex.ts";
import { PagelessTypes } from "../../../../runtime/documents/lists/pagelessTypes.ts";
import type { Sql } from "../../../../runtime/powers/powers.ts";
import { Releases } from "../../../../runtime/publishing/releases/releases.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { Sites } from "../../../../runtime/tenancy/sites.ts";
import { fileDigest, type PluginArtifact } from "../../../../sandbox/artifact.ts";
import { askSandbox, type InvokeStub } from "../../../../sandbox/askSandbox.ts";
import type { LeaseStub } from "../../../../sandbox/invocation.ts";
import { objectPowers } from "../../../../sites/workers/workspace/object/objectPowers.ts";

interface Sandbox extends InvokeStub {
  put(digest: string, artifact: PluginArtifact): Promise<{ ok: boolean }>;
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

/** The simplest isolate: returns its input, and calls the caller back as often as requested. */
const BARE = `
import { WorkerEntrypoint } from "cloudflare:workers";
export default class extends WorkerEntrypoint {
  async echo(json, reader, reads) {
    for (let n = 0; n < reads; n++) await reader.read("key");
    return json;
  }
}`;

/** The same as plugin code. */
const PLUGIN = `
export const hooks = {
  beforePublish: async ({ reads }, ctx) => {
    for (let n = 0; n < reads; n++) await ctx.storage.get("key");
    return null;
  },
};`;

/** Unused code of about this size, which both isolates load and neither runs. */
const filler = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / FILLER.length) }, (_, n) => FILLER.replaceAll("NAME", `part${n}`)).join("\n");

const FILLER = `export function NAME(items, limit) {
  const found = new Map();
  for (const { name, value } of items) if (value > limit) found.set(name, [...(found.get(name) ?? []), value]);
  return [...found].map(([name, values]) => ({ name, sum: values.reduce((sum, value) => sum + value, 0) }));
}`;

const ID = "bench.calls";
const GRANTED: Borrower["granted"] = { storage: { maxBytes: 10_000, maxKeys: 10 } };
const CALL_MS = 10_000;

interface Asked {
  readonly what: "bare" | "hop" | "plugin";
  readonly calls: number;
  readonly reads: number;
  readonly id: string;
  /** The size of the unused code in bytes. */
  readonly bytes: number;
}

interface Bare extends Fetcher {
  echo(json: string, reader: Reader, reads: number): Promise<string>;
}

const bareIsolate = (loader: WorkerLoader, id: string, bytes = 0): Bare =>
  loader
    .get(id, () => ({
      compatibilityDate: "2026-07-01",
      mainModule: "bare.js",
      modules: { "bare.js": { js: BARE + filler(bytes) } },
      env: {},
      globalOutbound: null,
    }))
    .getEntrypoint() as unknown as Bare;

/** A lease without checks, which reads one row of the object's database. */
class Reader extends RpcTarget {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    super();
    this.#sql = sql;
  }

  read(key: string): string {
    return JSON.stringify(
      this.#sql.all("SELECT value FROM plugin_storage WHERE site = 'main' AND plugin = ? AND key = ?", ID, key),
    );
  }
}

/** Code behind a separate worker, as the platform would run it without a sandbox. */
export class Hop extends WorkerEntrypoint<Env> {
  echo(id: string, json: string, reader: Reader, reads: number): Promise<string> {
    return bareIsolate(this.env.PLUGIN_LOADER, id).echo(json, reader, reads);
  }
}

export class Caller extends DurableObject<Env> {
  readonly #sql: Sql;
  readonly #digests = new Map<number, string>();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = objectPowers(state.storage).sql;
    migrate(this.#sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const asked = (await request.json()) as Asked;
    await this.#installed(asked.bytes);
    for (let n = 0; n < asked.calls; n++) await this.#call(asked);
    return new Response("done");
  }

  async #call({ what, id, reads, bytes }: Asked): Promise<void> {
    if (what === "plugin") return this.#plugin(id, reads, bytes);
    const json = JSON.stringify({ reads });
    if (what === "hop") await this.env.HOP.echo(id, json, new Reader(this.#sql), reads);
    else await bareIsolate(this.env.PLUGIN_LOADER, id, bytes).echo(json, new Reader(this.#sql), reads);
  }

  async #plugin(grantHash: string, reads: number, bytes: number): Promise<void> {
    const loan = lend(this.#lender(), { site: "main", plugin: ID, granted: GRANTED, calls: 1_000, wallMs: CALL_MS });
    const place = {
      digest: await this.#installed(bytes),
      tenant: "bench",
      site: "main",
      plugin: ID,
      grantHash,
      wallMs: CALL_MS,
    };
    const call = { point: "hooks", name: "beforePublish", input: { reads } };
    try {
      const invoked = await askSandbox(
        this.env.PLUGIN_SANDBOX,
        { target: place, call },
        new Lease(loan) as unknown as LeaseStub,
      );
      if (!invoked.ok) throw new Error(`${invoked.code}: ${invoked.message}`);
    } finally {
      loan.end();
    }
  }

  async #installed(bytes: number): Promise<string> {
    const known = this.#digests.get(bytes);
    if (known !== undefined) return known;
    const code = PLUGIN + filler(bytes);
    const manifestText = JSON.stringify({
      manifestVersion: 1,
      id: ID,
      version: "1.0.0",
      name: "Bench",
      kind: "executable",
      engine: "^1.0.0",
      contributes: { hooks: [{ on: "beforePublish" }] },
      main: "main.js",
      files: { "main.js": await fileDigest(code) },
    });
    const digest = await fileDigest(manifestText);
    await this.env.PLUGIN_SANDBOX.put(digest, { manifestText, files: { "main.js": code } });
    this.#digests.set(bytes, digest);
    return digest;
  }

  #lender(): Lender {
    const sql = this.#sql;
    return {
      sql,
      content: {
        documents: new Documents(sql, new Sites(sql), {
          entries: new EntryIndex(sql, () => new Map()),
          pageless: new PagelessTypes(sql, () => new Map()),
          drawn: () => ({ sectionType: () => undefined }),
        }),
        sites: new Sites(sql),
        releases: new Releases(sql),
        powers: { now: () => Date.now() },
      },
      http: {
        fetch: () => Promise.reject(new Error("nothing is called")),
        timeout: (ms) => AbortSignal.timeout(ms),
        isOurs: () => false,
      },
      now: () => Date.now(),
      stillHolds: () => true,
      mayWrite: () => true,
      broke: (error) => console.error(String(error)),
      calledLate: () => undefined,
      log: () => undefined,
    };
  }
}

export default {
  fetch: (request, env) => env.CALLER.get(env.CALLER.idFromName("only")).fetch(request),
} satisfies ExportedHandler<Env>;

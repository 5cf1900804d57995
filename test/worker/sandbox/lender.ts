import { DurableObject } from "cloudflare:workers";
import { CALLS_IN_FLIGHT } from "../../../manifests/bounds/calls.ts";
import { lend, type Borrower, type Lender } from "../../../capabilities/lending.ts";
import { Lease } from "../../../capabilities/lease.ts";
import type { Loan, LoanUse } from "../../../capabilities/loan.ts";
import { Documents } from "../../../runtime/documents/documents.ts";
import { EntryIndex } from "../../../runtime/documents/lists/entryIndex.ts";
import { PagelessTypes } from "../../../runtime/documents/lists/pagelessTypes.ts";
import type { Sql } from "../../../runtime/powers/powers.ts";
import { Releases } from "../../../runtime/publishing/releases/releases.ts";
import { migrate } from "../../../runtime/schema.ts";
import { Sites } from "../../../runtime/tenancy/sites.ts";
import { inLanes } from "../../../sandbox/lanes.ts";
import type { PluginArtifact } from "../../../sandbox/artifact.ts";
import { type InvokeStub, askSandbox } from "../../../sandbox/askSandbox.ts";
import type { InvocationAnswer, Failed, PluginInvocation, LeaseStub } from "../../../sandbox/invocation.ts";
import { objectPowers } from "../../../sites/workers/workspace/object/objectPowers.ts";
import { internet } from "./internet.ts";

export interface Sandbox extends InvokeStub {
  availability(): Promise<{ available: boolean }>;
  put(digest: string, artifact: PluginArtifact): Promise<{ ok: true } | Failed>;
  evict(owner: unknown): Promise<{ ended: number }>;
}

interface LenderEnv {
  readonly PLUGIN_SANDBOX: Sandbox;
  readonly PLUGIN_LOADER: WorkerLoader;
}

export interface Told {
  readonly invoked: InvocationAnswer;
  readonly use: LoanUse;
  /** The largest number of concurrent requests to hosts. */
  readonly crowd: number;
  readonly log: readonly string[];
  readonly broke: readonly string[];
}

/** Plays a tenant's workspace for the sandbox: holds packages, lends a lease for each call, and ends it. */
export class LenderDO extends DurableObject<LenderEnv> {
  readonly #sql: Sql;
  readonly #log: string[] = [];
  readonly #broke: string[] = [];
  #holds = true;
  #requests = 0;
  #crowd = 0;

  constructor(state: DurableObjectState, env: LenderEnv) {
    super(state, env);
    this.#sql = objectPowers(state.storage).sql;
    migrate(this.#sql);
  }

  async run(request: PluginInvocation, borrower: Borrower): Promise<Told> {
    const loan = this.#loan(borrower);
    try {
      const invoked = await this.#invoke(request, loan);
      return {
        invoked,
        use: loan.use,
        crowd: this.#crowd,
        log: this.#log.splice(0),
        broke: this.#broke.splice(0),
      };
    } finally {
      loan.end();
    }
  }

  /** Runs all calls concurrently, each with its own lease. */
  async runAll(requests: readonly PluginInvocation[], borrower: Borrower): Promise<InvocationAnswer[]> {
    const loans = requests.map(() => this.#loan(borrower));
    const invoked = await inLanes(
      requests.map((request, index) => [request, loans[index]] as const),
      CALLS_IN_FLIGHT,
      ([request, loan]) => this.#invoke(request, loan as Loan),
    );
    for (const loan of loans) loan.end();
    return invoked;
  }

  /** Gives a lease to code without our guest, as if a plugin had obtained the stub. */
  async runRaw(source: string, borrower: Borrower): Promise<string> {
    const loan = this.#loan(borrower);
    const isolate = this.env.PLUGIN_LOADER.load({
      compatibilityDate: "2026-07-01",
      mainModule: "raw.js",
      modules: { "raw.js": source },
      env: {},
      globalOutbound: null,
    });
    try {
      return await (isolate.getEntrypoint() as unknown as { go(lease: LeaseStub): Promise<string> }).go(
        new Lease(loan) as unknown as LeaseStub,
      );
    } finally {
      loan.end();
    }
  }

  /** Invalidates all leases, as a disabled plugin, a revoked key or a changed grant would. */
  revoke(): void {
    this.#holds = false;
  }

  /** Everything that plugins have stored here. */
  stored(): string {
    return JSON.stringify(this.#sql.all("SELECT * FROM plugin_storage ORDER BY site, plugin, key"));
  }

  #invoke(request: PluginInvocation, loan: Loan): Promise<InvocationAnswer> {
    return askSandbox(this.env.PLUGIN_SANDBOX, request, new Lease(loan) as unknown as LeaseStub);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    this.#requests += 1;
    this.#crowd = Math.max(this.#crowd, this.#requests);
    try {
      return await internet(url, init);
    } finally {
      this.#requests -= 1;
    }
  }

  #loan(borrower: Borrower): Loan {
    return lend(this.#lender(), borrower);
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
        fetch: (url, init) => this.#fetch(url, init),
        timeout: (ms) => AbortSignal.timeout(ms),
        isOurs: (host) => host === "ours.example",
      },
      now: () => Date.now(),
      mayWrite: () => true,
      stillHolds: () => this.#holds,
      broke: (error, verb) => this.#broke.push(`${verb}: ${String(error)}`),
      calledLate: (verb) => this.#broke.push(`${verb}: late`),
      log: (plugin, { level, text }) => this.#log.push(`${plugin} ${level} ${text}`),
    };
  }
}

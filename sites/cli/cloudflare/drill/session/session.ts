/**
 * The drill's requests. Two conditions on every answer stop the drill: the other tenant's marker in it, and a refusal
 * longer than its bound.
 */
import { randomUUID } from "node:crypto";
import { sha256 } from "../../../files/sha256.ts";
import { DRILL_DETAIL_MAX_CHARS } from "../../../../../manifests/bounds/hosting.ts";
import type { Ask, DrillRequest, DrillPlan, DrillTenant, Reply } from "./plan.ts";
import { DrillStop } from "./stop.ts";

export const SITE = "main";
export const PAGE = "home";
export const SECTION = "text";

/** A word that only one tenant's content has. The same in every drill, so that a drill can be repeated. */
export const markerOf = (kind: "public" | "draft", { id }: DrillTenant): string =>
  `${kind}-${sha256(`${kind} ${id}`).slice(0, 20)}`;

/** One export, in the evidence. */
export interface ArchiveNote {
  readonly tenantId: string;
  readonly exportId: string;
  readonly sha256: string;
  readonly createdAt: number;
}

const markersOf = (tenant: DrillTenant): readonly string[] => [markerOf("public", tenant), markerOf("draft", tenant)];

export class DrillSession {
  readonly plan: DrillPlan;
  /** The exports of this drill, for the evidence. */
  readonly archives: ArchiveNote[] = [];
  readonly #ask: Ask;

  constructor(plan: DrillPlan, ask: Ask) {
    this.plan = plan;
    this.#ask = ask;
  }

  get a(): DrillTenant {
    return this.plan.tenants[0];
  }

  get b(): DrillTenant {
    return this.plan.tenants[1];
  }

  /** Sends a request as a visitor. */
  visit(tenant: DrillTenant, path: string): Promise<Reply> {
    return this.#watched(tenant, tenant.origin, { method: "GET", path });
  }

  /** Sends a request as the tenant's owner. */
  member(tenant: DrillTenant, asked: DrillRequest): Promise<Reply> {
    const { origin, cookie = "" } = tenant;
    const headers = { cookie, origin, "idempotency-key": randomUUID(), ...asked.headers };
    return this.#watched(tenant, origin, { ...asked, headers });
  }

  /** Sends one tenant's login cookie to the other tenant's hostname: a forged request. */
  forged(at: DrillTenant, from: DrillTenant, path: string): Promise<Reply> {
    return this.#watched(from, at.origin, { method: "GET", path, headers: { cookie: from.cookie ?? "" } }, true);
  }

  agent(tenant: DrillTenant, origin: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const all = {
      authorization: `Bearer ${tenant.agent ?? ""}`,
      accept: "application/json, text/event-stream",
      ...headers,
    };
    return this.#watched(tenant, origin, { method: "POST", path: "/mcp", headers: all, body });
  }

  /** Sends a request as the operator, through the hostname of a tenant. */
  operator(tenant: DrillTenant, asked: DrillRequest): Promise<Reply> {
    const headers = { authorization: `Bearer ${this.plan.operatorBearer}` };
    return this.#bounded(tenant.origin, { ...asked, headers });
  }

  deployer(path: string, body?: unknown, key: string = randomUUID()): Promise<Reply> {
    const { origin, bearer } = this.plan.deployer;
    const headers = { authorization: `Bearer ${bearer}`, "idempotency-key": key };
    return this.#bounded(origin, { method: body === undefined ? "GET" : "POST", path, headers, body });
  }

  /**
   * A forged request is answered like a visitor's, so the other tenant's published marker is no leak. Its draft marker
   * is one.
   */
  async #watched(tenant: DrillTenant, origin: string, asked: DrillRequest, isForged = false): Promise<Reply> {
    const reply = await this.#bounded(origin, asked);
    const others = this.plan.tenants.filter(({ id }) => id !== tenant.id);
    const foreign = others.flatMap((other) => (isForged ? [markerOf("draft", other)] : markersOf(other)));
    if (foreign.some((marker) => reply.text.includes(marker))) throw new DrillStop("cross-tenant-data");
    return reply;
  }

  async #bounded(origin: string, asked: DrillRequest): Promise<Reply> {
    const reply = await this.#ask(origin, asked);
    if (reply.status >= 400 && reply.text.length > DRILL_DETAIL_MAX_CHARS) throw new DrillStop("unbounded-detail");
    return reply;
  }
}

export const isGood = ({ status }: Reply): boolean => status >= 200 && status < 300;

export const replyVersion = ({ headers }: Reply): string => headers["etag"] ?? "";

/** The JSON of a successful answer; undefined for a failure or for other content. */
export function jsonOf<T>(reply: Reply): T | undefined {
  try {
    return isGood(reply) ? (JSON.parse(reply.text) as T) : undefined;
  } catch {
    return undefined;
  }
}

import { validateForDefaults, withDefaults } from "../../../manifests/fields/fields.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Answer } from "../../commands/answer.ts";
import { can } from "../../commands/permissions.ts";
import type { Role } from "../../commands/permissions.ts";
import type { RateLimits } from "../../tenancy/rateLimits.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginCalls, PluginOutcome, Writes } from "./calls.ts";
import { fromForm } from "../../contributions/formFields.ts";
import type { FormFields } from "../../contributions/formFields.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { writesForMember } from "./writes.ts";

type PluginRoute = NonNullable<Contributes["routes"]>[number];
export type RouteMethod = PluginRoute["methods"][number];

/** The body of a request: nothing, a JSON value, or the fields of a form. */
export type RouteBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: FormFields };

/** The caller of a route, as far as the receiving worker knows them. */
export interface RouteCaller {
  /** The member who is logged in to this very site; null for others. */
  readonly member: { readonly id: string; readonly role: Role } | null;
  /**
   * `same`: a page of this site made the browser send the request. `none`: no page did; a change without a page can
   * only come from a program. `other`: a page of another site did.
   */
  readonly origin: "same" | "none" | "other";
  /** The name under which rate limits count the caller. It does not reveal the caller's address. */
  readonly client: string;
}

/** A request to a route of a plugin. */
export interface RouteRequest {
  readonly plugin: string;
  readonly method: RouteMethod;
  /** Below the plugin's own address, such as `/votes`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RouteBody;
  readonly caller: RouteCaller;
}

export interface RouteAnswer {
  readonly status: number;
  /** JSON of what the plugin answered. */
  readonly json: string;
}

/** The workspace object as the worker that serves plugins' routes uses it. */
export interface PluginRouteApi {
  pluginRoute(site: string, request: RouteRequest): Promise<Answer<RouteAnswer>>;
}

/** The parts of the workspace that call a plugin's route. */
export interface RouteParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly pluginCalls: PluginCalls;
}

/** Serves the JSON endpoints of plugins. The manifest names each endpoint, its callers and its input. */
export class PluginRoutes {
  readonly #parts: RouteParts;

  constructor(parts: RouteParts) {
    this.#parts = parts;
  }

  async answer(site: string, request: RouteRequest): Promise<RouteAnswer> {
    this.#parts.sites.get(site);
    const { plugin, route } = this.#find(site, request);
    admit(route, request);
    this.#requireStatus(request.method);
    this.#spend(site, request);
    const input = {
      method: request.method,
      query: request.query,
      body: bodyOf(route, request.body),
      member: memberOf(route, request),
    };
    const [outcome] = await this.#parts.pluginCalls.all([
      { site, plugin, point: "routes", name: route.name, input, writes: writesOf(route, request) },
    ]);
    return answerOf(outcome, request);
  }

  /**
   * Finds the plugin and its route. An inactive plugin keeps its addresses, and a request to one is told to come back
   * later.
   */
  #find(site: string, request: RouteRequest): { plugin: ActivePlugin; route: PluginRoute } {
    const { plugins } = this.#parts;
    const plugin = plugins.forSite(site).resolution.active.find(({ id }) => id === request.plugin);
    const contributes = plugin?.plugin.manifest.contributes ?? this.#skipped(site, request.plugin);
    const route = routeOf(contributes, request);
    if (!plugin) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: request.plugin });
    return { plugin, route };
  }

  #skipped(site: string, id: string): Contributes {
    return (
      this.#parts.plugins.installed(site).find(({ plugin }) => plugin.manifest.id === id)?.plugin.manifest
        .contributes ?? {}
    );
  }

  #requireStatus(method: RouteMethod): void {
    const { tenant } = this.#parts;
    if (method !== "GET" || tenant.status === "suspended") tenant.requireActive();
  }

  /**
   * Counts the request against the visitor first, then against the plugin. A request over the visitor's limit does not
   * count against the plugin, so one visitor cannot use up all visitors' share.
   */
  #spend(site: string, { plugin, caller: { client } }: RouteRequest): void {
    const { rateLimits } = this.#parts;
    rateLimits.require("plugin-visitor", JSON.stringify([site, plugin, client]));
    rateLimits.require("plugin", JSON.stringify([site, plugin]));
  }
}

function routeOf({ routes = [] }: Contributes, { path, method }: RouteRequest): PluginRoute {
  const here = routes.filter((route) => route.path === path);
  if (here.length === 0) throw new Refusal("NOT_FOUND");
  const route = here.find(({ methods }) => methods.includes(method));
  if (!route) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: here.flatMap(({ methods }) => methods) });
  return route;
}

/**
 * Admits or refuses a request. A public route has no login to abuse, so a program may call it. A page of another site
 * may not make visitors change anything here. A route with a login admits changes only from this site's own pages, and
 * only as far as the member's role allows.
 */
function admit({ access }: PluginRoute, { method, caller: { member, origin } }: RouteRequest): void {
  const isChange = method !== "GET";
  const isPublic = access === "public";
  const mayAsk = isPublic ? !isChange || origin !== "other" : isChange ? origin === "same" : origin !== "other";
  if (!mayAsk) throw new Refusal("ORIGIN_MISMATCH");
  if (isPublic) return;
  if (!member) throw new Refusal("UNAUTHENTICATED");
  if (access !== "member" && !can(member.role, access)) throw new Refusal("FORBIDDEN", { permission: access });
}

/**
 * Answers the member for a route that is not public. A public route never learns who the visitor is, even if they are
 * logged in.
 */
const memberOf = ({ access }: PluginRoute, { caller: { member } }: RouteRequest): RouteCaller["member"] =>
  access === "public" ? null : member;

/** A visitor writes no draft, and neither does a request that only reads. */
function writesOf(route: PluginRoute, request: RouteRequest): Writes | undefined {
  const member = memberOf(route, request);
  return member && request.method !== "GET" ? writesForMember(route, member.role, { member: member.id }) : undefined;
}

/** Reads the body as the route's schema asks. A route without a schema takes no body. */
function bodyOf({ input }: PluginRoute, body: RouteBody): unknown {
  if (!input) {
    if (body.kind === "none") return null;
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "a body", allowed: "none" }] });
  }
  const value = body.kind === "form" ? fromForm(input, body.fields) : body.kind === "json" ? body.value : {};
  const issues = validateForDefaults(input, value);
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  return withDefaults(input, value as JsonSchema);
}

/**
 * Answers the plugin's outcome. Members learn the reason of a failure; others learn only that the plugin cannot answer.
 */
function answerOf(outcome: PluginOutcome | undefined, { plugin, caller: { member } }: RouteRequest): RouteAnswer {
  if (!outcome?.ok)
    throw new Refusal("PLUGIN_UNAVAILABLE", {
      plugin,
      ...(outcome && member ? { reason: outcome.code, says: outcome.message } : {}),
    });
  const { status = 200, body } = outcome.value as { readonly status?: number; readonly body: unknown };
  return { status, json: JSON.stringify(body) ?? "null" };
}

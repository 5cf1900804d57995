import { validateForDefaults, withDefaults } from "../../../manifests/fields/fields.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Answer } from "../../commands/answer.ts";
import { can, type Role } from "../../commands/permissions.ts";
import type { RateLimits } from "../../tenancy/rateLimits.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginCalls, PluginOutcome, Writes } from "./calls.ts";
import { fromForm, type FormFields } from "../../contributions/formFields.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { writesForMember } from "./writes.ts";

type PluginRoute = NonNullable<Contributes["routes"]>[number];
export type RouteMethod = PluginRoute["methods"][number];

/** The body of a request: nothing, a JSON value, or the fields of a form. */
export type RouteBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: FormFields };

/** The caller of a route, as the receiving worker identified them. */
export interface RouteCaller {
  /** A member who is logged in at this site. Null for other callers. */
  readonly member: { readonly id: string; readonly role: Role } | null;
  /**
   * `same`: a page of this site caused the request. `none`: no page did; a change then comes from a program. `other`: a
   * page of another site did.
   */
  readonly origin: "same" | "none" | "other";
  /** The caller's name for rate limits. It does not reveal the network address. */
  readonly client: string;
}

/** A request to a route of a plugin. */
export interface RouteRequest {
  readonly plugin: string;
  readonly method: RouteMethod;
  /** The path below the plugin's own path, such as `/votes`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RouteBody;
  readonly caller: RouteCaller;
}

export interface RouteAnswer {
  readonly status: number;
  /** The plugin's answer as JSON. */
  readonly json: string;
}

/** The workspace's method for the worker that serves plugin routes. */
export interface PluginRouteApi {
  pluginRoute(site: string, request: RouteRequest): Promise<Answer<RouteAnswer>>;
}

export interface RouteParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly pluginCalls: PluginCalls;
}

/** Serves plugins' JSON routes. The manifest declares each route, its callers and its input. */
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
      body: readBody(route, request.body),
      member: memberOf(route, request),
    };
    const [outcome] = await this.#parts.pluginCalls.all([
      { site, plugin, point: "routes", name: route.name, input, writes: writesOf(route, request) },
    ]);
    return readAnswer(outcome, request);
  }

  /** Finds the plugin and its route. If the plugin is inactive, the route exists but is unavailable. */
  #find(site: string, request: RouteRequest): { plugin: ActivePlugin; route: PluginRoute } {
    const { plugins } = this.#parts;
    const plugin = plugins.forSite(site).resolution.active.find(({ id }) => id === request.plugin);
    const contributes = plugin?.plugin.manifest.contributes ?? this.#skipped(site, request.plugin);
    const route = findRoute(contributes, request);
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
   * Counts the request for the visitor, then for the plugin. Over the visitor's limit, it does not count for the
   * plugin, so one visitor cannot use up everybody's share.
   */
  #spend(site: string, { plugin, caller: { client } }: RouteRequest): void {
    const { rateLimits } = this.#parts;
    rateLimits.require("plugin-visitor", JSON.stringify([site, plugin, client]));
    rateLimits.require("plugin", JSON.stringify([site, plugin]));
  }
}

function findRoute({ routes = [] }: Contributes, { path, method }: RouteRequest): PluginRoute {
  const here = routes.filter((route) => route.path === path);
  if (here.length === 0) throw new Refusal("NOT_FOUND");
  const route = here.find(({ methods }) => methods.includes(method));
  if (!route) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: here.flatMap(({ methods }) => methods) });
  return route;
}

/**
 * Admits or refuses a request (CSRF and role). A public route has no login to abuse, so programs may call it. But a
 * page of another site must not make visitors change data here. A route with a login accepts changes only from this
 * site's own pages, and only within the member's role.
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

/** The member for a route with a login. A public route never learns who the caller is, even if they are logged in. */
const memberOf = ({ access }: PluginRoute, { caller: { member } }: RouteRequest): RouteCaller["member"] =>
  access === "public" ? null : member;

/** The drafts that the request may write. None without a member or with GET. */
function writesOf(route: PluginRoute, request: RouteRequest): Writes | undefined {
  const member = memberOf(route, request);
  return member && request.method !== "GET" ? writesForMember(route, member.role, { member: member.id }) : undefined;
}

/** The route's input. A route without a schema accepts no body. */
function readBody({ input }: PluginRoute, body: RouteBody): unknown {
  if (!input) {
    if (body.kind === "none") return null;
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "a body", allowed: "none" }] });
  }
  const value = body.kind === "form" ? fromForm(input, body.fields) : body.kind === "json" ? body.value : {};
  const issues = validateForDefaults(input, value);
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  return withDefaults(input, value as JsonSchema);
}

/** The route's answer. Only members learn the reason of a failure. */
function readAnswer(outcome: PluginOutcome | undefined, { plugin, caller: { member } }: RouteRequest): RouteAnswer {
  if (!outcome?.ok)
    throw new Refusal("PLUGIN_UNAVAILABLE", {
      plugin,
      ...(outcome && member ? { reason: outcome.code, says: outcome.message } : {}),
    });
  const { status = 200, body } = outcome.value as { readonly status?: number; readonly body: unknown };
  return { status, json: JSON.stringify(body) ?? "null" };
}

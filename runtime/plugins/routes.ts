import { validateForDefaults, withDefaults } from "../../manifests/fields.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { JsonSchema } from "../../manifests/shape.ts";
import type { Contributes } from "../../manifests/manifest.ts";
import type { Answer } from "../answer.ts";
import { can } from "../permissions.ts";
import type { Role } from "../permissions.ts";
import type { RateLimits } from "../rateLimits.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import type { Sites } from "../sites.ts";
import type { Tenant } from "../tenant.ts";
import type { PluginCalls, PluginOutcome, Writes } from "./calls.ts";
import { fromForm } from "./formFields.ts";
import type { FormFields } from "./formFields.ts";
import type { ActivePlugin } from "./installed.ts";
import { writesForMember } from "./writes.ts";

type PluginRoute = NonNullable<Contributes["routes"]>[number];
export type RouteMethod = PluginRoute["methods"][number];

/** What a request says in its body: nothing, a JSON value, or the fields of a form. */
export type RouteBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: FormFields };

/** Who asks, as far as the worker that received the request could find out. */
export interface RouteCaller {
  /** Somebody who is logged in to this very site. */
  readonly member: { readonly id: string; readonly role: Role } | null;
  /**
   * `same`: a page of this site made the browser ask. `none`: nobody's page did, which of a change only a program can say.
   * `other`: another site's page did.
   */
  readonly origin: "same" | "none" | "other";
  /** Names whoever limits count, and tells nobody their address. */
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

export interface RouteParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly pluginCalls: PluginCalls;
}

/** JSON endpoints of plugins: the manifest says which there are, who may ask and with what. */
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
    const input = { method: request.method, query: request.query, body: bodyOf(route, request.body), member: memberOf(route, request) };
    const [outcome] = await this.#parts.pluginCalls.all([{ site, plugin, point: "routes", name: route.name, input, writes: writesOf(route, request) }]);
    return answerOf(outcome, request);
  }

  /** A plugin that takes no part still has its addresses: whoever asks there is told to come back. */
  #find(site: string, request: RouteRequest): { plugin: ActivePlugin; route: PluginRoute } {
    const { plugins } = this.#parts;
    const plugin = plugins.forSite(site).resolution.active.find(({ id }) => id === request.plugin);
    const contributes = plugin?.plugin.manifest.contributes ?? this.#skipped(site, request.plugin);
    const route = routeOf(contributes, request);
    if (!plugin) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: request.plugin });
    return { plugin, route };
  }

  #skipped(site: string, id: string): Contributes {
    return this.#parts.plugins.installed(site).find(({ plugin }) => plugin.manifest.id === id)?.plugin.manifest.contributes ?? {};
  }

  #requireStatus(method: RouteMethod): void {
    const { tenant } = this.#parts;
    if (method !== "GET" || tenant.status === "suspended") tenant.requireActive();
  }

  /** One visitor cannot use up what is there for all of them: what is refused here is not counted there. */
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
 * A public route has no login to abuse, so a program may ask; a page of another site may not make visitors change
 * something here. With a login, nothing but a page of this site may, and its member as far as their role goes.
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

/** Who a visitor of a public route is, a plugin is not told even when they happen to be logged in. */
const memberOf = ({ access }: PluginRoute, { caller: { member } }: RouteRequest): RouteCaller["member"] => (access === "public" ? null : member);

/** A visitor writes no draft, and neither does a request that only reads. */
function writesOf(route: PluginRoute, request: RouteRequest): Writes | undefined {
  const member = memberOf(route, request);
  return member && request.method !== "GET" ? writesForMember(route, member.role, { member: member.id }) : undefined;
}

/** The body as the route's schema wants it; where there is no schema, there is nothing to say. */
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

/** Of what went wrong inside, members are told; to everybody else it is a plugin that cannot answer. */
function answerOf(outcome: PluginOutcome | undefined, { plugin, caller: { member } }: RouteRequest): RouteAnswer {
  if (!outcome?.ok) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin, ...(outcome && member ? { reason: outcome.code, says: outcome.message } : {}) });
  const { status = 200, body } = outcome.value as { readonly status?: number; readonly body: unknown };
  return { status, json: JSON.stringify(body) ?? "null" };
}

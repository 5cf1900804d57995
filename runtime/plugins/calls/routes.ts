import { validateForDefaults, withDefaults } from "../../../manifests/fields/fields.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Answer } from "../../commands/answer.ts";
import { can, type Role } from "../../commands/permissions.ts";
import type { RateLimits } from "../../tenancy/rateLimits.ts";
import type { PluginCalls, Writes } from "./calls.ts";
import type { DeclaredRoutes, PluginRoute, RouteMethod } from "./declaredRoutes.ts";
import { fromForm, type FormFields } from "../../contributions/formFields.ts";
import { routeAnswer, type RouteAnswer } from "./routeAnswer.ts";
import { writesForMember } from "./writes.ts";

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

/** The workspace's method for the worker that serves plugin routes. */
export interface PluginRouteApi {
  pluginRoute(site: string, request: RouteRequest): Promise<Answer<RouteAnswer>>;
}

export interface RouteParts {
  readonly declaredRoutes: DeclaredRoutes;
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
    const { declaredRoutes } = this.#parts;
    const { plugin, route } = declaredRoutes.find(site, request.plugin, (routes) => routeFor(routes, request));
    admit(route, request);
    declaredRoutes.requireStatus(request.method);
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
    return routeAnswer(outcome, { plugin, route, isMember: request.caller.member !== null });
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

/** The JSON route for a request, or undefined. Throws a `Refusal` if its path takes other methods only. */
function routeFor(routes: readonly PluginRoute[], { path, method }: RouteRequest): PluginRoute | undefined {
  const here = routes.filter((route) => (route.kind ?? "json") === "json" && route.path === path);
  if (here.length === 0) return undefined;
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

/**
 * Plugins' routes, `/api/plugins/{plugin}/routes/...`. The workspace knows them from the manifests. This worker
 * determines the site and the caller, reads the body and builds the answer. The plugin controls only the answer's
 * status and JSON, or names an address of a host in its manifest where the visitor goes on.
 */
import { asciiAddress } from "../../../../manifests/shapes/normalPath.ts";
import {
  ROUTE_BODY_MAX_BYTES,
  ROUTE_FIELD_NAME_MAX_CHARS,
  ROUTE_FIELDS_MAX,
  ROUTE_QUERY_VALUE_MAX_CHARS,
} from "../../../../manifests/bounds/calls.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { RouteMethod } from "../../../../runtime/plugins/calls/declaredRoutes.ts";
import type { RouteAnswer } from "../../../../runtime/plugins/calls/routeAnswer.ts";
import type { RouteBody, RouteCaller } from "../../../../runtime/plugins/calls/routes.ts";
import { seeOther, writtenAnswer } from "../../http/answers.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { memberAt } from "../../auth/member.ts";
import { readReturnPath } from "../../auth/returnPath.ts";
import { FORM_TYPE, readForm, readJson } from "../../intake/body.ts";
import { isEmpty } from "../guards/input.ts";
import { isNavigation } from "./browser.ts";
import { visitorOrigin } from "../../http/visitorOrigin.ts";
import { cutOff, pluginAddress } from "./pluginAddress.ts";
import type { ApiRequest } from "../request/call.ts";
import { locate, type Incoming } from "../pipeline/pipeline.ts";
import type { DispatchAudience } from "../../../platform/tenants/grant.ts";
import { PUBLIC, audienceOf } from "../../powers/powers.ts";

const METHODS: ReadonlySet<string> = new Set<RouteMethod>(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** The form field that the worker reads itself: the page to return to afterwards. */
const RETURN = "return";

export async function pluginRoute(incoming: Incoming): Promise<Response> {
  const asked = await locate(incoming);
  const {
    request,
    env,
    place: { route },
  } = asked;
  const { plugin, path } = pluginAddress(new URL(request.url).pathname);
  const method = readMethod(request.method);
  const { body, back } = await readBody(asked);
  const query = readQuery(new URL(request.url).searchParams);
  const caller = await findCaller(asked);
  const asking = env.WORKSPACES.of(route, audienceFor(caller)).pluginRoute(route.site, {
    plugin,
    method,
    path,
    query,
    body,
    caller,
  });
  return respond(expectValue(await asking.catch((error) => cutOff(error, plugin))), request, back);
}

function readMethod(method: string): RouteMethod {
  const meant = method === "HEAD" ? "GET" : method;
  if (!METHODS.has(meant)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: [...METHODS] });
  return meant as RouteMethod;
}

function readQuery(given: URLSearchParams): Record<string, string> {
  const entries = [...given];
  const isFine =
    entries.length <= ROUTE_FIELDS_MAX &&
    new Set(given.keys()).size === entries.length &&
    entries.every(
      ([name, value]) => name.length <= ROUTE_FIELD_NAME_MAX_CHARS && value.length <= ROUTE_QUERY_VALUE_MAX_CHARS,
    );
  if (!isFine) {
    const allowed = `${ROUTE_FIELDS_MAX} parameters at most, each once, with ${ROUTE_QUERY_VALUE_MAX_CHARS} characters at most`;
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "a query that is too long", allowed }] });
  }
  return Object.fromEntries(entries);
}

interface Read {
  readonly body: RouteBody;
  /** The page to redirect to after a form; null for a caller that reads the answer. */
  readonly back: string | null;
}

async function readBody(asked: ApiRequest): Promise<Read> {
  const { request } = asked;
  if (isEmpty(request)) return { body: { kind: "none" }, back: null };
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? "")) {
    const { value } = await readJson(request, ROUTE_BODY_MAX_BYTES);
    return { body: { kind: "json", value }, back: null };
  }
  const fields = await readForm(request, {
    maxBytes: ROUTE_BODY_MAX_BYTES,
    maxFields: ROUTE_FIELDS_MAX,
    maxNameChars: ROUTE_FIELD_NAME_MAX_CHARS,
  });
  const wanted = fields.find(([name]) => name === RETURN)?.[1];
  const back = isNavigation(request) ? backTo(wanted, asked) : null;
  return { body: { kind: "form", fields: fields.filter(([name]) => name !== RETURN) }, back };
}

/** The page to return to: the one that the form names, or the one with the form. Other sites' addresses are ignored. */
function backTo(wanted: string | undefined, { request, place }: ApiRequest): string {
  const referrer = URL.parse(request.headers.get("referer") ?? "");
  const from = referrer?.origin === place.origin ? readReturnPath(referrer.pathname + referrer.search) : undefined;
  const [path = "", fragment] = (wanted ?? "").split("#");
  const named = readReturnPath(asciiAddress(path));
  if (named === undefined) return from ?? "/";
  return fragment !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(fragment) ? `${named}#${fragment}` : named;
}

async function findCaller({ request, env, place: { route, origin } }: ApiRequest): Promise<RouteCaller> {
  const found = await memberAt(request, env, route);
  return {
    member: found ? { id: found.identity, role: found.role } : null,
    origin: visitorOrigin(request.headers, origin),
    client: await clientDigest(env, "plugin-visitor", request.headers),
  };
}

const audienceFor = ({ member }: RouteCaller): DispatchAudience =>
  member ? audienceOf({ identity: member.id, role: member.role }) : PUBLIC;

/** A visitor who leaves is redirected. A script gets the address, because a redirect would lead its request astray. */
function respond({ status, json, leave }: RouteAnswer, request: Request, back: string | null): Response {
  if (leave !== null && isNavigation(request)) return seeOther(leave);
  if (leave === null && back !== null && status < 400) return seeOther(back);
  const answer = writtenAnswer(status, json);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

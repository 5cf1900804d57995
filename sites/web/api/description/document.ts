/**
 * Generates the description of the API from the table of routes. The build runs it, so that the worker does not contain
 * the JSON Schema generator.
 */
import { SENDER_HEADER } from "../../../requests/senderHeader.ts";
import { LOGIN_COOKIE } from "../../auth/cookies.ts";
import { OPERATOR_ROUTES } from "../operator/routes.ts";
import { ROUTES } from "../routes/index.ts";
import type { Route } from "../request/route.ts";
import { VISITOR_ROUTES } from "../routes/visitors.ts";
import { AUTH_ROUTES } from "./authRoutes.ts";
import { authOperation, HEADERS, describedOperation, operatorOperation, visitorOperation } from "./operation.ts";
import { PROBLEM, Refusals } from "./refusals.ts";
import type { JsonObject } from "./schemas.ts";

function pathsOf(routes: readonly Route[], found: JsonObject, refusals: Refusals): JsonObject {
  const paths = new Map<string, JsonObject>();
  const add = (path: string, method: string, described: JsonObject): unknown =>
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: described });
  for (const route of routes) add(route.path, route.method, describedOperation(route, found, refusals));
  for (const route of VISITOR_ROUTES) add(route.path, route.method, visitorOperation(route, found, refusals));
  for (const route of OPERATOR_ROUTES) add(route.path, route.method, operatorOperation(route, found, refusals));
  for (const route of AUTH_ROUTES) add(route.path, route.method, authOperation(route));
  return Object.fromEntries(paths);
}

/** Headers of requests that change something. */
const PARAMETERS: JsonObject = {
  Origin: {
    name: "Origin",
    in: "header",
    required: true,
    schema: { type: "string" },
    description: "The exact origin of the site. Browsers send it automatically.",
  },
  Member: {
    name: SENDER_HEADER,
    in: "header",
    required: false,
    schema: { type: "string" },
    description:
      "The id of the member who sends the request. If the login belongs to another member, the answer is `OTHER_MEMBER` and nothing changes.",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 8, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
    description: "Use a new key for each change and the same key for a retry, such as a UUID.",
  },
};

export function openapiDocument(routes: readonly Route[] = ROUTES): JsonObject {
  const found: JsonObject = {};
  const refusals = new Refusals(found);
  const paths = pathsOf(routes, found, refusals);
  return {
    openapi: "3.1.0",
    info: {
      title: "Drawbridge",
      version: "1.0.0",
      summary: "The requests that members of a site, its visitors and operators can send.",
      description:
        "A change is made to the draft. Visitors see it after a publication. Every change needs an " +
        "`Idempotency-Key`: a retry with the same key and input gets the same answer and changes nothing. " +
        "Times are milliseconds since 1970. A browser logs in over redirects: `GET /api/auth/start?return=/path` " +
        "starts the login, and `POST /api/auth/logout` ends it. `?everywhere=true` ends every login of the person. A program " +
        "gets its own login with `svc login`. Plugins answer below `/api/plugins/{plugin}/routes/`, at the routes that their " +
        "manifests declare: `contributes.routes` of `GET /api/plugins/{plugin}` lists them.",
    },
    servers: [{ url: "/", description: "The site whose draft is edited." }],
    security: [{ login: [] }],
    paths,
    components: {
      securitySchemes: {
        login: {
          type: "apiKey",
          in: "cookie",
          name: LOGIN_COOKIE,
          description: "Given by `GET /api/auth/start`, for members of the site.",
        },
        operator: {
          type: "http",
          scheme: "bearer",
          description: "The provisioning secret of the deployment, or a token made with it.",
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: refusals.described,
      schemas: {
        ...Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1))),
        Problem: PROBLEM,
      },
    },
  };
}

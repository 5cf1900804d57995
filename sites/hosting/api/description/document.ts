/**
 * Generates the description of the API from the table of routes. The build runs it, so that the worker does not contain
 * the JSON Schema generator.
 */
import { SENDER_HEADER } from "../../../shared/senderHeader.ts";
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
    description: "Exactly the origin of the site. Browsers send it by themselves.",
  },
  Member: {
    name: SENDER_HEADER,
    in: "header",
    required: false,
    schema: { type: "string" },
    description:
      "The id of the member who is asking. If the login is another member's, the answer is `OTHER_MEMBER` and nothing happens.",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 8, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
    description: "New for each change, the same when it is sent again. A UUID does.",
  },
};

export function openapiDocument(routes: readonly Route[] = ROUTES): JsonObject {
  const found: JsonObject = {};
  const refusals = new Refusals();
  const paths = pathsOf(routes, found, refusals);
  return {
    openapi: "3.1.0",
    info: {
      title: "Drawbridge",
      version: "1.0.0",
      summary: "What members of a site can do to it, what its visitors send, and what operators do.",
      description:
        "Changes are made to the draft and are seen by visitors when it is published. Every change takes an " +
        "`Idempotency-Key`: sent again with the same input it answers what it answered, and does nothing. " +
        "Times are milliseconds since 1970. Logging in is for a browser, over redirects: `GET /api/auth/start?return=/path` " +
        "begins it, and `POST /api/auth/logout` ends it. `?everywhere=true` ends every login of the person. A program gets a " +
        "login of its own from `svc login`. Plugins answer below `/api/plugins/{plugin}/routes/`, each to what its manifest " +
        "declares: `contributes.routes` of `GET /api/plugins/{plugin}` lists them.",
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

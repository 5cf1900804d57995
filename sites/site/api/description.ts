/**
 * The description of the API, made of the table its addresses are answered from. Made when building, because the
 * worker has no use for a maker of JSON Schema.
 */
import * as z from "zod/mini";
import type { RefusalCode } from "../../../manifests/refusal.ts";
import { refusalCodes, refusalStatus, refusalText } from "../../../manifests/refusal.ts";
import {
  navigation,
  navigationItem,
  newSection,
  page,
  redirects,
  section,
  settings,
  theme,
} from "../../../runtime/content.ts";
import { writtenView } from "../../../runtime/editing/views.ts";
import { RATE_POLICIES } from "../../../runtime/rateLimits.ts";
import { LOGIN_COOKIE } from "../auth/cookies.ts";
import { ROUTES } from "./routes/index.ts";
import type { Parameters } from "./routes/parameter.ts";
import type { Route } from "./routes/route.ts";
import type { VisitorRoute } from "./routes/visitors.ts";
import { VISITOR_ROUTES } from "./routes/visitors.ts";

type Json = Record<string, unknown>;

/** Shapes that appear in several addresses, or in themselves, get a name. */
const NAMED = {
  Page: page,
  Section: section,
  NewSection: newSection,
  Navigation: navigation,
  NavigationItem: navigationItem,
  Redirects: redirects,
  Theme: theme,
  Settings: settings,
  Written: writtenView,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const COMPONENT = "#/components/schemas/";

/** Definitions move to the components, where all addresses share them; `found` collects them. */
function schemaOf(schema: z.ZodMiniType, found: Json): Json {
  const { $schema: _dialect, $defs, ...rest } = z.toJSONSchema(schema, { metadata: names, io: "input" }) as Json;
  const moved = pointed({ definitions: $defs ?? {}, rest }) as { definitions: Json; rest: Json };
  for (const [name, definition] of Object.entries(moved.definitions)) found[name] = withoutId(definition as Json);
  return withoutId(moved.rest);
}

const withoutId = ({ id: _id, $id: _uri, ...schema }: Json): Json => schema;

function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === "$ref" ? referenceTo(String(inner)) : pointed(inner)]),
  );
}

function referenceTo(reference: string): string {
  const name = reference.replace(/^#\/\$defs\//, "");
  if (!Object.hasOwn(NAMED, name)) throw new Error(`a shape that contains itself needs a name in NAMED: ${reference}`);
  return COMPONENT + name;
}

const problem: Json = {
  type: "object",
  description: "RFC 9457. `code` is stable; the other words may change.",
  properties: {
    type: { type: "string", const: "about:blank" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: refusalCodes },
    instance: { type: "string", description: "Names this one refusal in our logs." },
    issues: {
      type: "array",
      description: "What is wrong with the input: where (RFC 6901), what stands there, what may stand there.",
      items: {
        type: "object",
        properties: { pointer: { type: "string" }, found: { type: "string" }, allowed: { type: "string" } },
        required: ["pointer", "found", "allowed"],
      },
    },
  },
  required: ["type", "title", "status", "code"],
};

const ALWAYS: readonly RefusalCode[] = [
  "ORIGIN_MISMATCH",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "TENANT_SUSPENDED",
  "INTERNAL",
];
const WRITING: readonly RefusalCode[] = [
  "IDEMPOTENCY_KEY_MISSING",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENCY_IN_PROGRESS",
  "CONFLICT",
  "INVALID_REQUEST",
  "TENANT_READ_ONLY",
];

/** What only one command refuses with. */
const OF_COMMAND: Readonly<Record<string, readonly RefusalCode[]>> = {
  "plugin.install": ["PLUGIN_REJECTED"],
  "plugin.settings": ["PLUGIN_UNAVAILABLE"],
};

function refusalsOf({ command, versioned, body, file, query, limits }: Route): readonly RefusalCode[] {
  return [
    ...ALWAYS,
    ...(command ? WRITING : []),
    ...(versioned ? (["VERSION_REQUIRED", "STALE_VERSION"] as const) : []),
    ...(body || file ? (["TOO_SLOW", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    ...(Object.keys(query).length > 0 && !command ? (["INVALID_REQUEST"] as const) : []),
    ...(limits.rate ? (["RATE_LIMITED"] as const) : []),
    ...(OF_COMMAND[command ?? ""] ?? []),
  ];
}

/** The same few refusals are said by most addresses, so each set of them is described once. */
class Refusals {
  readonly described: Json = {};

  of(route: Route): Json {
    return this.ofCodes(refusalsOf(route));
  }

  ofCodes(codes: readonly RefusalCode[]): Json {
    const byStatus = [...Map.groupBy(codes, refusalStatus)].toSorted(([one], [other]) => one - other);
    return Object.fromEntries(byStatus.map(([status, all]) => [String(status), this.#reference(all)]));
  }

  #reference(codes: readonly RefusalCode[]): Json {
    const name = codes.map(camelCase).join("Or");
    this.described[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusalText(code)}`).join(" "),
      content: { "application/problem+json": { schema: { $ref: `${COMPONENT}Problem` } } },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

const camelCase = (code: string): string =>
  code
    .toLowerCase()
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

const parametersIn = (place: "path" | "query", given: Parameters, found: Json): Json[] =>
  Object.entries(given).map(([name, { schema, says }]) => ({
    name,
    in: place,
    description: says,
    required: place === "path",
    schema: schemaOf(schema, found),
  }));

function headersOf({ command, versioned }: Route): Json[] {
  const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...(command ? [shared("Origin"), shared("IdempotencyKey")] : []),
    ...(versioned
      ? [
          {
            name: "If-Match",
            in: "header",
            required: true,
            schema: { type: "string", pattern: '^"(0|[1-9][0-9]{0,15})"$' },
            description: `The version of the ${versioned.of} this change builds on, in double quotes, such as \`"3"\`.`,
          },
        ]
      : []),
  ];
}

const success = (route: Route, found: Json): Json => ({
  description: "Done.",
  headers: Object.fromEntries(headersOfSuccess(route).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  content: { [route.answers.split(";")[0] ?? ""]: { schema: schemaOf(route.output, found) } },
});

const headersOfSuccess = (route: Route): (keyof typeof HEADERS)[] => [
  ...(isVersioned(route) ? (["ETag"] as const) : []),
  ...(route.command ? (["Idempotency-Replayed"] as const) : []),
  ...(route.limits.rate ? (["RateLimit", "RateLimit-Policy"] as const) : []),
];

/** Of a document that is changed under its version, reading says the version too. */
const isVersioned = (route: Route): boolean =>
  route.versioned !== null || ROUTES.some(({ path, versioned }) => path === route.path && versioned !== null);

const header = (description: string): Json => ({ description, schema: { type: "string" } });

const HEADERS = {
  ETag: header("The version to name in the next `If-Match`."),
  "Idempotency-Replayed": header("`true` when this is the stored answer of an earlier request."),
  RateLimit: header("What is left of the limit."),
  "RateLimit-Policy": header("The limit."),
};

function operation(route: Route, found: Json, refusals: Refusals): Json {
  const { method, path, summary, permission, command, params, query, status, limits } = route;
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.split("/")[2]],
    "x-permission": permission,
    ...(command ? { "x-command": command } : {}),
    ...(limits.rate ? { "x-rate-limit": RATE_POLICIES[limits.rate] } : {}),
    parameters: [...parametersIn("path", params, found), ...parametersIn("query", query, found), ...headersOf(route)],
    ...requestBody(route, found),
    responses: { [status]: success(route, found), ...refusals.of(route) },
  };
}

/** For everybody: no login, no key, no version. */
function visitorOperation({ method, path, summary, params, body, bodyBytes, forms, answers, refuses }: VisitorRoute, found: Json, refusals: Refusals): Json {
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.split("/")[2]],
    security: [],
    parameters: parametersIn("path", params, found),
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, found) }, ...written(forms) }, "x-max-bytes": bodyBytes } } : {}),
    responses: {
      [answers.status]: { description: "Done.", content: { [answers.type]: { schema: schemaOf(answers.schema, found) } } },
      ...refusals.ofCodes(refuses),
    },
  };
}

/** Their fields are those of the form. */
const written = (forms: VisitorRoute["forms"]): Json =>
  Object.fromEntries(Object.entries(forms).map(([type, bytes]) => [type, { schema: { type: "object" }, "x-max-bytes": bytes }]));

function requestBody({ body, file, limits }: Route, found: Json): Json {
  if (!body && !file) return {};
  const content = body ? { "application/json": { schema: schemaOf(body, found) } } : { "application/octet-stream": {} };
  return { requestBody: { required: true, content, "x-max-bytes": limits.bodyBytes } };
}

/** `PATCH /api/pages/{page}` is `patchPagesByPage`. */
function operationId(method: string, path: string): string {
  const parts = path
    .split("/")
    .slice(2)
    .map((part) => part.replace(/^\{(\w+)\}$/, "by-$1"));
  return [
    method.toLowerCase(),
    ...parts
      .join("-")
      .split("-")
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1)),
  ].join("");
}

function pathsOf(routes: readonly Route[], found: Json, refusals: Refusals): Json {
  const paths = new Map<string, Json>();
  const add = (path: string, method: string, described: Json): unknown => paths.set(path, { ...paths.get(path), [method.toLowerCase()]: described });
  for (const route of routes) add(route.path, route.method, operation(route, found, refusals));
  for (const route of VISITOR_ROUTES) add(route.path, route.method, visitorOperation(route, found, refusals));
  return Object.fromEntries(paths);
}

export function openapiDocument(routes: readonly Route[] = ROUTES): Json {
  const found: Json = {};
  const refusals = new Refusals();
  const paths = pathsOf(routes, found, refusals);
  return {
    openapi: "3.1.0",
    info: {
      title: "Drawbridge",
      version: "1.0.0",
      summary: "What members of a site can do to it, and what its visitors send.",
      description:
        "Changes are made to the draft and are seen by visitors when it is published. Every change takes an " +
        "`Idempotency-Key`: sent again with the same input it answers what it answered, and does nothing. " +
        "Times are milliseconds since 1970. Plugins answer below `/api/plugins/{plugin}/routes/`, each to what its manifest " +
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
      },
      parameters: {
        Origin: {
          name: "Origin",
          in: "header",
          required: true,
          schema: { type: "string" },
          description: "Exactly the origin of the site. Browsers send it by themselves.",
        },
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: true,
          schema: { type: "string", minLength: 8, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
          description: "New for each change, the same when it is sent again. A UUID does.",
        },
      },
      headers: HEADERS,
      responses: refusals.described,
      schemas: {
        ...Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1))),
        Problem: problem,
      },
    },
  };
}

import { RATE_POLICIES } from "../../../../runtime/tenancy/rateLimits.ts";
import { ROUTES } from "../routes/index.ts";
import { type Parameters, textCursor } from "../request/parameter.ts";
import { isOptional } from "../guards/input.ts";
import type { Route } from "../request/route.ts";
import type { VisitorRoute } from "../routes/visitors.ts";
import type { OperatorRoute } from "../operator/route.ts";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import { type AuthRoute, AUTH_ANSWERS } from "./authRoutes.ts";
import type { Refusals } from "./refusals.ts";
import { type JsonObject, schemaOf } from "./schemas.ts";

export function describedOperation(route: Route, found: JsonObject, refusals: Refusals): JsonObject {
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
    responses: { ...rehearsed(route, found), [status]: success(route, found), ...refusals.of(route) },
  };
}

/** Describes a visitors' route, which needs no login, key or version. */
export function visitorOperation(
  { method, path, summary, params, body, bodyBytes, forms, answers, refuses }: VisitorRoute,
  found: JsonObject,
  refusals: Refusals,
): JsonObject {
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.split("/")[2]],
    security: [],
    parameters: parametersIn("path", params, found),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(body, found) }, ...written(forms) },
            "x-max-bytes": bodyBytes,
          },
        }
      : {}),
    responses: {
      [answers.status]: {
        description: "Done.",
        content: { [answers.type]: { schema: schemaOf(answers.schema, found) } },
      },
      ...refusals.ofCodes(refuses),
    },
  };
}

function operatorBody(
  { body, receives, bodyBytes }: Pick<OperatorRoute, "body" | "receives" | "bodyBytes">,
  found: JsonObject,
): JsonObject {
  if (!body && !receives) return {};
  const content = body ? { "application/json": { schema: schemaOf(body, found) } } : { "application/octet-stream": {} };
  return { requestBody: { required: true, content, "x-max-bytes": bodyBytes } };
}

/** Describes an operators' route, which needs the provisioning secret or, where allowed, an operator token. */
export function operatorOperation(
  {
    method,
    path,
    summary,
    params,
    paged,
    body,
    bodyBytes,
    receives,
    output,
    answers,
    statuses,
    refuses,
    secretOnly,
  }: OperatorRoute,
  found: JsonObject,
  refusals: Refusals,
): JsonObject {
  const codes: readonly RefusalCode[] = [
    "UNAUTHENTICATED",
    "RATE_LIMITED",
    "NOT_FOUND",
    ...(secretOnly ? (["FORBIDDEN"] as const) : []),
    ...(body || receives ? (["INVALID_REQUEST", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "TOO_SLOW"] as const) : []),
    ...(paged && !body ? (["INVALID_REQUEST"] as const) : []),
    ...refuses,
    "INTERNAL",
  ];
  return {
    operationId: operationId(method, path),
    summary,
    tags: ["admin"],
    security: [{ operator: [] }],
    parameters: [
      ...parametersIn("path", params, found),
      ...(paged ? parametersIn("query", { cursor: textCursor }, found) : []),
    ],
    ...operatorBody({ body, receives, bodyBytes }, found),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: status === 201 ? "Created." : "Done.",
            content: { [answers ?? "application/json"]: { schema: schemaOf(output, found) } },
          },
        ]),
      ),
      ...refusals.ofCodes(codes),
    },
  };
}

export const authOperation = ({ method, path, summary, query, body, answers }: AuthRoute): JsonObject => ({
  operationId: operationId(method, path),
  summary,
  tags: ["auth"],
  security: [],
  parameters: Object.entries(query).map(([name, description]) => ({
    name,
    in: "query",
    description,
    required: false,
    schema: { type: "string" },
  })),
  ...(body
    ? { requestBody: { required: body.isRequired, content: { [body.type]: { schema: fieldsOf(body.fields) } } } }
    : {}),
  responses: Object.fromEntries(
    Object.entries({ ...AUTH_ANSWERS, ...answers }).map(([status, description]) => [status, { description }]),
  ),
});

const fieldsOf = (fields: Readonly<Record<string, string>>): JsonObject => ({
  type: "object",
  required: Object.keys(fields),
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [name, { type: "string", description }]),
  ),
});

/** The body's fields are the fields of the form. */
const written = (forms: VisitorRoute["forms"]): JsonObject =>
  Object.fromEntries(
    Object.entries(forms).map(([type, bytes]) => [type, { schema: { type: "object" }, "x-max-bytes": bytes }]),
  );

const parametersIn = (place: "path" | "query", given: Parameters, found: JsonObject): JsonObject[] =>
  Object.entries(given).map(([name, { schema, says, isJson = false }]) => ({
    name,
    in: place,
    description: says,
    required: place === "path",
    ...(isJson
      ? { content: { "application/json": { schema: schemaOf(schema, found) } } }
      : { schema: schemaOf(schema, found) }),
  }));

function headersOf({ command, versioned }: Route): JsonObject[] {
  const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...(command ? [shared("Origin"), shared("IdempotencyKey"), shared("Member")] : []),
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

function requestBody({ body, file, limits }: Route, found: JsonObject): JsonObject {
  if (!body && !file) return {};
  const content = body ? { "application/json": { schema: schemaOf(body, found) } } : { "application/octet-stream": {} };
  return { requestBody: { required: !body || !isOptional(body), content, "x-max-bytes": limits.bodyBytes } };
}

const success = (route: Route, found: JsonObject): JsonObject => ({
  description: "Done.",
  headers: Object.fromEntries(headersOfSuccess(route).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  content: { [route.answers.split(";")[0] ?? ""]: { schema: answered(route, found) } },
});

/** A dry run answers 200, also where the change itself answers 201. */
const rehearsed = ({ status, rehearsal }: Route, found: JsonObject): JsonObject =>
  rehearsal && status !== 200
    ? {
        200: {
          description: "The problems that a dry run found.",
          content: { "application/json": { schema: schemaOf(rehearsal, found) } },
        },
      }
    : {};

function answered({ status, output, rehearsal }: Route, found: JsonObject): JsonObject {
  const outputSchema = schemaOf(output, found);
  return rehearsal && rehearsal !== output && status === 200
    ? { anyOf: [outputSchema, schemaOf(rehearsal, found)] }
    : outputSchema;
}

const headersOfSuccess = (route: Route): (keyof typeof HEADERS)[] => [
  ...(isVersioned(route) ? (["ETag"] as const) : []),
  ...(route.command ? (["Idempotency-Replayed"] as const) : []),
  ...(route.limits.rate ? (["RateLimit", "RateLimit-Policy"] as const) : []),
];

/**
 * Tells whether an answer has a version: the route changes a document under its version, or reads one that such a route
 * changes.
 */
const isVersioned = (route: Route): boolean =>
  route.versioned !== null || ROUTES.some(({ path, versioned }) => path === route.path && versioned !== null);

const header = (description: string): JsonObject => ({ description, schema: { type: "string" } });

export const HEADERS = {
  ETag: header("The version to send in the next `If-Match`."),
  "Idempotency-Replayed": header("`true` when this is the stored answer of an earlier request."),
  RateLimit: header("Number of requests that remain under the limit."),
  "RateLimit-Policy": header("The limit."),
};

/** Derives the operation's id: `PATCH /api/pages/{page}` becomes `patchPagesByPage`. */
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

import { issuesFromZod } from "../../../../manifests/refusals/issues.ts";
import { type Issue, Refusal } from "../../../../manifests/refusals/refusal.ts";
import { readBytes } from "../../../requests/bytes.ts";
import { type Body, readJson } from "../../intake/body.ts";
import type { Parameter, Parameters } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import type { Admitted, Guard } from "./guard.ts";

/** Validates path, query and body against the route's schemas. Unknown members are refused. */
export const input: Guard = async ({ request, segments }, { params, query, elsewhere = {}, body, file, limits }) => ({
  params: readParams(segments, params),
  query: readQuery(new URL(request.url).searchParams, { query, elsewhere }),
  ...(file ? withFile(request, file, limits.bodyBytes) : await readBody(request, body, limits.bodyBytes)),
});

/** An id of invalid form gets the same answer as an unknown id. */
function readParams(segments: Readonly<Record<string, string>>, params: Parameters): Record<string, unknown> {
  const read = Object.entries(params).map(
    ([name, parameter]) => [name, parameter.schema.safeParse(parameter.read(segments[name] ?? ""))] as const,
  );
  if (read.some(([, { success }]) => !success)) throw new Refusal("NOT_FOUND");
  return Object.fromEntries(read.map(([name, { data }]) => [name, data]));
}

type Asked = Required<Pick<Route, "query" | "elsewhere">>;

function readQuery(given: URLSearchParams, asked: Asked): Record<string, unknown> {
  const names = [...given.keys()];
  const issues = names.flatMap((name, index) => queryIssue(name, names.indexOf(name) !== index, given, asked));
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  return Object.fromEntries(names.map((name) => [name, asked.query[name]?.read(given.get(name) ?? "")]));
}

function queryIssue(name: string, repeated: boolean, given: URLSearchParams, { query, elsewhere }: Asked): Issue[] {
  const parameter: Parameter | undefined = Object.hasOwn(query, name) ? query[name] : undefined;
  if (!parameter && Object.hasOwn(elsewhere, name))
    return [{ pointer: pointerTo(name), found: "a parameter", allowed: elsewhere[name] ?? "" }];
  if (!parameter || repeated) {
    return [
      {
        pointer: pointerTo(name),
        found: repeated ? "a parameter that is given twice" : "an unknown parameter",
        allowed: Object.keys(query).join(", ") || "no parameters",
      },
    ];
  }
  const value = parameter.read(given.get(name) ?? "");
  const read = parameter.schema.safeParse(value);
  return read.success ? [] : issuesFromZod(read.error, value).map((issue) => ({ ...issue, pointer: pointerTo(name) }));
}

const pointerTo = (name: string): string => `/${name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`;

function readShape({ value, text }: Body, body: NonNullable<Route["body"]>): Pick<Admitted, "body" | "text"> {
  const read = body.safeParse(value);
  if (!read.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(read.error, value) });
  return { body: read.data, text };
}

const readBody = async (
  request: Request,
  body: Route["body"],
  maxBytes: number,
): Promise<Pick<Admitted, "body" | "text">> =>
  body && !(isOptional(body) && isEmpty(request))
    ? readShape(await readJson(request, maxBytes), body)
    : refuseBody(request);

/** Tells whether a route accepts a request without a body. */
export const isOptional = (body: NonNullable<Route["body"]>): boolean => body.safeParse(undefined).success;

/** A body of unknown length counts as present, so the request must declare its type. */
export const isEmpty = ({ headers, body }: Request): boolean => body === null || headers.get("content-length") === "0";

function withFile(request: Request, file: SentLength, maxBytes: number): Pick<Admitted, "body" | "text"> {
  requireSentFile(request, file, maxBytes);
  return NO_BODY;
}

type SentLength = "sized" | "unsized";

/**
 * A file's length must be known before it arrives, because storage needs it. Routes for `unsized` files store it in
 * parts instead.
 */
export function requireSentFile({ headers, body }: Request, file: SentLength, maxBytes: number): void {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  if (headers.has("content-encoding"))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a file without a Content-Encoding" });
  if (body === null || (file === "sized" && !(length > 0))) {
    const [found, allowed] =
      body === null || length === 0
        ? ["an empty file", "a file with something in it"]
        : ["a file of unknown length", "a file, with its Content-Length"];
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found, allowed }] });
  }
  if (length > maxBytes) throw new Refusal("TOO_LARGE", { maxBytes });
}

/** Refuses a body where none belongs, so that the caller notices the mistake. */
async function refuseBody(request: Request): Promise<Pick<Admitted, "body" | "text">> {
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return NO_BODY;
  await readBytes(request.body, 0).catch(refuseBodyError);
  return NO_BODY;
}

function refuseBodyError(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "TOO_LARGE") throw error;
  throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "a body", allowed: "none" }] });
}

const NO_BODY = { body: undefined, text: "" };

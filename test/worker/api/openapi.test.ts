import { beforeAll, describe, expect, test } from "vitest";
import { openapiDocument } from "../../../sites/web/api/description/document.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { AUTH_ROUTES } from "../../../sites/web/api/description/authRoutes.ts";
import { ADDRESSES } from "../../../sites/web/auth/index.ts";
import { OPERATOR_ROUTES } from "../../../sites/web/api/operator/routes.ts";
import { VISITOR_ROUTES } from "../../../sites/web/api/routes/visitors.ts";
import { migrate, send } from "../site/harness.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { type Editor, anEditor, nameOf } from "./apiClient.ts";

beforeAll(migrate);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: { readonly login: { readonly name: string } };
  };
}

/** The description as it was generated, once for all cases. */
const GENERATED = openapiDocument();

const answered = (response: Response): Promise<unknown> =>
  response.headers.get("content-type")?.includes("json") === true &&
  !response.headers.get("content-disposition")?.startsWith("attachment")
    ? response.json()
    : response.text();

/** The parameters of an operation, by their names in the description. */
type Given = Readonly<Record<string, string | number>>;

/**
 * A client that knows only the description: paths, inputs and answers. It refuses to send undescribed input, and to
 * accept undescribed answers.
 */
class Client {
  readonly #document: Document;
  readonly #editor: Editor;

  constructor(document: Document, editor: Editor) {
    this.#document = document;
    this.#editor = editor;
  }

  get operations(): readonly string[] {
    return Object.values(this.#document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
  }

  async call(
    operationId: string,
    given: Given = {},
    body?: unknown,
  ): Promise<{ status: number; value: unknown; etag: string | null }> {
    const { path, method, operation } = this.#find(operationId);
    const parameters = operation.parameters.map((one) => this.#resolved(one));
    for (const { name, required } of parameters)
      if (required && given[name] === undefined) throw new Error(`${operationId} needs ${name}`);
    const isMissing = body === undefined && operation.requestBody?.required === true;
    if (isMissing || (body !== undefined && !operation.requestBody)) throw new Error(`${operationId}: body`);
    const response = await this.#send(path, method, parameters, given, body);
    if (!Object.hasOwn(operation.responses, response.status))
      throw new Error(`${operationId} is not said to answer ${response.status}`);
    return { status: response.status, value: await answered(response), etag: response.headers.get("etag") };
  }

  #find(operationId: string) {
    for (const [path, methods] of Object.entries(this.#document.paths)) {
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) return { path, method, operation };
    }
    throw new Error(`no operation ${operationId}`);
  }

  #resolved(parameter: Operation["parameters"][number]): Parameter {
    const found =
      "$ref" in parameter ? this.#document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""] : parameter;
    if (!found) throw new Error("a parameter that is not described");
    return found;
  }

  async #send(
    path: string,
    method: string,
    parameters: readonly Parameter[],
    given: Given,
    body: unknown,
  ): Promise<Response> {
    const of = (place: string) => parameters.filter((one) => one.in === place && given[one.name] !== undefined);
    const address = of("path").reduce(
      (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(String(given[name]))),
      path,
    );
    const query = new URLSearchParams(of("query").map(({ name }) => [name, String(given[name])]));
    const headers = new Headers(of("header").map(({ name }): [string, string] => [name, String(given[name])]));
    const [, token] = this.#editor.cookie.split("=");
    headers.set("cookie", `${this.#document.components.securitySchemes.login.name}=${token}`);
    const isFile = body instanceof Uint8Array;
    if (body !== undefined) headers.set("content-type", isFile ? "application/octet-stream" : "application/json");
    if (isFile) headers.set("content-length", String(body.byteLength));
    const init = {
      method: method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    };
    return (await send(new Request(`${this.#editor.site.origin}${address}?${query}`, init))).response;
  }
}

/** The description as a site serves it, which is the same for all. */
let served: Promise<Document> | undefined;
const described = (editor: Editor): Promise<Document> => (served ??= fetched(editor));

const fetched = async (editor: Editor): Promise<Document> => {
  const { response } = await send(new Request(`${editor.site.origin}/api/openapi.json`));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  return response.json<Document>();
};

describe("the description of the API", () => {
  test("is served to everybody, as it was generated", async () => {
    expect(await fetched(await anEditor())).toEqual(GENERATED);
  });

  test("is one line of bytes, as long as it says, and answers HEAD with the same headers", async () => {
    const { site } = await anEditor();
    const [got, headed] = await Promise.all(
      ["GET", "HEAD"].map(async (method) => {
        const { response } = await send(new Request(`${site.origin}/api/openapi.json`, { method }));
        return { headers: Object.fromEntries(response.headers), text: await response.text() };
      }),
    );
    expect(got?.text).toBe(`${JSON.stringify(GENERATED)}\n`);
    expect([headed?.headers, headed?.text]).toEqual([got?.headers, ""]);
    expect(got?.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  });

  test("is refused in any other way than reading", async () => {
    const { site } = await anEditor();
    const { response } = await send(new Request(`${site.origin}/api/openapi.json`, { method: "DELETE" }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("names every address once, and every parameter in it", async () => {
    const { paths } = await fetched(await anEditor());
    const names = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const visitors = VISITOR_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(names.toSorted()).toEqual(
      [
        ...ROUTES.map(nameOf),
        ...visitors,
        ...[...OPERATOR_ROUTES, ...AUTH_ROUTES].map(({ method, path }) => `${method} ${path}`),
      ].toSorted(),
    );
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, methods] of Object.entries(paths)) {
      for (const { parameters } of Object.values(methods)) {
        const inPath = parameters
          .filter((one): one is Parameter => "in" in one && one.in === "path")
          .map(({ name }) => name);
        expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      }
    }
  });

  test("has the operator's addresses with the provisioning schema, behind a bearer", async () => {
    const { paths } = (await fetched(await anEditor())) as unknown as {
      paths: Record<
        string,
        Record<
          string,
          { security: unknown; requestBody: { content: Record<string, { schema: { required: string[] } }> } }
        >
      >;
    };
    const provision = paths["/api/admin/provision"]?.["post"];
    expect(provision?.security).toEqual([{ operator: [] }]);
    expect(provision?.requestBody.content["application/json"]?.schema.required).toEqual([
      "tenant",
      "site",
      "domain",
      "identities",
      "document",
      "theme",
    ]);
  });

  test("has every address of logging in", () => {
    expect(AUTH_ROUTES.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(ADDRESSES)
        .map((path) => `/api/auth${path}`)
        .toSorted(),
    );
  });

  test("has what a program sends on its way to a login", async () => {
    const { paths } = (await fetched(await anEditor())) as unknown as {
      paths: Record<
        string,
        Record<string, { requestBody: { content: Record<string, { schema: { required: string[] } }> } }>
      >;
    };
    expect(
      paths["/api/auth/command-line/login"]?.["post"]?.requestBody.content["application/json"]?.schema.required,
    ).toEqual(["code", "verifier"]);
  });

  test.each(AUTH_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "names %s, which is there and takes no other method",
    async (_, { method, path }) => {
      const { response } = await send(new Request(`${reader.site.origin}${path}`, { method: "PUT" }));
      expect([response.status, response.headers.get("allow")]).toEqual([405, method]);
    },
  );

  test("is enough for a program to edit and publish a page", async () => {
    const editor = await anEditor();
    const client = new Client(await fetched(editor), editor);
    const writing = () => ({ Origin: editor.site.origin, "Idempotency-Key": crypto.randomUUID() });
    const { etag } = await client.call("getPagesByPage", { page: "home" });
    const changed = await client.call(
      "patchPagesByPage",
      { page: "home", "If-Match": etag ?? "", ...writing() },
      { changes: { title: "By program" } },
    );
    expect(changed).toMatchObject({ status: 200, etag: '"2"' });
    const changes = await client.call("getChanges");
    const published = await client.call("postPublish", { "If-Match": changes.etag ?? "", ...writing() });
    expect(published).toMatchObject({ status: 200, value: { state: "ready", changed: 1 } });
    const { response } = await send(new Request(`${editor.site.origin}/?now`));
    expect(await response.text()).toContain("<h1>By program</h1>");
  });

  /** A member whose site has what all reads ask for. A site costs more than most requests. */
  let reader: Editor;
  /** The owner of a site for all requests that change something. */
  let writer: Editor;
  const examples = new Map<Route, Example>();
  beforeAll(async () => {
    reader = await anEditor();
    writer = await anEditor();
    for (const route of ROUTES.filter(({ method }) => method === "GET"))
      examples.set(route, (await EXAMPLES[nameOf(route)]?.(reader, reader)) ?? {});
  });

  test.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    "is enough for a program to use %s",
    async (name, route) => {
      const editor = route.method === "GET" ? reader : writer;
      const client = new Client(await described(editor), editor);
      const { params, ifMatch, body, file } = examples.get(route) ?? (await EXAMPLES[name]?.(editor, editor)) ?? {};
      const { paths } = GENERATED as unknown as Document;
      const { operationId } = paths[route.path]?.[route.method.toLowerCase()] ?? { operationId: "" };
      const headers = {
        Origin: editor.site.origin,
        "Idempotency-Key": crypto.randomUUID(),
        "If-Match": `"${ifMatch ?? 0}"`,
      };
      const { status } = await client.call(operationId, { ...params, ...headers }, body ?? file);
      expect(status).toBe(route.status);
    },
  );
});

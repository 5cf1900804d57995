import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { isForStopped } from "../../../runtime/commandNames.ts";
import { type Needed, type Role, ROLES, can } from "../../../runtime/commands/permissions.ts";
import type { Guard } from "../../../sites/web/api/guards/guard.ts";
import { type GuardName, GUARDS } from "../../../sites/web/api/guards/index.ts";
import { answerRoute } from "../../../sites/web/api/pipeline/pipeline.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { siteHosting } from "../../../sites/workers/site/powers.ts";
import { aSite, db, migrate } from "../site/harness.ts";
import { type Example, EXAMPLES, addressOf } from "./examples.ts";
import { type Editor, memberOf, nameOf, ownerOfSite } from "./apiClient.ts";

beforeAll(migrate);

const ORDER = Object.keys(GUARDS) as readonly GuardName[];

/** A request that each guard can refuse. */
interface Draft {
  cookie: string;
  readonly headers: Map<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  query: string;
}

interface Case {
  /** The code of the guard's refusal; null if it refuses nothing. */
  code(route: Route): string | null;
  spoil(draft: Draft, route: Route, somebody: Somebody): void;
}

/** Members of a read-only site. `unable` is a member without the needed permission. */
interface Somebody {
  readonly allowed: Editor;
  readonly unable: (needed: Needed) => Editor | undefined;
}

const isEverybodys = (needed: Needed): boolean => ROLES.every((role) => can(role, needed));

const isWrite = ({ command }: Route): boolean => command !== null;

/** True for requests with a body, searches included. */
const hasBody = (route: Route): boolean => isWrite(route) || route.body !== null;

const CASES: Readonly<Record<GuardName, Case>> = {
  origin: { code: () => "ORIGIN_MISMATCH", spoil: ({ headers }) => headers.set("origin", "https://elsewhere.example") },
  version: {
    code: ({ versioned }) => (versioned ? "VERSION_REQUIRED" : null),
    spoil: ({ headers }) => headers.delete("if-match"),
  },
  permission: {
    code: ({ permission }) => (isEverybodys(permission) ? "UNAUTHENTICATED" : "FORBIDDEN"),
    spoil: (draft, { permission }, { unable }) => (draft.cookie = unable(permission)?.cookie ?? ""),
  },
  // The site of these requests is read-only.
  tenantStatus: {
    code: (route) => (isWrite(route) && !isForStopped(route.command) ? "TENANT_READ_ONLY" : null),
    spoil: () => undefined,
  },
  key: {
    code: (route) => (isWrite(route) ? "IDEMPOTENCY_KEY_MISSING" : null),
    spoil: ({ headers }) => headers.delete("idempotency-key"),
  },
  input: {
    code: ({ body }) => (body ? "TOO_LARGE" : "INVALID_REQUEST"),
    spoil(draft, route) {
      if (hasBody(route) && !route.file) draft.body = `{"a":"${"x".repeat(route.limits.bodyBytes)}"}`;
      else draft.query = "?surprise=1";
    },
  },
};

function draftOf(route: Route, { body, file, ifMatch }: Example, { site, cookie }: Editor): Draft {
  const headers = new Map([
    ["origin", site.origin],
    ["content-type", "application/json"],
  ]);
  if (isWrite(route)) headers.set("idempotency-key", crypto.randomUUID());
  if (file) headers.set("content-length", String(file.length));
  if (route.versioned) headers.set("if-match", `"${ifMatch ?? 1}"`);
  return { cookie, headers, body: file ?? (body === undefined ? undefined : JSON.stringify(body)), query: "" };
}

/** The answer of these guards. A request that passes all of them fails at its end. */
async function codeWith(
  route: Route,
  guards: readonly Guard[],
  draft: Draft,
  url: string,
  segments: Record<string, string>,
): Promise<string> {
  const headers = new Headers([...draft.headers, ["cookie", draft.cookie]]);
  const request = new Request(url + draft.query, {
    method: route.method,
    headers,
    ...(hasBody(route) && draft.body !== undefined ? { body: draft.body } : {}),
  });
  const reached: Route = { ...route, run: () => Promise.reject(new Error("reached")) };
  const incoming = {
    request,
    env: siteHosting(env as unknown as Env),
    ctx: createExecutionContext(),
    requestId: "r",
    segments,
  };
  try {
    await answerRoute(reached, incoming, guards);
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  throw new Error("answered without running");
}

describe("each address has its guards in the order of the contract", () => {
  const world: { active?: Somebody; stopped?: Somebody; examples: Map<string, Example> } = { examples: new Map() };

  async function somebody(): Promise<Somebody> {
    const site = await aSite("guards");
    const byRole = new Map<Role, Editor>();
    for (const role of ROLES) byRole.set(role, role === "owner" ? await ownerOfSite(site) : await memberOf(site, role));
    const allowed = byRole.get("owner");
    if (!allowed) throw new Error("a site without owner");
    return { allowed, unable: (needed) => byRole.get(ROLES.find((role) => !can(role, needed)) ?? "owner") };
  }

  beforeAll(async () => {
    world.active = await somebody();
    world.stopped = await somebody();
    for (const route of ROUTES)
      world.examples.set(
        nameOf(route),
        (await EXAMPLES[nameOf(route)]?.(world.active.allowed, world.active.allowed)) ?? {},
      );
    await db
      .prepare("UPDATE tenants SET status = 'read_only' WHERE id = ?")
      .bind(world.stopped.allowed.site.name)
      .run();
  }, 60_000);

  /** A request that violates this guard and all later ones, but no earlier one. */
  async function answer(route: Route, from: GuardName, guards: readonly Guard[]): Promise<string> {
    const people = ORDER.indexOf(from) <= ORDER.indexOf("tenantStatus") ? world.stopped : world.active;
    const example = world.examples.get(nameOf(route)) ?? {};
    if (!people) throw new Error("not prepared");
    const draft = draftOf(route, example, people.allowed);
    const anonymous = isEverybodys(route.permission) ? { ...people, unable: () => undefined } : people;
    for (const name of ORDER.slice(ORDER.indexOf(from))) CASES[name].spoil(draft, route, anonymous);
    const segments = Object.fromEntries(
      Object.entries(example.params ?? {}).map(([name, value]) => [name, String(value)]),
    );
    return codeWith(route, guards, draft, people.allowed.site.origin + addressOf(route.path, example.params), segments);
  }

  const ROWS = ROUTES.flatMap((route) =>
    ORDER.flatMap((name) => {
      const code = CASES[name].code(route);
      return code === null ? [] : [[nameOf(route), name, code, route] as const];
    }),
  );

  test.each(ROWS)("%s: %s refuses with %s before any later guard looks", async (_name, guard, code, route) => {
    expect(await answer(route, guard, Object.values(GUARDS))).toBe(code);
  });

  test.each(ROWS)("%s: without %s, nothing says %s", async (_name, guard, code, route) => {
    const others = ORDER.filter((name) => name !== guard).map((name) => GUARDS[name]);
    expect(await answer(route, guard, others)).not.toBe(code);
  });

  test.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s: lets a proper request through to its call",
    async (_name, route) => {
      const example = world.examples.get(nameOf(route)) ?? {};
      if (!world.active) throw new Error("not prepared");
      const { allowed } = world.active;
      const segments = Object.fromEntries(
        Object.entries(example.params ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const url = allowed.site.origin + addressOf(route.path, example.params);
      expect(await codeWith(route, Object.values(GUARDS), draftOf(route, example, allowed), url, segments)).toBe(
        "Error: reached",
      );
    },
  );

  test("and an example, so that none of these tests passes it by", () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
    expect(ORDER).toEqual(["origin", "version", "permission", "tenantStatus", "key", "input"]);
  });
});

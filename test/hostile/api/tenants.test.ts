import { beforeAll, describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { invite } from "../../worker/auth/siteLogins.ts";
import { EXAMPLES, addressOf, sentOf, type Example } from "../../worker/api/examples.ts";
import { type Editor, type Sent, anEditor, callApi, done, nameOf, refused } from "../../worker/api/apiClient.ts";
import { install } from "../../worker/api/packages.ts";
import { db, migrate, readerOf, unique } from "../../worker/site/harness.ts";

beforeAll(migrate);

/** Ids that only the other tenant has, and ids of the same kind that do not exist. */
interface Ids {
  readonly theirs: Readonly<Record<string, string>>;
  readonly nobodys: Readonly<Record<string, string>>;
}

async function idsOf(them: Editor): Promise<Ids> {
  const page = unique("secret");
  await done(
    await callApi(them, "POST", "/api/pages", { body: { id: page, body: { path: `/${page}`, title: "Theirs" } } }),
  );
  const { schedule } = await done<{ schedule: string }>(
    await callApi(them, "POST", "/api/schedules", { body: { at: Date.now() + 3_600_000 } }),
  );
  // Each tenant counts its own releases, so theirs needs a number that ours does not reach. No digit of 404 serves,
  // because the comparison below removes the number from the answer.
  let release = 0;
  while (release < 5) {
    // A publication without a change makes no release.
    const more = unique("more");
    await done(
      await callApi(them, "POST", "/api/pages", { body: { id: more, body: { path: `/${more}`, title: "More" } } }),
    );
    const { change } = await done<{ change: number }>(await callApi(them, "GET", "/api/changes"));
    ({ release } = await done<{ release: number }>(await callApi(them, "POST", "/api/publish", { ifMatch: change })));
  }
  return {
    theirs: {
      page,
      section: "text",
      version: "1",
      schedule,
      release: String(release),
      member: await invite(them.site, unique("theirs"), "viewer"),
      action: "act",
      plugin: (await install(them, { id: `acme.${unique("theirs")}` })).id,
    },
    nobodys: {
      page: unique("nothing"),
      section: "text",
      version: "1",
      schedule: crypto.randomUUID(),
      release: "99",
      member: crypto.randomUUID().replaceAll("-", "").repeat(2),
      action: "act",
      plugin: `acme.${unique("nothing")}`,
    },
  };
}

/** Routes with ids. A version alone is no id, because it counts a tenant's own document. */
const WITH_IDS = ROUTES.filter(({ params }) => Object.keys(params).some((name) => name !== "version")).map(
  (route): [string, Route] => [nameOf(route), route],
);

/** The whole answer, without the requested id and the request's own id. */
async function answerAbout(ids: Readonly<Record<string, string>>, route: Route, us: Editor, example: Example) {
  const response = await callApi(us, route.method, addressOf(route.path, ids), sentOf(example));
  const text = await response.text();
  const neutral = Object.values(ids)
    .filter((id) => id.length > 4)
    .reduce((said, id) => said.replaceAll(id, "<id>"), text);
  return {
    status: response.status,
    headers: [...response.headers],
    text: neutral.replace(/"instance":"[^"]*"/, "").replaceAll(ids["release"] ?? "", "<release>"),
  };
}

describe("ids of another tenant", () => {
  const world: { us?: Editor; ids?: Ids } = {};

  beforeAll(async () => {
    world.us = await anEditor();
    world.ids = await idsOf(await anEditor());
  });

  test.each(WITH_IDS)("in the path of %s get the same answer as unknown ids", async (name, route) => {
    const { us, ids } = world;
    if (!us || !ids) throw new Error("not prepared");
    const example = (await EXAMPLES[name]?.(us, us)) ?? {};
    const theirs = await answerAbout(ids.theirs, route, us, example);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await answerAbout(ids.nobodys, route, us, example));
  });
});

const named = (tenant: string): [string, Sent["headers"]][] => [
  ["X-Tenant", { "x-tenant": tenant, "x-tenant-id": tenant, "x-svc-tenant": tenant, "x-site": "main" }],
  [
    "X-Forwarded-Host",
    {
      "x-forwarded-host": `${tenant}.example`,
      forwarded: `host=${tenant}.example`,
      "x-original-host": `${tenant}.example`,
    },
  ],
];

describe("another tenant named in a header", () => {
  test.each([0, 1])("does not change which site is edited (%i)", async (index) => {
    const [us, them] = [await anEditor(), await anEditor()];
    const [, headers] = named(them.site.name)[index] ?? [];
    await done(
      await callApi(us, "PATCH", "/api/pages/home", {
        ifMatch: 1,
        body: { changes: { title: "Ours" } },
        headers: headers ?? {},
      }),
    );
    const versions = async ({ site }: Editor) =>
      expectValue(await readerOf(site.name).read("page", "main", { page: "home" })).version;
    expect([await versions(us), await versions(them)]).toEqual([2, 1]);
    const { tenant } = await done<{ tenant: string }>(
      await callApi(us, "GET", "/api/site", { headers: headers ?? {} }),
    );
    expect(tenant).toBe(us.site.name);
  });
});

const WITH_BODY = ROUTES.filter(({ body }) => body !== null).map((route): [string, Route] => [nameOf(route), route]);

describe("another tenant named in the body", () => {
  let us: Editor;
  beforeAll(async () => {
    us = await anEditor();
  });

  test.each(WITH_BODY)("is an unknown member of %s", async (name, route) => {
    const example = (await EXAMPLES[name]?.(us, us)) ?? {};
    for (const member of ["tenant", "site", "actor", "expected", "page"]) {
      const body = { ...(example.body as object), [member]: member === "expected" ? 1 : "somebody-else" };
      const { code, issues } = await refused(
        await callApi(us, route.method, addressOf(route.path, example.params), sentOf(example, { body })),
      );
      expect([code, issues?.map(({ pointer }) => pointer)]).toEqual(["INVALID_REQUEST", [`/${member}`]]);
    }
  });
});

describe("an identity that belongs to another tenant too", () => {
  test("is invited as if it were new", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    const subject = unique("shared");
    const identity = await invite(them.site, subject, "owner");
    const { member } = await done<{ member: { id: string; role: string; name: unknown } }>(
      await callApi(us, "POST", "/api/members/invitations", {
        body: { issuer: "https://login.example", subject, role: "viewer" },
      }),
    );
    expect(member).toMatchObject({ id: identity, role: "viewer", name: null });
    const { results } = await db
      .prepare("SELECT tenant_id, role FROM memberships WHERE identity_id = ? ORDER BY role")
      .bind(identity)
      .all();
    expect(results).toEqual([
      { tenant_id: them.site.name, role: "owner" },
      { tenant_id: us.site.name, role: "viewer" },
    ]);
  });
});

describe("a hostname that is taken", () => {
  test("is refused in the same words, whoever has it", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    const answers = [];
    for (const hostname of [`${them.site.name}.example`, `${us.site.name}.example`]) {
      const response = await callApi(us, "POST", "/api/domains", { body: { hostname } });
      answers.push({ ...(await refused(response)), instance: "" });
    }
    expect(answers[0]).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(answers).toEqual([answers[0], answers[0]]);
  });

  test("is not reserved by a mere request, which gets the same answer as for a free name", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    const [asked, free] = [`${unique("asked")}.example`, `${unique("asked")}.example`];
    await done(await callApi(them, "POST", "/api/domains", { body: { hostname: asked } }));
    for (const hostname of [asked, free]) {
      const answer = await done(await callApi(us, "POST", "/api/domains", { body: { hostname } }));
      expect(answer).toEqual({
        domain: { hostname, status: "pending", primary: false, createdAt: expect.any(Number) },
      });
    }
  });
});

describe("a hostname without a site", () => {
  test.each(ROUTES.map((route): [string, Route] => [nameOf(route), route]))("%s is 404", async (_, route) => {
    const site = { name: unique("nobody"), origin: `https://${unique("nobody")}.example` } as Editor["site"];
    const response = await callApi({ site, cookie: "" }, route.method, addressOf(route.path), {
      ifMatch: 1,
      body: route.body ? {} : undefined,
    });
    expect([response.status, await response.text()]).toEqual([404, "There is nothing here.\n"]);
  });
});

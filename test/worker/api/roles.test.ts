import { beforeAll, describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/answer.ts";
import { ROLES, can } from "../../../runtime/permissions.ts";
import type { Role } from "../../../runtime/permissions.ts";
import { ROUTES } from "../../../sites/site/api/routes/index.ts";
import type { Route } from "../../../sites/site/api/routes/route.ts";
import type { Site } from "../auth/kit.ts";
import { aSite, db, migrate, readerOf } from "../site/harness.ts";
import { EXAMPLES, addressOf, sentOf } from "./examples.ts";
import { ask, done, memberOf, nameOf, ownerOfSite, refused } from "./kit.ts";
import type { Editor, Sent } from "./kit.ts";

beforeAll(migrate);

/** Everything a request could have changed, without what changes by itself. */
async function state({ name }: Site): Promise<unknown> {
  const { change, release, sequence } = expectValue(await readerOf(name).read("context", "main"));
  const waiting = expectValue(await readerOf(name).read("schedules", "main"));
  const [members, domains] = await db.batch([
    db.prepare("SELECT identity_id, role FROM memberships WHERE tenant_id = ? ORDER BY identity_id").bind(name),
    db.prepare("SELECT hostname, status FROM domains WHERE tenant_id = ?1 UNION ALL SELECT hostname, 'pending' FROM domain_requests WHERE tenant_id = ?1 ORDER BY hostname").bind(name),
  ]);
  return { change, release, sequence, waiting, members: members?.results, domains: domains?.results };
}

const MATRIX = ROUTES.flatMap((route) => ROLES.map((role): [string, Role, Route] => [nameOf(route), role, route]));
const ALLOWED = MATRIX.filter(([, role, { permission }]) => can(role, permission));
const DENIED = MATRIX.filter(([, role, { permission }]) => !can(role, permission));

interface Prepared {
  readonly site: Site;
  /** Who the example was made for. */
  readonly asker: Editor;
  readonly path: string;
  readonly sent: Sent;
}

async function prepared(route: Route, role: Role): Promise<Prepared> {
  const site = await aSite("roles");
  const asker = await loggedIn(site, role);
  const example = (await EXAMPLES[nameOf(route)]?.(await ownerOfSite(site), asker)) ?? {};
  return { site, asker, path: addressOf(route.path, example.params), sent: sentOf(example) };
}

const unchanged = new Map<Route, Promise<Prepared>>();

/** The same for every request that changes nothing, which is what the tests of refusals show. */
function shared(route: Route): Promise<Prepared> {
  const known = unchanged.get(route) ?? prepared(route, "owner");
  unchanged.set(route, known);
  return known;
}

const loggedIn = (site: Site, role: Role): Promise<Editor> => (role === "owner" ? ownerOfSite(site) : memberOf(site, role));

let elsewhere: Site;
beforeAll(async () => {
  elsewhere = await aSite("elsewhere");
});

describe("a member of the site", () => {
  test.each(ALLOWED)("%s answers an %s in its documented shape", async (_, role, route) => {
    const { site, asker, path, sent } = await (route.method === "GET" ? shared(route) : prepared(route, role));
    const response = await ask(route.method === "GET" ? await loggedIn(site, role) : asker, route.method, path, sent);
    expect(response.status).toBe(route.status);
    await done(response, route);
  });

  test.each(DENIED)("%s refuses an %s and changes nothing", async (_, role, route) => {
    const { site, path, sent } = await shared(route);
    const editor = await loggedIn(site, role);
    const before = await state(site);
    expect(await refused(await ask(editor, route.method, path, sent))).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      permission: route.permission,
    });
    expect(await state(site)).toEqual(before);
  });
});

describe("a member of another tenant", () => {
  test.each(MATRIX)("%s does not know its %s here, and changes nothing", async (_, role, route) => {
    const { site, path, sent } = await shared(route);
    const { cookie } = await loggedIn(elsewhere, role);
    const before = await state(site);
    const stranger = await refused(await ask({ site, cookie }, route.method, path, sent));
    const nobody = await refused(await ask({ site, cookie: "" }, route.method, path, sent));
    expect(stranger).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect({ ...stranger, instance: "" }).toEqual({ ...nobody, instance: "" });
    expect(await state(site)).toEqual(before);
  });
});

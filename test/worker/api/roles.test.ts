import { beforeAll, describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { ROLES, can, type Role } from "../../../runtime/commands/permissions.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import type { Site } from "../auth/siteLogins.ts";
import { aSite, changeRows, db, migrate, readerOf } from "../site/harness.ts";
import { EXAMPLES, addressOf, sentOf } from "./examples.ts";
import { MAY_IN_OTHER_LANGUAGES, reachingOtherLanguages } from "./otherLanguages.ts";
import { callApi, done, memberOf, nameOf, ownerOfSite, refused, WRITES, type Editor, type Sent } from "./apiClient.ts";

beforeAll(migrate);

/** The state that a request could have changed, without values that change on their own. */
async function state({ name }: Site): Promise<unknown> {
  const { change, release, sequence } = expectValue(await readerOf(name).read("context", "main"));
  const waiting = expectValue(await readerOf(name).read("schedules", "main"));
  const [members, domains] = await db.batch([
    db.prepare("SELECT identity_id, role FROM memberships WHERE tenant_id = ? ORDER BY identity_id").bind(name),
    db
      .prepare(
        "SELECT hostname, status FROM domains WHERE tenant_id = ?1 UNION ALL SELECT hostname, 'pending' FROM domain_requests WHERE tenant_id = ?1 ORDER BY hostname",
      )
      .bind(name),
  ]);
  return { change, release, sequence, waiting, members: members?.results, domains: domains?.results };
}

const MATRIX = ROUTES.flatMap((route) => ROLES.map((role): [string, Role, Route] => [nameOf(route), role, route]));
const ALLOWED = MATRIX.filter(([, role, { permission }]) => can(role, permission));
const deniedAt = ({ permission }: Route): Role[] => ROLES.filter((role) => !can(role, permission));
const EVERY = ROUTES.map((route): [string, Route] => [nameOf(route), route]);
const DENYING = EVERY.filter(([, route]) => deniedAt(route).length > 0);

interface Prepared {
  readonly site: Site;
  /** The member for whom the example was made. */
  readonly asker: Editor;
  readonly path: string;
  readonly sent: Sent;
}

/** A value that the first test creates and later ones share. */
function kept<T>(make: () => Promise<T>, name: string, all: Map<string, Promise<T>>): Promise<T> {
  const found = all.get(name) ?? make();
  all.set(name, found);
  return found;
}

/** A site for all requests that change something. No example takes what another needs. */
const changing = new Map<string, Promise<Site>>();
const changed = (): Promise<Site> => kept(() => aSite("roles"), "all", changing);

async function prepared(site: Site, route: Route, role: Role): Promise<Prepared> {
  const asker = await loggedIn(site, role);
  const example = (await EXAMPLES[nameOf(route)]?.(await ownerOfSite(site), asker)) ?? {};
  return { site, asker, path: addressOf(route.path, example.params), sent: sentOf(example) };
}

/** One prepared request for each route, all on one site, for reads and for tests of refusals, which change nothing. */
const unchanged = new Map<string, Prepared>();
const shared = (route: Route): Prepared => {
  const found = unchanged.get(nameOf(route));
  if (!found) throw new Error(`${nameOf(route)} is not prepared`);
  return found;
};

/** Reads of an index that later examples set up anew, each on a site of its own. */
const DISTURBED: readonly string[] = ["GET /api/plugin-indexes/{index}/plugins/{plugin}"];
const reading = new Map<string, Promise<Prepared>>();
const readable = (route: Route): Prepared | Promise<Prepared> =>
  DISTURBED.includes(nameOf(route))
    ? kept(async () => prepared(await aSite("roles"), route, "owner"), nameOf(route), reading)
    : shared(route);

beforeAll(async () => {
  const site = await aSite("roles");
  for (const route of ROUTES) unchanged.set(nameOf(route), await prepared(site, route, "owner"));
});

const loggedIn = (site: Site, role: Role): Promise<Editor> =>
  role === "owner" ? ownerOfSite(site) : memberOf(site, role);

/** One member of each role, for requests without an effect. A login costs more than most requests. */
const members = new Map<string, Promise<Editor>>();
const someone = (site: Site, role: Role): Promise<Editor> =>
  kept(() => loggedIn(site, role), `${site.name} ${role}`, members);

/** A site's state before the first request that must not change it. */
const untouched = new Map<string, Promise<unknown>>();
const stateBefore = (site: Site): Promise<unknown> => kept(() => state(site), site.name, untouched);

let elsewhere: Site;
beforeAll(async () => {
  elsewhere = await aSite("elsewhere");
});

describe("a member of the site", () => {
  test.each(ALLOWED)("%s answers an %s in its documented shape", async (_, role, route) => {
    const { site, asker, path, sent } =
      route.method === "GET" ? await readable(route) : await prepared(await changed(), route, role);
    const response = await callApi(
      route.method === "GET" ? await someone(site, role) : asker,
      route.method,
      path,
      sent,
    );
    expect(response.status).toBe(route.status);
    await done(response, route);
  });

  test.each(DENYING)("%s refuses each role without its permission, and changes nothing", async (_, route) => {
    const { site, path, sent } = shared(route);
    const before = await stateBefore(site);
    for (const role of deniedAt(route)) {
      const problem = await refused(await callApi(await someone(site, role), route.method, path, sent));
      const expected = { status: 403, code: "FORBIDDEN", permission: route.permission };
      expect({ role, ...problem }).toMatchObject({ role, ...expected });
    }
    expect(await state(site)).toEqual(before);
  });
});

describe("an admin who is limited to a language that no page has", () => {
  const limited = async (site: Site): Promise<Editor> => {
    const editor = await memberOf(site, "admin");
    await changeRows(site.name, (sql) => {
      sql.exec(`INSERT INTO member_languages VALUES ('main', ?, '["ja"]')`, editor.identity);
    });
    return editor;
  };
  /** A site whose languages the requests below change in their order. */
  const withLanguages = (): Promise<Site> => kept(() => aSite("roles"), "languages", changing);
  const unreasoned = WRITES.filter((route) => !Object.hasOwn(MAY_IN_OTHER_LANGUAGES, nameOf(route)));

  test.each(unreasoned.map((route) => [nameOf(route), route] as const))(
    "changes nothing by %s",
    async (name, route) => {
      const { site, path, sent } = await prepared(await withLanguages(), route, "owner");
      const example = await reachingOtherLanguages(name, await ownerOfSite(site));
      const editor = await limited(site);
      const before = await state(site);
      const answer = await callApi(editor, route.method, path, example ? sentOf(example) : sent);
      expect(await refused(answer)).toMatchObject({
        status: 403,
        code: "FORBIDDEN",
        ...(can("admin", route.permission) && { languages: ["ja"] }),
      });
      expect(await state(site)).toEqual(before);
    },
  );

  test("may use other routes for a reason each", () => {
    const names = ROUTES.filter(({ method }) => method !== "GET").map(nameOf);
    expect(Object.keys(MAY_IN_OTHER_LANGUAGES).filter((name) => !names.includes(name))).toEqual([]);
    const asking = ROUTES.filter(({ method, command }) => method !== "GET" && command === null).map(nameOf);
    expect(asking.filter((name) => !Object.hasOwn(MAY_IN_OTHER_LANGUAGES, name))).toEqual([]);
  });
});

describe("a member of another tenant", () => {
  test.each(EVERY)("%s does not know a member of any role here, and changes nothing", async (_, route) => {
    const { site, path, sent } = shared(route);
    const before = await stateBefore(site);
    const nobody = await refused(await callApi({ site, cookie: "" }, route.method, path, sent));
    expect(nobody).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    for (const role of ROLES) {
      const { cookie } = await someone(elsewhere, role);
      const stranger = await refused(await callApi({ site, cookie }, route.method, path, sent));
      expect({ role, ...stranger, instance: "" }).toEqual({ role, ...nobody, instance: "" });
    }
    expect(await state(site)).toEqual(before);
  });
});

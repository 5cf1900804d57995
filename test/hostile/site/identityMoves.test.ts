/** Another issuer or other subjects: what moves with a person, and how no move opens what is another's. */
import { describe, expect, test } from "vitest";
import { addIdentities, findIdentityId, renameIdentities } from "../../../sites/control/people/identities.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import { applyMoves, planMoves } from "../../../sites/control/identityMoves.ts";
import { agentsLeft, anAgent } from "../../worker/api/agentGrants.ts";
import { IDENTITY_MOVES_MAX, IDENTITY_MOVES_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import {
  attempt,
  ISSUER,
  type Site,
  identityOf,
  invite,
  loggedIn,
  ownerOf,
  seesDraft,
} from "../../worker/auth/siteLogins.ts";
import { aSite, db, operator, unique } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const OLD = "https://old.example";

interface Moved {
  readonly status: number;
  readonly states: readonly string[];
  readonly left: number;
  readonly applied: boolean;
}

async function move(
  subjects: readonly (readonly [from: string, to: string])[],
  { from = OLD, to = ISSUER, apply = true } = {},
): Promise<Moved> {
  const { response } = await operator("/api/admin/identities/move", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from, to, subjects: subjects.map(([old, next]) => ({ from: old, to: next })), apply }),
  });
  const body = await response.json<{ items?: { state: string }[]; left: number; applied: boolean }>();
  const states = (body.items ?? []).map(({ state }) => state);
  return { status: response.status, states, left: body.left, applied: body.applied };
}

/** Makes a person a member by the old issuer, as an operator does. */
async function formerMember({ name }: Site, subject: string, role = "editor"): Promise<string> {
  const { response } = await operator(`/api/admin/sites/${name}/main/members`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ issuer: OLD, subject, role }),
  });
  expect(response.status).toBe(200);
  return (await response.json<{ member: { id: string } }>()).member.id;
}

/** More people than a move of the largest table may read. */
const BYSTANDERS = 5_000;

/** Adds members straight to the control plane. Answers their ids. */
async function addMembers({ name }: Site, subjects: readonly string[], issuer = OLD): Promise<readonly string[]> {
  const people = await Promise.all(
    subjects.map(async (subject) => ({ id: await sha256Hex(JSON.stringify([issuer, subject])), issuer, subject })),
  );
  await db.batch([
    addIdentities(db, JSON.stringify(people), 0),
    db
      .prepare(
        `INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at)
         SELECT ?1, 'main', value ->> 'id', 'viewer', 0 FROM json_each(?2)`,
      )
      .bind(name, JSON.stringify(people)),
  ]);
  return people.map(({ id }) => id);
}

const statusOf = async (site: Site, subject: string): Promise<number> =>
  (await attempt(new Browser(), provider, site, subject)).status;

const names = async (...ids: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    ids.map(async (id) => {
      const row = await db.prepare("SELECT issuer, subject FROM identities WHERE id = ?").bind(id).first();
      return `${String(row?.["issuer"])} ${String(row?.["subject"])}`;
    }),
  );

describe("a person who moves to another issuer", () => {
  test("keeps id and role, logs in by the new subject alone, and audit of each site names it", async () => {
    const [site, second] = [await aSite("moved"), await aSite("moved")];
    const [old, next] = [unique("old"), unique("new")];
    const id = await formerMember(site, old);
    expect(await formerMember(second, old)).toBe(id);
    expect(await statusOf(site, next)).toBe(403);
    expect(await move([[old, next]], { apply: false })).toMatchObject({ states: ["moves"], applied: false });
    expect(await statusOf(site, next)).toBe(403);
    expect(await move([[old, next]])).toMatchObject({ status: 200, states: ["moves"], applied: true });
    expect([await statusOf(site, next), await statusOf(second, next)]).toEqual([303, 303]);
    expect(await findIdentityId(db, ISSUER, next)).toBe(id);
    const { results } = await db
      .prepare("SELECT tenant_id AS tenant, actor FROM audit WHERE command = 'member.move' AND about ->> 'member' = ?")
      .bind(id)
      .all<{ tenant: string; actor: string }>();
    expect(results.map(({ tenant }) => tenant).toSorted()).toEqual([site.name, second.name].toSorted());
    expect(results.every(({ actor }) => actor.startsWith("operator"))).toBe(true);
  });

  test("changes nothing by a repeat, and a table that was applied in part ends alike", async () => {
    const site = await aSite("moved");
    const people = [1, 2, 3].map(() => [unique("old"), unique("new")] as const);
    const ids = await Promise.all(people.map(([old]) => formerMember(site, old)));
    expect(await move(people.slice(0, 1))).toMatchObject({ applied: true });
    expect(await move(people)).toMatchObject({ states: ["done", "moves", "moves"], applied: true });
    const after = await names(...ids);
    expect(after).toEqual(people.map(([, next]) => `${ISSUER} ${next}`));
    expect(await move(people)).toMatchObject({ states: ["done", "done", "done"], applied: false });
    expect(await names(...ids)).toEqual(after);
  });

  test("loses logins and agents, which proved the old name", async () => {
    const site = await aSite("moved");
    const browser = await loggedIn(provider, site);
    const owner = await identityOf(ownerOf(site));
    const agent = await anAgent(site, owner);
    expect(await seesDraft(browser, site)).toBe(true);
    const next = unique("new");
    await move([[ownerOf(site), next]], { from: ISSUER, to: "https://next.example" });
    expect(await seesDraft(browser, site)).toBe(false);
    expect(await agentsLeft([agent])).toEqual([]);
  });

  test("leaves an old name that opens nothing, also for a person who gets it later", async () => {
    const site = await aSite("moved");
    const id = await identityOf(ownerOf(site));
    const next = unique("new");
    expect(await move([[ownerOf(site), next]], { from: ISSUER, to: ISSUER })).toMatchObject({ applied: true });
    expect([await statusOf(site, ownerOf(site)), await statusOf(site, next)]).toEqual([403, 303]);
    const stranger = await findIdentityId(db, ISSUER, ownerOf(site));
    expect(stranger).not.toBe(id);
    await operator(`/api/admin/sites/${site.name}/main/members`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ issuer: ISSUER, subject: ownerOf(site), role: "viewer" }),
    });
    expect(await findIdentityId(db, ISSUER, ownerOf(site))).toBe(stranger);
    const { results } = await db
      .prepare("SELECT identity_id AS id, role FROM memberships WHERE tenant_id = ? ORDER BY role")
      .bind(site.name)
      .all();
    expect(results).toEqual([
      { id, role: "owner" },
      { id: stranger, role: "viewer" },
    ]);
  });

  test("takes a name over from an identity without memberships, and a repeat does not give it back", async () => {
    const site = await aSite("moved");
    const [old, next] = [unique("old"), unique("new")];
    const id = await formerMember(site, old);
    const former = await invite(site, next, "viewer");
    await operator(`/api/admin/sites/${site.name}/main/members/${former}`, { method: "DELETE" });
    expect(await move([[old, next]])).toMatchObject({ states: ["moves"], applied: true });
    expect(await names(id, former)).toEqual([`${ISSUER} ${next}`, `${OLD} ${old}`]);
    expect(await move([[old, next]])).toMatchObject({ states: ["done"], applied: false });
    expect(await names(id, former)).toEqual([`${ISSUER} ${next}`, `${OLD} ${old}`]);
  });
});

describe("a table that is applied again", () => {
  const removed = async (site: Site, id: string): Promise<void> => {
    await operator(`/api/admin/sites/${site.name}/main/members/${id}`, { method: "DELETE" });
  };

  test.each([
    ["while the former member's identity is kept", false],
    ["after the former member's identity is gone", true],
  ])("gives nobody the membership of a person who got the old name later, %s", async (_, isGone) => {
    const site = await aSite("moved");
    const [first, old, next] = [unique("first"), unique("old"), unique("new")];
    const id = await formerMember(site, first);
    expect(await move([[first, old]], { to: OLD })).toMatchObject({ states: ["moves"], applied: true });
    expect(await move([[old, next]])).toMatchObject({ states: ["moves"], applied: true });
    await removed(site, id);
    if (isGone) await db.prepare("DELETE FROM identities WHERE id = ?").bind(id).run();
    const later = await formerMember(site, old);
    expect(later).not.toBe(id);
    expect(await move([[old, next]])).toMatchObject({ states: ["done"], applied: false });
    expect([await names(later), await statusOf(site, next)]).toEqual([[`${OLD} ${old}`], 403]);
  });

  test("moves a person whom a table back has moved back", async () => {
    const site = await aSite("moved");
    const [old, next] = [unique("old"), unique("new")];
    const id = await formerMember(site, old);
    await move([[old, next]]);
    expect(await move([[next, old]], { from: ISSUER, to: OLD })).toMatchObject({ states: ["moves"], applied: true });
    expect(await names(id)).toEqual([`${OLD} ${old}`]);
    expect(await move([[old, next]])).toMatchObject({ states: ["moves"], applied: true });
    expect(await names(id)).toEqual([`${ISSUER} ${next}`]);
  });

  test.each([
    ["the same table", "same"],
    ["another table", "other"],
  ])("of two at once writes once, and the other fails whole: %s", async (_, which) => {
    const site = await aSite("moved");
    const [old, next] = [unique("old"), unique("new")];
    const id = await formerMember(site, old);
    const table = (to: string) => ({ from: OLD, to: ISSUER, subjects: [{ from: old, to }] });
    const [one, two] = [table(next), table(which === "same" ? next : unique("new"))];
    const planned = [await planMoves(db, one), await planMoves(db, two)] as const;
    const entry = () => ({ actor: "operator:test", inputDigest: "0", requestId: unique("request"), at: Date.now() });
    await applyMoves(db, one, planned[0], entry());
    await expect(applyMoves(db, two, planned[1], entry())).rejects.toThrow(/constraint/i);
    const audited = "SELECT count(*) AS n FROM audit WHERE command = 'member.move' AND tenant_id = ?";
    expect(await db.prepare(audited).bind(site.name).first()).toEqual({ n: 1 });
    expect(await names(id)).toEqual([`${ISSUER} ${next}`]);
  });
});

describe("a table", () => {
  test("that would make one person of two members moves nobody", async () => {
    const [site, other] = [await aSite("moved"), await aSite("moved")];
    const [old, third, free] = [unique("old"), unique("old"), unique("new")];
    const ids = [await formerMember(site, old), await formerMember(site, third)];
    const before = await names(...ids);
    const found = await move([
      [third, free],
      [old, ownerOf(other)],
    ]);
    expect(found).toMatchObject({ status: 200, states: ["moves", "taken"], applied: false });
    expect([await names(...ids), await statusOf(other, ownerOf(other))]).toEqual([before, 303]);
  });

  test("with a new name that came into use meanwhile writes nothing at all", async () => {
    const site = await aSite("moved");
    const [old, third, next, free] = [unique("old"), unique("old"), unique("new"), unique("new")];
    const ids = [await formerMember(site, old), await formerMember(site, third)];
    const table = {
      from: OLD,
      to: ISSUER,
      subjects: [
        { from: third, to: free },
        { from: old, to: next },
      ],
    };
    const planned = await planMoves(db, table);
    await invite(site, next, "viewer");
    const entry = { actor: "operator:test", inputDigest: "0", requestId: unique("request"), at: Date.now() };
    await expect(applyMoves(db, table, planned, entry)).rejects.toThrow(/constraint/i);
    expect(await names(...ids)).toEqual([`${OLD} ${old}`, `${OLD} ${third}`]);
    const audited = await db
      .prepare("SELECT count(*) AS n FROM audit WHERE request_id = ?")
      .bind(entry.requestId)
      .first();
    expect(audited?.["n"]).toBe(0);
  });

  test("whose new name became a member meanwhile writes nothing", async () => {
    const site = await aSite("moved");
    const [old, next] = [unique("old"), unique("new")];
    const id = await formerMember(site, old);
    const other = await invite(site, next, "viewer");
    await db.prepare("DELETE FROM memberships WHERE identity_id = ?").bind(other).run();
    const table = { from: OLD, to: ISSUER, subjects: [{ from: old, to: next }] };
    const planned = await planMoves(db, table);
    await invite(site, next, "viewer");
    const entry = { actor: "operator:test", inputDigest: "0", requestId: unique("request"), at: Date.now() };
    await expect(applyMoves(db, table, planned, entry)).rejects.toThrow(/constraint/i);
    expect(await names(id, other)).toEqual([`${OLD} ${old}`, `${ISSUER} ${next}`]);
  });

  test("names those who are no members, and counts those whom it leaves", async () => {
    const site = await aSite("moved");
    const issuer = `https://${unique("issuer")}.example`;
    const { response } = await operator(`/api/admin/sites/${site.name}/main/members`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ issuer, subject: "left", role: "viewer" }),
    });
    expect(response.status).toBe(200);
    expect(await move([["nobody", unique("new")]], { from: issuer })).toMatchObject({ states: ["unknown"], left: 1 });
  });

  test.each<readonly [string, readonly (readonly [string, string])[], string]>([
    ["names nobody", [], OLD],
    [
      "names an old subject twice",
      [
        ["a", "b"],
        ["a", "c"],
      ],
      OLD,
    ],
    [
      "names a new subject twice",
      [
        ["a", "c"],
        ["b", "c"],
      ],
      OLD,
    ],
    [
      "exchanges two subjects of one issuer",
      [
        ["a", "b"],
        ["b", "a"],
      ],
      ISSUER,
    ],
    [
      "moves in a chain",
      [
        ["a", "b"],
        ["b", "c"],
      ],
      ISSUER,
    ],
    ["has a subject with a control", [["a\u0007", "b"]], OLD],
    [
      "names more than may move at once",
      Array.from({ length: IDENTITY_MOVES_MAX + 1 }, (_, at) => [`a${at}`, `b${at}`] as const),
      OLD,
    ],
  ])("that %s is refused", async (_, subjects, from) => expect((await move(subjects, { from })).status).toBe(400));

  test("of 200 people, with subjects of the longest kind, moves them, and reads no one else", async () => {
    const site = await aSite("moved");
    const long = (at: number, end: string): string => `${end}${String(at).padStart(3, "0")}`.padEnd(255, "\u6f6e");
    const people = Array.from({ length: IDENTITY_MOVES_MAX }, (_, at) => [long(at, "o"), long(at, "n")] as const);
    expect(new TextEncoder().encode(JSON.stringify(people)).length).toBeLessThan(IDENTITY_MOVES_MAX_BYTES);
    const ids = await addMembers(
      site,
      people.map(([old]) => old),
    );
    await addMembers(
      site,
      Array.from({ length: BYSTANDERS }, () => unique("bystander")),
      "https://else.example",
    );
    expect(await move(people)).toMatchObject({ status: 200, applied: true });
    expect(await names(...ids.slice(-1))).toEqual([`${ISSUER} ${long(IDENTITY_MOVES_MAX - 1, "n")}`]);
    const renamings = ids.map((id, at) => ({
      id,
      before: { issuer: ISSUER, subject: long(at, "n") },
      after: { issuer: OLD, subject: long(at, "o") },
    }));
    const done = await db.batch(renameIdentities(db, renamings, { sql: "0", values: [] }));
    expect(done.map(({ meta }) => meta.changes > 0 && meta.rows_read < BYSTANDERS)).toEqual([true, true]);
  });

  test("needs the provisioning secret", async () => {
    const { response } = await operator("/api/admin/identities/move", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer svc_op_of_nobody",
        // Wrong bearers of one address count together, and other tests send some.
        "cf-connecting-ip": "2001:db8:1::7",
      },
      body: "{}",
    });
    expect(response.status).toBe(401);
  });
});

import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { attempt, invite, ISSUER, loggedIn, ownerOf } from "../../worker/auth/siteLogins.ts";
import { type Payload, aSite, db, provisionWith, unique } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

interface Correction {
  readonly insteadOf?: readonly { readonly issuer: string; readonly subject: string }[];
}

const wrongOwner = (payload: Payload) => ({ issuer: ISSUER, subject: payload.identities[0]?.subject ?? "" });

/** The request again, with another owner in place of the first one. */
const corrected = (payload: Payload, subject: string, more: Correction = {}): Payload & Correction => ({
  ...payload,
  identities: [{ issuer: ISSUER, subject, name: "Robin", role: "owner" }],
  insteadOf: [wrongOwner(payload)],
  ...more,
});

const membersOf = async (tenant: string): Promise<unknown> =>
  (await db.prepare("SELECT * FROM memberships WHERE tenant_id = ?").bind(tenant).all()).results;

/** The code of the refusal, and whether the members stayed. */
async function outcomeOf(body: object, tenant: string): Promise<readonly unknown[]> {
  const before = await membersOf(tenant);
  const { response } = await provisionWith(body);
  const { code } = await response.json<{ code?: string }>();
  return [response.status, code, JSON.stringify(await membersOf(tenant)) === JSON.stringify(before)];
}

const CONFLICT = [409, "SITE_PROVISION_CONFLICT", true];

describe("a first owner with a wrong subject", () => {
  test("is replaced by a repeat that names it, as often as needed, until somebody logs in", async () => {
    const site = await aSite("wrong");
    const { payload, name } = site;
    expect((await provisionWith(corrected(payload, "second-try"))).response.status).toBe(200);
    expect((await attempt(await loggedOut(), provider, site)).status).toBe(403);
    const third = corrected(payload, "third-try", { insteadOf: [{ issuer: ISSUER, subject: "second-try" }] });
    expect((await provisionWith(third)).response.status).toBe(200);
    await loggedIn(provider, site, "third-try");
    expect((await provisionWith(third)).response.status).toBe(200);
    expect(await membersOf(name)).toMatchObject([
      { identity_id: await sha256Hex(JSON.stringify([ISSUER, "third-try"])), role: "owner" },
    ]);
    expect(
      await outcomeOf(
        corrected(payload, "fourth-try", { insteadOf: [{ issuer: ISSUER, subject: "third-try" }] }),
        name,
      ),
    ).toEqual(CONFLICT);
  });

  test("stays without being named, and beside a stranger's name", async () => {
    const { payload, name } = await aSite("unnamed");
    const { insteadOf: _, ...unnamed } = corrected(payload, "intruder");
    expect(await outcomeOf(unnamed, name)).toEqual(CONFLICT);
    expect(
      await outcomeOf(corrected(payload, "intruder", { insteadOf: [{ issuer: ISSUER, subject: "somebody" }] }), name),
    ).toEqual(CONFLICT);
    expect(
      await outcomeOf(
        corrected(payload, "intruder", { insteadOf: [wrongOwner(payload), { issuer: ISSUER, subject: "somebody" }] }),
        name,
      ),
    ).toEqual(CONFLICT);
  });
});

const loggedOut = async () => new (await import("../../worker/auth/browser.ts")).Browser();

describe("a takeover by a correction is refused", () => {
  test.each<[string, (name: string, subject: string) => Promise<unknown>]>([
    [
      "after a login, also when it has ended and its row is gone",
      async (name, subject) => {
        await loggedIn(provider, await theSite(name), subject);
        await db.prepare("DELETE FROM login_sessions WHERE tenant_id = ?").bind(name).run();
      },
    ],
    [
      "after a login that left no audit yet",
      async (name, subject) => {
        await loggedIn(provider, await theSite(name), subject);
        await db.prepare("DELETE FROM audit WHERE tenant_id = ? AND actor GLOB 'member:*'").bind(name).run();
      },
    ],
    ["with a member who was added", (name) => invite(sites.get(name) as never, unique("editor"), "editor")],
    ["with an owner who was added", (name) => invite(sites.get(name) as never, unique("owner"), "owner")],
    [
      "after an agent was allowed",
      (name) =>
        db
          .prepare("INSERT INTO agent_records (key, value, revision, expires_at) VALUES (?, ?, 1, 9e15)")
          .bind(`grant:${name}:1`, JSON.stringify({ id: name, metadata: { tenant: name, site: "main" } }))
          .run(),
    ],
    [
      "of a suspended tenant",
      (name) => db.prepare("UPDATE tenants SET status = 'suspended' WHERE id = ?").bind(name).run(),
    ],
  ])("%s", async (_, happen) => {
    const site = await aSite("takeover");
    sites.set(site.name, site);
    await happen(site.name, ownerOf(site));
    expect(await outcomeOf(corrected(site.payload, "intruder"), site.name)).toEqual(CONFLICT);
  });

  test("together with another document", async () => {
    const { payload, name } = await aSite("document");
    const body = corrected(payload, "intruder");
    const document = { ...body.document, settings: { ...body.document.settings, name: "Other" } };
    expect(await outcomeOf({ ...body, document }, name)).toEqual([409, "SITE_INITIALIZATION_CONFLICT", true]);
  });

  test("together with another hostname or name", async () => {
    const { payload, name } = await aSite("elsewhere");
    const body = corrected(payload, "intruder");
    expect(await outcomeOf({ ...body, domain: { hostname: `${unique("free")}.example` } }, name)).toEqual(CONFLICT);
    expect(await outcomeOf({ ...body, tenant: { ...body.tenant, name: "Other" } }, name)).toEqual(CONFLICT);
  });

  test("for the site of another tenant", async () => {
    const [{ payload }, other] = await Promise.all([aSite("own"), aSite("other")]);
    expect(await outcomeOf({ ...corrected(other.payload, "intruder"), tenant: payload.tenant }, other.name)).toEqual(
      CONFLICT,
    );
  });
});

const sites = new Map<string, Awaited<ReturnType<typeof aSite>>>();

async function theSite(name: string): Promise<Awaited<ReturnType<typeof aSite>>> {
  const site = sites.get(name);
  if (!site) throw new Error(`no site ${name}`);
  return site;
}

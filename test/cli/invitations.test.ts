import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INVITATION_LINK_MAX_DAYS } from "../../manifests/bounds/logins.ts";
import { type Outcome, Options, UsageError } from "../../sites/cli/command/command.ts";
import { MEMBER } from "../../sites/cli/manage/invitations.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import { ScriptedSite } from "./scriptedSite.ts";

const home = mkdtempSync(join(tmpdir(), "drawbridge-invitations-"));
const environment = { XDG_CONFIG_HOME: home };
const script = new ScriptedSite();
let site: string;

const LINK = { id: "ab".repeat(32), role: "editor", name: "Ada", expiresAt: Date.UTC(2031, 4, 6), state: "open" };
const ADDRESS = "http://demo.localhost:8787/join#secret";

beforeAll(async () => {
  site = await script.open();
});
beforeEach(() => {
  script.sent = [];
  script.answer = () => ({ status: 201, json: { link: LINK, address: ADDRESS } });
  keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() + 60_000 }, environment);
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

async function run(name: string, options: Record<string, unknown>, ...args: readonly string[]): Promise<Outcome> {
  const command = MEMBER.commands.find((one) => one.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  const invocation = {
    args,
    options: new Options({ site, ...options }),
    environment,
    now: Date.now(),
    paint: (_: string, words: string) => words,
    tell: () => undefined,
    announce: () => undefined,
  };
  return command.run(invocation);
}

describe("an invitation link", () => {
  test("is made as the member who is logged in, and only its address is on stdout", async () => {
    const { lines, talk } = await run("invite", { role: "editor", name: "Ada", days: "3" });
    expect(lines).toEqual([ADDRESS]);
    expect(talk?.join("\n")).toMatch(/as editor until 2031-05-06.*\n.*svc member uninvite abab/);
    expect(script.sent).toMatchObject([
      {
        method: "POST",
        path: "/api/members/invitation-links",
        headers: { cookie: "__Host-svc_session=mine", origin: site },
        body: { role: "editor", name: "Ada", days: 3 },
      },
    ]);
  });

  test("says nothing that was not typed", async () => {
    await run("invite", { role: "viewer" });
    expect(script.sent[0]?.body).toEqual({ role: "viewer" });
  });

  test.each<readonly [options: Record<string, unknown>, says: string]>([
    [{}, "--role is missing"],
    [{ role: "king" }, '--role takes owner, admin, editor, author, viewer, not "king"'],
    [{ role: "toString" }, "--role takes"],
    ...["0", String(INVITATION_LINK_MAX_DAYS + 1), "1.5", "-1", "", "soon"].map(
      (days) => [{ role: "editor", days }, "--days takes a number from 1 to 30"] as const,
    ),
  ])("with %j asks for nothing", async (options, says) => {
    const made = run("invite", options);
    await expect(made).rejects.toThrow(UsageError);
    await expect(made).rejects.toThrow(says);
    expect(script.sent).toEqual([]);
  });

  test.each(["1", String(INVITATION_LINK_MAX_DAYS - 1), String(INVITATION_LINK_MAX_DAYS)])(
    "counts %s days",
    async (days) => {
      await run("invite", { role: "editor", days });
      expect(script.sent[0]?.body).toEqual({ role: "editor", days: Number(days) });
    },
  );

  test("whose address was lost on the way is to be taken back", async () => {
    script.answer = () => ({ status: 201, json: { link: LINK, address: null } });
    await expect(run("invite", { role: "editor" })).rejects.toThrow(
      `Take it back: svc member uninvite ${LINK.id} --site ${site}`,
    );
  });

  test("that a role may not make is refused in the site's words", async () => {
    script.answer = () => ({ status: 403, json: { code: "FORBIDDEN", title: "Your role does not allow this." } });
    await expect(run("invite", { role: "owner" })).rejects.toMatchObject({
      outcome: { ok: false, lines: ["403 FORBIDDEN Your role does not allow this."] },
    });
  });
});

test("all links are listed, page by page", async () => {
  script.answer = ({ path }) => ({
    json: path.includes("cursor=") ? { items: [{ ...LINK, name: null }], next: null } : { items: [LINK], next: "a b" },
  });
  expect((await run("invitations", {})).lines).toEqual([
    `${LINK.id}  editor  open      until 2031-05-06  Ada`,
    `${LINK.id}  editor  open      until 2031-05-06`,
  ]);
  expect(script.sent[1]?.path).toBe("/api/members/invitation-links?cursor=a%20b");
});

test("a link is taken back by its id, which leads nowhere else", async () => {
  script.answer = () => ({ json: { link: { ...LINK, state: "revoked" } } });
  expect((await run("uninvite", {}, "../names")).lines).toEqual([
    `${LINK.id}  editor  revoked   until 2031-05-06  Ada`,
  ]);
  expect(script.sent).toMatchObject([{ method: "DELETE", path: "/api/members/invitation-links/..%2Fnames" }]);
});

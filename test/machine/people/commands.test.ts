/** The operator's commands for the accounts, on the file of a room that runs. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Options, type Outcome } from "../../../sites/cli/command/command.ts";
import { CLAIM_LINK_MS } from "../../../manifests/bounds/logins.ts";
import { PEOPLE_COMMANDS } from "../../../sites/machine/people/commands.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { LOGIN, PeopleRoom } from "../../support/peopleRoom.ts";

let data: string;
let room: PeopleRoom;
let key: Authenticator;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "drawbridge-accounts-"));
  mkdirSync(join(data, "state"));
  room = await PeopleRoom.open({ path: join(data, "state/people/people.sqlite") });
  key = new Authenticator();
  await room.visitor().useLink(room.ownerLink(), key);
});
afterEach(async () => {
  await room.close();
  rmSync(data, { recursive: true, force: true });
});

async function svc(
  name: string,
  args: readonly string[] = [],
  options: Record<string, unknown> = {},
): Promise<Outcome> {
  const command = PEOPLE_COMMANDS.commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`there is no svc people ${name}`);
  return command.run({
    args,
    options: new Options({ data, ...options }),
    environment: {},
    now: Date.now(),
    paint: (_, text) => text,
    tell: () => undefined,
    announce: () => undefined,
  });
}

const linkIn = ({ lines }: Outcome): string => lines.find((line) => line.startsWith(`${LOGIN}/link#`)) ?? "";
const secretIn = (outcome: Outcome): string => linkIn(outcome).split("#")[1] ?? "";
const idOf = (name: string): string => room.store.accounts.list().find((one) => one.name === name)?.id ?? "";

test("list names each account with its ways to log in", async () => {
  expect((await svc("list")).lines).toEqual([`${idOf("Robin")}  1 passkey, 10 codes  Robin`]);
});

describe("invite", () => {
  test("prints a link that makes a further person with a site of their own, once", async () => {
    const secret = secretIn(await svc("invite"));
    expect(await room.visitor().useLink(secret, new Authenticator(), "Sam")).toHaveProperty("codes");
    expect(await room.visitor().useLink(secret)).toEqual({ code: "secret" });
    expect(room.store.accounts.find(idOf("Sam"))).toMatchObject({ mayMakeSite: true });
  });

  test("lets a known person make a further site", async () => {
    const id = idOf("Robin");
    const visitor = room.visitor();
    const site = {
      name: "Mine",
      hostname: "mine.localhost",
      language: "en",
      timeZone: "UTC",
      starter: "blank",
      theme: "own",
    };
    await visitor.logIn(key);
    expect(await visitor.post("/api/site", site)).toHaveProperty("next");
    expect(await visitor.post("/api/site", site)).toEqual({ code: "notAllowed" });
    expect((await svc("invite", [], { account: id })).lines).toEqual([`Robin may make one site, at ${LOGIN}/`]);
    expect(await visitor.post("/api/site", site)).toHaveProperty("next");
  });
});

describe("recover", () => {
  test("prints a link that gives a person a passkey, and tells them", async () => {
    const phone = new Authenticator();
    const secret = secretIn(await svc("recover", [idOf("Robin")]));
    expect(await room.visitor().useLink(secret, phone)).toEqual({ codes: [], next: "/" });
    const visitor = room.visitor();
    expect(await visitor.logIn(phone)).toEqual({ next: "/" });
    expect((await visitor.ask("/")).text).toContain("An operator made a link for this account");
  });

  test.each([
    [-1000, "claim"],
    [1000, undefined],
  ])("makes a link that counts %i ms from the end of its time as %s", async (more, kind) => {
    const secret = secretIn(await svc("recover", [idOf("Robin")]));
    expect(room.store.links.find(secret, Date.now() + CLAIM_LINK_MS + more)?.kind).toBe(kind);
  });

  test("refuses an account that does not exist", async () => {
    await expect(svc("recover", ["nobody"])).rejects.toThrow('There is no account "nobody". See: svc people list');
  });
});

test("a folder without accounts gets none", async () => {
  await expect(svc("list", [], { data: join(data, "other") })).rejects.toThrow(/There are no accounts in .*other/);
});

/** The bounds of the accounts, each below, at and above it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ACCOUNT_NAME_MAX_CHARS,
  ACCOUNT_REQUESTS,
  ACCOUNT_REQUESTS_WINDOW_MS,
  ACCOUNTS_MAX,
  CEREMONIES_MAX,
  FRESH_PROOF_MS,
  INVITED_MS,
  PASSKEY_NAME_MAX_CHARS,
  WRONG_SECRETS,
  WRONG_SECRETS_WINDOW_MS,
} from "../../../manifests/bounds/logins.ts";
import { Ceremonies } from "../../../sites/machine/people/ceremony/ceremonies.ts";
import { ClientLimit } from "../../../sites/machine/people/http/clientLimit.ts";
import type { AccountVisit } from "../../../sites/machine/people/http/visit.ts";
import { type LoggedIn, refuseStale } from "../../../sites/machine/people/room.ts";
import { newAccount } from "../../../sites/machine/people/store/accounts.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { LOGIN, PeopleRoom } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
beforeEach(async () => {
  room = await PeopleRoom.open();
});
afterEach(async () => {
  await room[Symbol.asyncDispose]();
});

describe.each([
  ["requests", ACCOUNT_REQUESTS, ACCOUNT_REQUESTS_WINDOW_MS],
  ["wrong secrets", WRONG_SECRETS, WRONG_SECRETS_WINDOW_MS],
])("%s of one network", (_, most, windowMs) => {
  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("at %i from the bound are allowed: %s", (more, allowed) => {
    const limit = new ClientLimit(most, windowMs);
    for (let at = 0; at < most + more; at++) limit.count("192.0.2.1", at);
    expect(limit.allows("192.0.2.1", most)).toBe(allowed);
    expect(limit.allows("192.0.2.2", most)).toBe(true);
  });

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("are allowed again %i ms from the window's end: %s", (more, allowed) => {
    const limit = new ClientLimit(most, windowMs);
    for (let count = 0; count < most; count++) limit.count("192.0.2.1", 0);
    expect(limit.allows("192.0.2.1", windowMs + more)).toBe(allowed);
  });
});

test.each([
  [CEREMONIES_MAX - 1, "first"],
  [CEREMONIES_MAX, undefined],
  [CEREMONIES_MAX + 1, undefined],
])("after %i more challenges the first one is %s", (more, challenge) => {
  const ceremonies = new Ceremonies();
  ceremonies.begin("browser", { challenge: "first", account: undefined }, 0);
  for (let at = 0; at < more; at++) ceremonies.begin(`other-${at}`, { challenge: "x", account: undefined }, 0);
  expect(ceremonies.take("browser", 1)?.challenge).toBe(challenge);
});

test.each([
  [FRESH_PROOF_MS - 1, false],
  [FRESH_PROOF_MS, true],
  [FRESH_PROOF_MS + 1, true],
])("a proof of %i ms ago is too old for a change of the ways to log in: %s", (now, isStale) => {
  const person = { session: { provenAt: 0 } } as LoggedIn;
  const check = (): void => refuseStale(person, { now } as AccountVisit);
  if (isStale) expect(check).toThrow("fresh");
  else expect(check).not.toThrow();
});

test("a machine takes accounts up to its bound and no further one", async () => {
  room.store.atomically(() => {
    for (let count = 0; count < ACCOUNTS_MAX - 1; count++) room.store.accounts.add(newAccount("Robin", 0));
  });
  expect(await room.visitor().useLink(room.ownerLink())).toHaveProperty("codes");
  expect(await room.visitor().useLink(room.ownerLink())).toEqual({ code: "full" });
  expect(room.store.accounts.count()).toBe(ACCOUNTS_MAX);
});

test.each([
  [ACCOUNT_NAME_MAX_CHARS - 1, undefined],
  [ACCOUNT_NAME_MAX_CHARS, undefined],
  [ACCOUNT_NAME_MAX_CHARS + 1, "invalid"],
])("a name of %i characters is refused with %s", async (length, code) => {
  const said = await room.visitor().post("/api/link/begin", { secret: room.ownerLink(), name: "x".repeat(length) });
  expect(said.code).toBe(code);
});

test.each(["", "  ", "a\u0007b", "a\u202eb", "a\nb"])("a name such as %j is refused", async (name) => {
  const said = await room.visitor().post("/api/link/begin", { secret: room.ownerLink(), name });
  expect(said.code).toBe("invalid");
});

test.each([
  [PASSKEY_NAME_MAX_CHARS - 1, undefined],
  [PASSKEY_NAME_MAX_CHARS, undefined],
  [PASSKEY_NAME_MAX_CHARS + 1, "invalid"],
])("a passkey's name of %i characters is refused with %s", async (length, code) => {
  const [visitor, secret] = [room.visitor(), room.ownerLink()];
  const { options } = await visitor.post("/api/link/begin", { secret, name: "Robin" });
  const scene = { challenge: options?.challenge ?? "", user: options?.user?.id ?? "" };
  const response = new Authenticator().create({ ...scene, origin: LOGIN, rpId: "login.localhost" });
  const said = await visitor.post("/api/link/use", { secret, response, passkey: "x".repeat(length), interaction: "" });
  expect(said.code).toBe(code);
});

test.each([
  [-1000, "invited"],
  [1000, undefined],
])("the account of an invitation may be made %i ms from the end of its time: %s", async (more, kind) => {
  const { secret = "" } = await room.visitor().post("/api/invitation", { invitation: "an open invitation" });
  expect(room.store.links.find(secret, Date.now() + INVITED_MS + more)?.kind).toBe(kind);
});

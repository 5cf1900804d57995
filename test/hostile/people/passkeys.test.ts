/** Attacks on passkeys: every part of an answer that can be false, replayed or copied. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CEREMONY_MS } from "../../../manifests/bounds/logins.ts";
import { Ceremonies } from "../../../sites/machine/people/ceremony/ceremonies.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { LOGIN, PeopleRoom } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
let key: Authenticator;
beforeEach(async () => {
  room = await PeopleRoom.open();
  key = new Authenticator();
  await room.visitor().useLink(room.ownerLink(), key);
});
afterEach(async () => {
  await room[Symbol.asyncDispose]();
});

const ME = "login.localhost";
const home = async (visitor: ReturnType<PeopleRoom["visitor"]>): Promise<string> => (await visitor.ask("/")).text;

describe("a login", () => {
  test("with the right passkey opens the person's own page", async () => {
    const visitor = room.visitor();
    expect(await visitor.logIn(key)).toEqual({ next: "/" });
    expect(await home(visitor)).toContain("Robin");
  });

  test.each([
    ["of another origin", { origin: "http://harbour.localhost:8787" }],
    ["of the same name at another port", { origin: "http://login.localhost:9999" }],
    ["of the same name over https", { origin: "https://login.localhost:8787" }],
    ["for another hostname", { rpId: "harbour.localhost" }],
    ["for the name above", { rpId: "localhost" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["without a finger, a face or a PIN", { isVerified: false }],
    ["of a registration", { type: "webauthn.create" }],
    ["to another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
  ])("is refused for an answer %s", async (_, lie) => {
    const visitor = room.visitor();
    expect(await visitor.logIn(key, lie)).toEqual({ code: "proof" });
    expect(await home(visitor)).not.toContain("Robin");
  });

  test("is refused for an answer that is sent again, also by the same browser", async () => {
    const visitor = room.visitor();
    const challenge = await visitor.challenge();
    const response = key.get({ challenge, origin: LOGIN, rpId: ME });
    const ceremony = visitor.cookies.get("svc_ceremony_8787") ?? "";
    expect(await visitor.post("/api/proof", { response, interaction: "" })).toEqual({ next: "/" });
    expect(await visitor.post("/api/proof", { response, interaction: "" })).toEqual({ code: "proof" });
    const thief = room.visitor();
    thief.cookies.set("svc_ceremony_8787", ceremony);
    expect(await thief.post("/api/proof", { response, interaction: "" })).toEqual({ code: "proof" });
  });

  test("is refused for an answer to another browser's challenge", async () => {
    const [victim, thief] = [room.visitor(), room.visitor()];
    const response = key.get({ challenge: await victim.challenge(), origin: LOGIN, rpId: ME });
    await thief.challenge();
    expect(await thief.post("/api/proof", { response, interaction: "" })).toEqual({ code: "proof" });
  });

  test("takes a challenge by its first answer, even a wrong one", async () => {
    const visitor = room.visitor();
    const challenge = await visitor.challenge();
    const wrong = new Authenticator().get({ challenge, origin: LOGIN, rpId: ME });
    expect(await visitor.post("/api/proof", { response: wrong, interaction: "" })).toEqual({ code: "proof" });
    const right = key.get({ challenge, origin: LOGIN, rpId: ME });
    expect(await visitor.post("/api/proof", { response: right, interaction: "" })).toEqual({ code: "proof" });
  });

  test("is refused with the key of somebody else in the name of the passkey", async () => {
    const forger = new Authenticator();
    forger.userHandle = key.userHandle;
    const visitor = room.visitor();
    const challenge = await visitor.challenge();
    const response = { ...forger.get({ challenge, origin: LOGIN, rpId: ME }), id: key.idText, rawId: key.idText };
    expect(await visitor.post("/api/proof", { response, interaction: "" })).toEqual({ code: "proof" });
  });

  test("is refused with the user handle of another account", async () => {
    const other = new Authenticator();
    await room.visitor().useLink(room.ownerLink(), other, "Sam");
    key.userHandle = other.userHandle;
    expect(await room.visitor().logIn(key)).toEqual({ code: "proof" });
  });
});

describe("a counter", () => {
  test("that goes up is kept, and a copy of the authenticator is refused and named", async () => {
    key.counter = 5;
    expect(await room.visitor().logIn(key)).toEqual({ next: "/" });
    for (const counter of [4, 5]) {
      key.counter = counter;
      expect(await room.visitor().logIn(key)).toEqual({ code: "proof" });
    }
    key.counter = 6;
    const owner = room.visitor();
    expect(await owner.logIn(key)).toEqual({ next: "/" });
    expect(await home(owner)).toContain("a passkey that seems to be copied: <bdi>Laptop</bdi>");
  });

  test("that never counts is that of a passkey on several devices", async () => {
    for (const _ of [1, 2]) expect(await room.visitor().logIn(key)).toEqual({ next: "/" });
  });

  test("in a forged answer names no copy, because its signature is checked first", async () => {
    key.counter = 5;
    await room.visitor().logIn(key);
    const forger = new Authenticator();
    forger.userHandle = key.userHandle;
    const visitor = room.visitor();
    const challenge = await visitor.challenge();
    const response = { ...forger.get({ challenge, origin: LOGIN, rpId: ME }), id: key.idText, rawId: key.idText };
    await visitor.post("/api/proof", { response, interaction: "" });
    const [account] = room.store.accounts.list();
    const kinds = room.store.events.newest(account?.id ?? "", 10).map(({ kind }) => kind);
    expect(kinds).not.toContain("passkey.copied");
  });
});

describe("a challenge", () => {
  test.each([
    ["before its end", CEREMONY_MS - 1, "abc"],
    ["at its end", CEREMONY_MS, undefined],
    ["after its end", CEREMONY_MS + 1, undefined],
  ])("counts %s", (_, later, challenge) => {
    const ceremonies = new Ceremonies();
    ceremonies.begin("browser", { challenge: "abc", account: undefined }, 0);
    expect(ceremonies.take("browser", later)?.challenge).toBe(challenge);
  });
});

describe("a new passkey", () => {
  test.each([
    ["of another origin", { origin: "http://harbour.localhost:8787" }],
    ["for another hostname", { rpId: "localhost" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["without a finger, a face or a PIN", { isVerified: false }],
    ["to another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
  ])("%s is refused", async (_, lie) => {
    const visitor = room.visitor();
    await visitor.logIn(key);
    const { options } = await visitor.post("/api/passkey/begin", {});
    const truth = { challenge: options?.challenge ?? "", user: options?.user?.id ?? "", origin: LOGIN, rpId: ME };
    const response = new Authenticator().create({ ...truth, ...lie });
    expect(await visitor.post("/api/passkey", { response, passkey: "Phone" })).toEqual({ code: "proof" });
  });

  test("is not added to another account than the one that asked", async () => {
    const visitor = room.visitor();
    await visitor.logIn(key);
    const { options } = await visitor.post("/api/passkey/begin", {});
    const other = new Authenticator();
    const mallory = room.visitor();
    await mallory.useLink(room.ownerLink(), other, "Mallory");
    visitor.cookies.set("svc_account_8787", mallory.cookies.get("svc_account_8787") ?? "");
    const scene = { challenge: options?.challenge ?? "", user: options?.user?.id ?? "", origin: LOGIN, rpId: ME };
    const response = new Authenticator().create(scene);
    expect(await visitor.post("/api/passkey", { response, passkey: "Phone" })).toEqual({ code: "proof" });
  });

  test("that another account has already is refused", async () => {
    const mallory = room.visitor();
    expect(await mallory.useLink(room.ownerLink(), key, "Mallory")).toEqual({ code: "passkey" });
    expect(room.store.accounts.count()).toBe(1);
  });
});

/** Attacks on the link that makes the first owner, and on the other links of the accounts. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OWNER_LINK_MS, WRONG_SECRETS } from "../../../manifests/bounds/logins.ts";
import { firstOwnerAddress } from "../../../sites/machine/people/firstOwner.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { LOGIN, PeopleRoom } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
beforeEach(async () => {
  room = await PeopleRoom.open();
});
afterEach(async () => {
  await room[Symbol.asyncDispose]();
});

const first = (given: PeopleRoom, now = Date.now()) =>
  firstOwnerAddress({ store: given.store, origin: LOGIN }, { hasSites: false, now });
const secretIn = (address = ""): string => address.split("#")[1] ?? "";
const GUESS = "A".repeat(43);

describe("the link of the first owner", () => {
  test("makes one account, which may make a site", async () => {
    const said = await room.visitor().useLink(secretIn(first(room)));
    expect(said).toMatchObject({ next: "/", codes: { length: 10 } });
    expect(room.store.accounts.list()).toMatchObject([{ name: "Robin", mayMakeSite: true }]);
  });

  test("cannot be guessed, and a network that tries is stopped while others go on", async () => {
    const secret = room.ownerLink();
    const guesser = room.visitor("198.51.100.7");
    for (let tries = 1; tries <= WRONG_SECRETS; tries++)
      expect(await guesser.post("/api/link", { secret: GUESS })).toEqual({ code: "secret" });
    expect(await guesser.post("/api/link", { secret })).toEqual({ code: "limited" });
    expect(await room.visitor().post("/api/link", { secret })).toEqual({ kind: "owner" });
  });

  test("works once", async () => {
    const secret = room.ownerLink();
    expect(await room.visitor().useLink(secret)).toHaveProperty("codes");
    expect(await room.visitor().useLink(secret)).toEqual({ code: "secret" });
    expect(room.store.accounts.count()).toBe(1);
  });

  test.each(["GET", "HEAD"] as const)("survives a scanner that opens it with %s", async (method) => {
    const secret = room.ownerLink();
    for (const path of ["/link", `/link?${secret}`, "/"])
      expect((await room.visitor().ask(path, { method })).headers["set-cookie"]).toBeUndefined();
    expect(await room.visitor().useLink(secret)).toHaveProperty("codes");
  });

  test("is not spent by a reader of the page who does not finish", async () => {
    const secret = room.ownerLink();
    const visitor = room.visitor();
    await visitor.post("/api/link", { secret });
    await visitor.post("/api/link/begin", { secret, name: "Robin" });
    expect(await room.visitor().useLink(secret)).toHaveProperty("codes");
  });

  test("makes one account of two people at once", async () => {
    const secret = room.ownerLink();
    const both = await Promise.all([room.visitor().useLink(secret), room.visitor("192.0.2.9").useLink(secret)]);
    expect(both.map(({ code, codes }) => code ?? codes?.length).toSorted()).toEqual([10, "secret"]);
    expect(room.store.accounts.count()).toBe(1);
  });

  test.each([
    ["before its end", OWNER_LINK_MS - 1, "owner"],
    ["at its end", OWNER_LINK_MS, undefined],
    ["after its end", OWNER_LINK_MS + 1, undefined],
  ])("counts %s", (_, later, kind) => {
    const now = Date.now();
    const secret = secretIn(first(room, now));
    expect(room.store.links.find(secret, now + later)?.kind).toBe(kind);
  });

  test("ends when the machine starts again, with its secret stored nowhere", async () => {
    const secret = secretIn(first(room));
    const again = secretIn(first(room));
    expect(await room.visitor().useLink(secret)).toEqual({ code: "secret" });
    expect(await room.visitor().useLink(again)).toHaveProperty("codes");
  });

  test("does not exist on a machine with sites, and an earlier one ends there", async () => {
    const secret = secretIn(first(room));
    expect(
      firstOwnerAddress({ store: room.store, origin: LOGIN }, { hasSites: true, now: Date.now() }),
    ).toBeUndefined();
    expect(await room.visitor().useLink(secret)).toEqual({ code: "secret" });
  });

  test("gives a person who has used it the login, and nobody else an account", async () => {
    await room.visitor().useLink(secretIn(first(room)));
    expect(first(room)).toBe(`${LOGIN}/`);
  });

  test.each([
    ["another origin", { origin: "http://harbour.localhost:8787" }],
    ["no origin", { origin: "" }],
    ["another site's page", { "sec-fetch-site": "same-site" }],
  ])("is refused from %s", async (_, headers) => {
    const secret = room.ownerLink();
    expect(await room.visitor().post("/api/link", { secret }, headers)).toEqual({ code: "origin" });
    expect(await room.visitor().post("/api/link", { secret })).toEqual({ kind: "owner" });
  });

  test("is refused as a form, which another site could send", async () => {
    const secret = room.ownerLink();
    const headers = { "content-type": "text/plain" };
    expect(await room.visitor().post("/api/link", { secret }, headers)).toEqual({ code: "invalid" });
  });
});

describe("over plain http, at a login with https", () => {
  const HTTPS = "https://login.example.com";

  test("a reader is led to https, and what was sent in the clear is not read", async () => {
    await using open = await PeopleRoom.open({ origin: HTTPS });
    const secret = open.ownerLink();
    const visitor = open.visitor("203.0.113.5");
    const authority = "login.example.com";
    const plain = { "x-test-scheme": "http" };
    const read = await visitor.ask("/link", { authority, headers: plain });
    expect([read.status, read.headers.location]).toEqual([308, `${HTTPS}/link`]);
    const headers = { origin: HTTPS, "content-type": "application/json", ...plain };
    const sent = await visitor.ask("/api/link", {
      method: "POST",
      authority,
      headers,
      body: JSON.stringify({ secret }),
    });
    expect(sent.status).toBe(403);
    expect(open.store.links.find(secret, Date.now())?.kind).toBe("owner");
  });

  test.each([
    ["/", "GET"],
    ["/nothing", "GET"],
    ["/auth?client_id=nobody", "GET"],
    ["/api/link", "POST"],
  ])("browsers learn at %s to come by https alone", async (path, method) => {
    await using open = await PeopleRoom.open({ origin: HTTPS });
    const ask = (scheme: string, authority = "login.example.com") =>
      open.visitor().ask(path, { authority, method: method as "GET", headers: { "x-test-scheme": scheme } });
    expect((await ask("https")).headers["strict-transport-security"]).toBe("max-age=31536000");
    // RFC 6797 forbids the header in an answer by http, where nobody may believe it.
    expect((await ask("http")).headers["strict-transport-security"]).toBeUndefined();
    expect((await room.visitor().ask("/")).headers["strict-transport-security"]).toBeUndefined();
  });

  test("cookies have the prefix that keeps other names from setting them", async () => {
    await using open = await PeopleRoom.open({ origin: HTTPS });
    const { headers } = await open.visitor().ask("/api/proof/begin", {
      method: "POST",
      authority: "login.example.com",
      headers: { origin: HTTPS, "content-type": "application/json", "x-test-scheme": "https" },
      body: "{}",
    });
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^__Host-svc_ceremony=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300; Secure$/),
    ]);
  });
});

describe("a link of one kind", () => {
  test("cannot be used for the account that another link began", async () => {
    const [owner, invited] = [
      room.ownerLink(),
      room.store.links.make({ kind: "invited", account: null }, Date.now(), 60_000),
    ];
    const visitor = room.visitor();
    const { options } = await visitor.post("/api/link/begin", { secret: owner, name: "Robin" });
    const response = new Authenticator().create({
      challenge: options?.challenge ?? "",
      user: options?.user?.id ?? "",
      origin: LOGIN,
      rpId: "login.localhost",
    });
    const body = { secret: invited, response, passkey: "Laptop", interaction: "" };
    expect(await visitor.post("/api/link/use", body)).toEqual({ code: "secret" });
    expect(room.store.accounts.count()).toBe(0);
    // A refused use takes nothing: all of it or nothing.
    expect(room.store.links.find(invited, Date.now())?.kind).toBe("invited");
  });

  test("that gives a passkey gives it to its own account alone", async () => {
    await room.visitor().useLink(room.ownerLink());
    const [account] = room.store.accounts.list();
    const claim = room.store.links.make({ kind: "claim", account: account?.id ?? "" }, Date.now(), 60_000);
    expect(await room.visitor().useLink(claim, new Authenticator(), "Somebody else")).toEqual({ next: "/", codes: [] });
    expect(room.store.accounts.list()).toMatchObject([{ name: "Robin" }]);
    expect(room.store.passkeys.of(account?.id ?? "")).toHaveLength(2);
  });

  test("that gives a passkey ends with a newer one, with the use of another, and with the account's sessions", async () => {
    const key = new Authenticator();
    const thief = room.visitor();
    await thief.useLink(room.ownerLink(), key);
    const account = room.store.accounts.list()[0]?.id ?? "";
    const claim = (): string => room.store.links.make({ kind: "claim", account }, Date.now(), 60_000);
    const [earlier, later] = [claim(), claim()];
    expect(await room.visitor().post("/api/link", { secret: earlier })).toEqual({ code: "secret" });
    const phone = room.visitor();
    expect(await phone.useLink(later, new Authenticator())).toEqual({ next: "/", codes: [] });
    expect((await thief.ask("/")).text).not.toContain("Robin");
    expect((await phone.ask("/")).text).toContain("Robin");
  });

  test("of a further person stays when the machine starts again or makes another link", async () => {
    const further = (): string => room.store.links.make({ kind: "further", account: null }, Date.now(), 60_000);
    const [sam, kim] = [further(), further()];
    first(room);
    firstOwnerAddress({ store: room.store, origin: LOGIN }, { hasSites: true, now: Date.now() });
    expect(await room.visitor().useLink(sam, new Authenticator(), "Sam")).toHaveProperty("codes");
    expect(await room.visitor().useLink(kim, new Authenticator(), "Kim")).toHaveProperty("codes");
    expect(room.store.accounts.list().map(({ mayMakeSite }) => mayMakeSite)).toEqual([true, true]);
  });

  test("makes an account from a site's invitation, which may make no site", async () => {
    const visitor = room.visitor();
    expect(await visitor.post("/api/invitation", { invitation: "a guess" })).toEqual({ code: "secret" });
    const { secret = "" } = await visitor.post("/api/invitation", { invitation: "an open invitation" });
    await visitor.useLink(secret);
    expect(room.store.accounts.list()).toMatchObject([{ mayMakeSite: false }]);
    const site = {
      name: "Mine",
      hostname: "mine.localhost",
      language: "en",
      timeZone: "UTC",
      starter: "blank",
      theme: "own",
    };
    expect(await visitor.post("/api/site", site)).toEqual({ code: "notAllowed" });
    expect(room.made).toEqual([]);
  });
});

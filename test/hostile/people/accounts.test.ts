/** Attacks on recovery codes, on what the login tells strangers, and on its pages by other sites. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ACCOUNT_BODY_MAX_BYTES,
  ACCOUNT_REQUESTS,
  FRESH_PROOF_MS,
  RECOVERY_CODES,
  WRONG_SECRETS,
} from "../../../manifests/bounds/logins.ts";
import { secretDigest } from "../../../sites/machine/people/store/secret.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { LOGIN, PeopleRoom, type PeopleVisitor } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
let key: Authenticator;
let codes: readonly string[];
beforeEach(async () => {
  room = await PeopleRoom.open();
  key = new Authenticator();
  codes = (await room.visitor().useLink(room.ownerLink(), key)).codes ?? [];
});
afterEach(async () => {
  await room[Symbol.asyncDispose]();
});

async function addPasskey(visitor: PeopleVisitor, authenticator = new Authenticator()) {
  const { options, code } = await visitor.post("/api/passkey/begin", {});
  if (code !== undefined) return { code };
  const response = authenticator.create({
    challenge: options?.challenge ?? "",
    user: options?.user?.id ?? "",
    origin: LOGIN,
    rpId: "login.localhost",
  });
  return visitor.post("/api/passkey", { response, passkey: "Phone" });
}

describe("a recovery code", () => {
  test("lets its person in once, for a new passkey and nothing else", async () => {
    expect([codes.length, new Set(codes).size]).toEqual([RECOVERY_CODES, RECOVERY_CODES]);
    const [code = ""] = codes;
    expect(code).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/); // 24 of 30 letters: 117 bits, so SHA-256 suffices.
    const visitor = room.visitor();
    expect(await visitor.post("/api/code", { code: ` ${code.toUpperCase().replaceAll("-", " ")} ` })).toEqual({
      next: "/",
    });
    for (const [path, body] of [
      ["/api/codes", {}],
      ["/api/passkey/remove", { passkey: key.idText }],
      [
        "/api/site",
        { name: "Mine", hostname: "mine.localhost", language: "en", timeZone: "UTC", starter: "blank", theme: "own" },
      ],
    ] as const)
      expect([path, await visitor.post(path, body)]).toEqual([path, { code: "login" }]);
    const phone = new Authenticator();
    expect(await addPasskey(visitor, phone)).toEqual({ codes: [], next: "/" });
    expect(await room.visitor().logIn(phone)).toEqual({ next: "/" });
    expect(await room.visitor().post("/api/code", { code })).toEqual({ code: "secret" });
  });

  test("cannot be tried out: one network has few tries, and nobody else loses theirs", async () => {
    const guesser = room.visitor("2001:db8:1:2::1");
    for (let tries = 0; tries < WRONG_SECRETS - 1; tries++) await guesser.post("/api/code", { code: `guess-${tries}` });
    expect(await guesser.post("/api/code", { code: "the last one" })).toEqual({ code: "secret" });
    expect(await guesser.post("/api/code", { code: codes[0] ?? "" })).toEqual({ code: "limited" });
    // All addresses of one customer count as one.
    expect(await room.visitor("2001:db8:1:2:ffff::9").post("/api/code", { code: "x" })).toEqual({ code: "limited" });
    // The guesser's neighbours log in with a passkey as before, and the victim uses codes from elsewhere.
    expect(await room.visitor("2001:db8:1:2::1").logIn(key)).toEqual({ next: "/" });
    expect(await room.visitor().post("/api/code", { code: codes[0] ?? "" })).toEqual({ next: "/" });
  });

  test("is stored only as a digest", async () => {
    const { readFileSync } = await import("node:fs");
    const file = readFileSync(room.path, "latin1");
    expect(codes.filter((code) => file.includes(code) || file.includes(code.replaceAll("-", "")))).toEqual([]);
  });

  test("ends the sessions of earlier codes, and so does the passkey that it leads to", async () => {
    const [thief, victim, other] = [room.visitor(), room.visitor(), room.visitor()];
    await thief.post("/api/code", { code: codes[0] ?? "" });
    await victim.post("/api/code", { code: codes[1] ?? "" });
    expect(await addPasskey(thief)).toEqual({ code: "login" });
    await other.logIn(key);
    expect(await addPasskey(victim)).toEqual({ codes: [], next: "/" });
    expect((await other.ask("/")).text).toContain("Robin");
  });

  test("ends when its person makes new ones", async () => {
    const visitor = room.visitor();
    await visitor.logIn(key);
    const { codes: renewed = [] } = await visitor.post("/api/codes", {});
    expect(renewed).toHaveLength(RECOVERY_CODES);
    expect(await room.visitor().post("/api/code", { code: codes[1] ?? "" })).toEqual({ code: "secret" });
    expect(await room.visitor().post("/api/code", { code: renewed[1] ?? "" })).toEqual({ next: "/" });
  });
});

describe("a stranger", () => {
  test("gets the same answer for a known passkey with a wrong signature and for an unknown passkey", async () => {
    const visitor = room.visitor();
    const forged = async (id: string) => {
      const challenge = await visitor.challenge();
      const answer = new Authenticator().get({ challenge, origin: LOGIN, rpId: "login.localhost" });
      return visitor.post("/api/proof", { response: { ...answer, id, rawId: id }, interaction: "" });
    };
    expect(await forged(key.idText)).toEqual(await forged(new Authenticator().idText));
  });

  test("learns no account from a challenge, because it names none", async () => {
    const { options } = await room.visitor().post("/api/proof/begin", {});
    expect(JSON.stringify(options)).not.toContain("allowCredentials");
    expect(options).toMatchObject({ rpId: "login.localhost" });
  });

  test("sees one login page, whoever has an account", async () => {
    await using empty = await PeopleRoom.open();
    const [here, there] = [await room.visitor().ask("/"), await empty.visitor().ask("/")];
    expect(here.text).toBe(there.text);
    expect(here.text).not.toContain("Robin");
  });

  test.each(["/api/passkey/begin", "/api/codes", "/api/site", "/api/passkey/remove"])("may not %s", async (path) => {
    const said = await room.visitor().post(path, {});
    expect(["login", "invalid"]).toContain(said.code);
  });

  test("cannot send more than a page does", async () => {
    const visitor = room.visitor();
    const most = "x".repeat(ACCOUNT_BODY_MAX_BYTES);
    expect(await visitor.post("/api/code", { code: most })).toEqual({ code: "invalid" });
    expect(await visitor.post("/api/code", { code: "x", more: 1 })).toEqual({ code: "invalid" });
  });

  test.each([
    [ACCOUNT_REQUESTS - 1, 200],
    [ACCOUNT_REQUESTS, 429],
    [ACCOUNT_REQUESTS + 1, 429],
  ])("after %i requests in a minute gets %i, and nobody else does", async (requests, status) => {
    const flood = room.visitor("198.51.100.20");
    for (let sent = 0; sent < requests; sent++) await flood.ask("/nothing");
    expect((await flood.ask("/")).status).toBe(status);
    expect((await room.visitor("198.51.100.21").ask("/")).status).toBe(200);
  });
});

describe("another site of the same machine", () => {
  test("cannot frame, read or script the login", async () => {
    const { headers } = await room.visitor().ask("/");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    const policy = String(headers["content-security-policy"]);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test.each(["/api/codes", "/api/passkey/begin", "/api/logout", "/api/site", "/api/proof/begin"])(
    "cannot use a person's session at %s",
    async (path) => {
      const visitor = room.visitor();
      await visitor.logIn(key);
      const headers = { origin: "http://harbour.localhost:8787", "sec-fetch-site": "cross-site" };
      expect(await visitor.post(path, {}, headers)).toEqual({ code: "origin" });
      expect((await visitor.ask("/")).text).toContain("Robin");
    },
  );

  test("cannot serve the login under another name, as a name that was rebound to this machine would", async () => {
    for (const authority of ["harbour.localhost:8787", "login.localhost:9999", "login.localhost", "evil.example:8787"])
      expect([authority, (await room.visitor().ask("/", { authority })).status]).toEqual([authority, 404]);
  });

  test("cannot plant a second cookie beside a person's own", async () => {
    const visitor = room.visitor();
    await visitor.logIn(key);
    const own = visitor.cookies.get("svc_account_8787") ?? "";
    const headers = { cookie: `svc_account_8787=${own}; svc_account_8787=planted` };
    expect((await visitor.ask("/", { headers })).text).not.toContain("Robin");
  });

  test("gets no code for an address that is not a site's own", async () => {
    const query = new URLSearchParams({
      client_id: "drawbridge-site",
      redirect_uri: "http://evil.localhost:8787/steal",
      response_type: "code",
      scope: "openid",
      state: "s",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const { status, headers, text } = await room.visitor().ask(`/auth?${query.toString()}`);
    expect([status, headers.location, text]).toEqual([400, undefined, expect.stringContaining("redirect_uri")]);
  });

  test.each(["/token", "/me", "/jwks", "/.well-known/openid-configuration", "/session/end", "/request"])(
    "cannot reach %s of the provider",
    async (path) => {
      expect((await room.visitor().ask(path)).status).toBe(404);
    },
  );
});

describe("a page of another site", () => {
  const PICTURE = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  const NAVIGATION = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  test("cannot use up its visitor's requests", async () => {
    const visitor = room.visitor();
    for (let sent = 0; sent <= ACCOUNT_REQUESTS; sent++) await visitor.ask("/", { headers: PICTURE });
    expect((await visitor.ask("/")).status).toBe(200);
  });

  test.each([
    ["a picture", PICTURE, 403],
    ["a frame", { ...NAVIGATION, "sec-fetch-dest": "iframe" }, 403],
    ["a request of another hostname", { ...PICTURE, "sec-fetch-site": "same-site" }, 403],
    ["a page that is only prepared", { ...NAVIGATION, "sec-purpose": "prefetch" }, 403],
    ["two senders", { ...PICTURE, "sec-fetch-site": "same-origin, cross-site" }, 403],
    ["a link that a person follows", NAVIGATION, 200],
    ["an address that a person types", { ...NAVIGATION, "sec-fetch-site": "none" }, 200],
    ["the login's own script", { ...PICTURE, "sec-fetch-site": "same-origin" }, 200],
    ["a program that is no browser", {}, 200],
  ])("%s gets its answer", async (_, headers, status) => {
    expect((await room.visitor().ask("/", { headers })).status).toBe(status);
  });

  test.each(["/auth", "/auth/x", "/interaction/x"])("at %s gets a step of a login as a page alone", async (path) => {
    const own = { ...NAVIGATION, "sec-fetch-site": "same-origin" };
    expect((await room.visitor().ask(path, { headers: { ...own, "sec-fetch-dest": "iframe" } })).status).toBe(403);
    expect((await room.visitor().ask(path, { headers: own })).status).toBe(400);
  });
});

describe("a person", () => {
  test("cannot remove their last passkey, and removing one ends their other sessions", async () => {
    const [laptop, phone] = [room.visitor(), room.visitor()];
    await laptop.logIn(key);
    expect(await laptop.post("/api/passkey/remove", { passkey: key.idText })).toEqual({ code: "last" });
    const second = new Authenticator();
    await addPasskey(laptop, second);
    await phone.logIn(second);
    expect(await laptop.post("/api/passkey/remove", { passkey: second.idText })).toEqual({ next: "/" });
    expect((await phone.ask("/")).text).not.toContain("Robin");
    expect(await room.visitor().logIn(second)).toEqual({ code: "proof" });
  });

  test("cannot remove the passkey of somebody else", async () => {
    const mallory = room.visitor();
    await mallory.useLink(room.ownerLink(), new Authenticator(), "Mallory");
    expect(await mallory.post("/api/passkey/remove", { passkey: key.idText })).toEqual({ code: "invalid" });
    expect(await room.visitor().logIn(key)).toEqual({ next: "/" });
  });

  test("makes no second site if the first one does not show its page", async () => {
    const waitForSite = () => Promise.reject(new Error("no answer"));
    await using slow = await PeopleRoom.open({ around: { waitForSite } });
    const visitor = slow.visitor();
    await visitor.useLink(slow.ownerLink());
    const site = {
      name: "Mine",
      hostname: "mine.localhost",
      language: "en",
      timeZone: "UTC",
      starter: "blank",
      theme: "own",
    };
    await visitor.post("/api/site", site);
    expect(slow.store.accounts.list()).toMatchObject([{ mayMakeSite: false }]);
    expect(await visitor.post("/api/site", site)).toEqual({ code: "notAllowed" });
    expect(slow.made).toHaveLength(1);
  });

  test("makes one site of two pages at once, and may try again after a refusal", async () => {
    const asked = Promise.withResolvers<undefined>();
    const makeSite = () => asked.promise.then(() => "http://harbour.localhost:8787/");
    await using slow = await PeopleRoom.open({ around: { makeSite } });
    const visitor = slow.visitor();
    await visitor.useLink(slow.ownerLink());
    const site = {
      name: "Mine",
      hostname: "mine.localhost",
      language: "en",
      timeZone: "UTC",
      starter: "blank",
      theme: "own",
    };
    const both = [visitor.post("/api/site", site), visitor.post("/api/site", site)];
    expect(await Promise.race(both)).toEqual({ code: "making" });
    asked.resolve(undefined);
    const said = (await Promise.all(both)).map(({ code, next }) => code ?? next);
    expect(said.toSorted()).toEqual(["http://harbour.localhost:8787/", "making"]);
    expect(await visitor.post("/api/site", site)).toEqual({ code: "notAllowed" });
  });

  test("comes to the start of a site that does not show its first page in time", async () => {
    const makeSite = async () => "http://harbour.localhost:8787/api/auth/start?return=%2F_editor";
    await using slow = await PeopleRoom.open({ around: { makeSite, waitForSite: async () => false } });
    const visitor = slow.visitor();
    await visitor.useLink(slow.ownerLink());
    const site = { name: "Mine", hostname: "mine.localhost", language: "en", timeZone: "UTC", starter: "blank" };
    expect(await visitor.post("/api/site", { ...site, theme: "own" })).toEqual({
      next: "http://harbour.localhost:8787/",
    });
  });
});

/** Opens a session whose passkey was proven some time ago. */
function sessionOf(visitor: PeopleVisitor, age: number): void {
  const [account] = room.store.accounts.list();
  const session = {
    account: account?.id ?? "",
    proof: "passkey",
    provenAt: Date.now() - age,
    interaction: null,
  } as const;
  visitor.cookies.set("svc_account_8787", room.store.sessions.open(session, Date.now(), undefined));
}

describe("a session that was copied", () => {
  test.each([
    [FRESH_PROOF_MS - 60_000, undefined],
    [FRESH_PROOF_MS, "fresh"],
    [FRESH_PROOF_MS + 1, "fresh"],
  ])("with a proof of %i ms ago changes no way to log in: %s", async (age, code) => {
    const second = new Authenticator();
    const owner = room.visitor();
    await owner.logIn(key);
    await addPasskey(owner, second);
    for (const change of [
      (visitor: PeopleVisitor) => addPasskey(visitor),
      (visitor: PeopleVisitor) => visitor.post("/api/passkey/remove", { passkey: second.idText }),
      (visitor: PeopleVisitor) => visitor.post("/api/codes", {}),
    ]) {
      const thief = room.visitor();
      sessionOf(thief, age);
      expect((await change(thief)).code).toBe(code);
    }
  });

  test("becomes no newer by adding a passkey, and a confirmation of another account does not count", async () => {
    const thief = room.visitor();
    sessionOf(thief, FRESH_PROOF_MS);
    const own = new Authenticator();
    await room.visitor().useLink(room.ownerLink(), own, "Mallory");
    expect(await thief.confirm(own)).toEqual({ code: "proof" });
    expect(await thief.post("/api/codes", {})).toEqual({ code: "fresh" });
  });

  test("ends when its person confirms a change, which then works", async () => {
    const owner = room.visitor();
    sessionOf(owner, FRESH_PROOF_MS);
    const thief = room.visitor();
    thief.cookies.set("svc_account_8787", owner.cookies.get("svc_account_8787") ?? "");
    expect(await owner.confirm(key)).toEqual({});
    expect((await thief.ask("/")).text).not.toContain("Robin");
    expect(await owner.post("/api/codes", {})).toHaveProperty("codes");
  });

  test("ends when its person makes new codes", async () => {
    const [owner, thief] = [room.visitor(), room.visitor()];
    await owner.logIn(key);
    await thief.logIn(key);
    await owner.post("/api/codes", {});
    expect((await thief.ask("/")).text).not.toContain("Robin");
    expect((await owner.ask("/")).text).toContain("Robin");
  });

  test("stays apart from that of another machine at another port", async () => {
    await using other = await PeopleRoom.open({ origin: "http://login.localhost:8788" });
    const visitor = other.visitor();
    const headers = { origin: "http://login.localhost:8788", "content-type": "application/json" };
    const authority = "login.localhost:8788";
    await visitor.ask("/api/proof/begin", { method: "POST", authority, headers, body: "{}" });
    expect([...visitor.cookies.keys()]).toEqual(["svc_ceremony_8788"]);
  });
});

describe("a site's invitation", () => {
  test("makes one account, however often it is shown", async () => {
    const show = async (): Promise<string> =>
      (await room.visitor().post("/api/invitation", { invitation: "an open invitation" })).secret ?? "";
    const [earlier, later] = [await show(), await show()];
    expect(await room.visitor().useLink(earlier, new Authenticator(), "Sam")).toEqual({ code: "secret" });
    expect(await room.visitor().useLink(later, new Authenticator(), "Sam")).toHaveProperty("codes");
    expect(await show()).toBe("");
    expect(room.store.accounts.count()).toBe(2);
    expect(room.store.accounts.isMadeBy(secretDigest("an open invitation"))).toBe(true);
    expect(await room.visitor().post("/api/invitation", { invitation: "an open invitation 2" })).toHaveProperty(
      "secret",
    );
  });
});

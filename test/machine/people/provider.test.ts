/** A login as a site's worker and a browser do it: authorization, passkey, code, tokens. */
import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PEOPLE_ISSUER } from "../../../sites/machine/people/peopleIssuer.ts";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { CALLBACK, LOGIN, PeopleRoom, type PeopleVisitor } from "../../support/peopleRoom.ts";

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

const VERIFIER = randomBytes(32).toString("base64url");

/** The address at which the provider asks who the person is. */
async function beginLogin(visitor: PeopleVisitor, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: "drawbridge-site",
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid",
    state: "the-state",
    nonce: "the-nonce",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  });
  const { headers } = await visitor.ask(`/auth?${query.toString()}`);
  return pathOf(headers.location);
}

const pathOf = (location = ""): string => {
  const { pathname, search } = new URL(location, LOGIN);
  return `${pathname}${search}`;
};

/** Follows the provider back to the site. */
async function goBack(visitor: PeopleVisitor, path: string): Promise<URL> {
  const resume = await visitor.ask(path);
  expect([resume.status, resume.headers.location]).toEqual([303, expect.stringMatching(/^\/auth\//)]);
  return new URL((await visitor.ask(pathOf(resume.headers.location))).headers.location ?? "", LOGIN);
}

async function redeem(code: string): Promise<{ readonly id_token: string; readonly access_token: string }> {
  const { port, pathname } = new URL(room.settings["OIDC_TOKEN_ENDPOINT"] ?? "");
  const body = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
  const { text } = await requestLocal({
    port: Number(port),
    host: "127.0.0.1",
    path: pathname,
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from("drawbridge-site:a-client-secret").toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(body).toString(),
  });
  return JSON.parse(text) as { id_token: string; access_token: string };
}

test("a person proves a passkey, and the site learns the subject alone", async () => {
  const visitor = room.visitor();
  const asked = await beginLogin(visitor);
  expect((await visitor.ask(asked)).text).toContain("Log in with a passkey");
  await visitor.logIn(key);
  const back = await goBack(visitor, asked);
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "the-state", iss: PEOPLE_ISSUER });
  const { id_token } = await redeem(back.searchParams.get("code") ?? "");
  const claims = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()) as object;
  const [account] = room.store.accounts.list();
  expect(claims).toMatchObject({ iss: PEOPLE_ISSUER, sub: account?.id, aud: "drawbridge-site", nonce: "the-nonce" });
  expect(JSON.stringify(claims)).not.toContain("Robin");
});

test("a browser that demands what the prefixes of cookies promise logs in over https", async () => {
  await using abroad = await PeopleRoom.open({ origin: "https://login.harbour.example" });
  const other = new Authenticator();
  await abroad.visitor().useLink(abroad.ownerLink(), other);
  const visitor = abroad.visitor();
  const asked = await beginLogin(visitor);
  await visitor.prove(other, interactionOf(asked));
  const back = await goBack(visitor, asked);
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
  expect(back.searchParams.get("code")).toBeTruthy();
  expect([...visitor.cookies.keys()].filter((name) => !name.startsWith("__"))).toEqual([]);
});

const interactionOf = (path: string): string => path.split("/").at(-1) ?? "";
const ASKS = "Log in with a passkey";

test("a login at a site leaves no login here, so a logout there is a whole one", async () => {
  const visitor = room.visitor();
  const asked = await beginLogin(visitor);
  expect(await visitor.prove(key, interactionOf(asked))).toEqual({ next: asked });
  expect((await goBack(visitor, asked)).searchParams.get("code")).toBeTruthy();
  expect(visitor.cookies.has("svc_account_8787")).toBe(false);
  expect((await visitor.ask("/")).text).toContain(ASKS);
  expect((await visitor.ask(await beginLogin(visitor))).text).toContain(ASKS);
});

test("a proof for one login at a site is none for another", async () => {
  const visitor = room.visitor();
  await visitor.prove(key, interactionOf(await beginLogin(visitor)));
  expect((await visitor.ask(await beginLogin(visitor))).text).toContain(ASKS);
});

test.each([{ prompt: "login" }, { max_age: "0" }])("a site that asks for a new proof (%o) gets one", async (more) => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  const asked = await beginLogin(visitor, more);
  expect((await visitor.ask(asked)).text).toContain(ASKS);
  await visitor.prove(key, interactionOf(asked));
  expect((await goBack(visitor, asked)).searchParams.get("code")).toBeTruthy();
});

test("a site learns when the passkey was proven", async () => {
  const visitor = room.visitor();
  const [account] = room.store.accounts.list();
  const provenAt = Date.now() - 100_000;
  const session = { account: account?.id ?? "", proof: "passkey", provenAt, interaction: null } as const;
  visitor.cookies.set("svc_account_8787", room.store.sessions.open(session, Date.now(), undefined));
  const back = await goBack(visitor, await beginLogin(visitor, { max_age: "600" }));
  const { id_token } = await redeem(back.searchParams.get("code") ?? "");
  const claims = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()) as object;
  expect(claims).toMatchObject({ auth_time: Math.floor(provenAt / 1000) });
  expect((await visitor.ask(await beginLogin(visitor, { max_age: "99" }))).text).toContain(ASKS);
});

test("the address of another login than this browser's own is refused", async () => {
  const visitor = room.visitor();
  await beginLogin(visitor);
  await visitor.logIn(key);
  expect((await visitor.ask("/interaction/somebody-elses")).status).toBe(400);
});

test("a person who logged in at their own page proves nothing again within that login, and does after it", async () => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  expect((await goBack(visitor, await beginLogin(visitor))).searchParams.get("code")).toBeTruthy();
  await visitor.post("/api/logout", {});
  expect((await visitor.ask(await beginLogin(visitor))).text).toContain("Log in with a passkey");
});

test("two people of one browser get a code each of their own", async () => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  await goBack(visitor, await beginLogin(visitor));
  await visitor.post("/api/logout", {});
  const other = new Authenticator();
  await room.visitor().useLink(room.ownerLink(), other, "Sam");
  const asked = await beginLogin(visitor);
  await visitor.logIn(other);
  const back = await goBack(visitor, asked);
  const { id_token } = await redeem(back.searchParams.get("code") ?? "");
  const { sub } = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
  expect(room.store.accounts.find(sub)?.name).toBe("Sam");
});

test("a login of another browser cannot be finished", async () => {
  const [victim, thief] = [room.visitor(), room.visitor()];
  const asked = await beginLogin(victim);
  await thief.logIn(key);
  expect((await thief.ask(asked)).status).toBe(400);
});

test("a login whose browser lost its cookies says where to begin again, in the reader's language", async () => {
  const [visitor, other] = [room.visitor(), room.visitor()];
  const asked = await beginLogin(visitor);
  await visitor.prove(key, interactionOf(asked));
  const { headers } = await visitor.ask(asked);
  const { status, text } = await other.ask(pathOf(headers.location), { headers: { "accept-language": "de" } });
  expect([status, text]).toEqual([400, "Diese Anmeldung ist beendet. Beginnen Sie auf der Website neu.\n"]);
});

test("a recovery code is no proof for a site", async () => {
  const fresh = room.visitor();
  const { codes = [] } = await fresh.useLink(room.ownerLink(), new Authenticator(), "Sam");
  const visitor = room.visitor();
  await visitor.post("/api/code", { code: codes[0] ?? "" });
  expect((await visitor.ask(await beginLogin(visitor))).text).toContain("Log in with a passkey");
});

test("a code of a site works once", async () => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  const code = (await goBack(visitor, await beginLogin(visitor))).searchParams.get("code") ?? "";
  expect(await redeem(code)).toHaveProperty("id_token");
  expect(await redeem(code)).toEqual(expect.objectContaining({ error: "invalid_grant" }));
});

test("a machine that started again goes on with its accounts and ends begun logins", async () => {
  const visitor = room.visitor();
  const asked = await beginLogin(visitor);
  const { path } = room;
  await room.close();
  room = await PeopleRoom.open({ path });
  const later = room.visitor();
  for (const [name, value] of visitor.cookies) later.cookies.set(name, value);
  expect((await later.ask(asked)).status).toBe(400);
  expect(await room.visitor().logIn(key)).toEqual({ next: "/" });
});

test("the pages speak German to those who ask for it", async () => {
  const { text } = await room.visitor().ask("/", { headers: { "accept-language": "fr;q=0.2, de-CH, en;q=0.8" } });
  expect(text).toContain("Mit einem Passkey anmelden");
  expect(text).toContain('<html lang="de" dir="ltr">');
});

test("a fault of the machine at a step of a login is told, and is not the end of the login", async () => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  const asked = await beginLogin(visitor);
  vi.spyOn(room.store.sessions, "find").mockImplementationOnce(() => {
    throw new Error("the disk is gone");
  });
  const { status, text } = await visitor.ask(asked);
  expect([status, text]).toEqual([500, "Something went wrong. The machine's log says what.\n"]);
  expect(room.told).toEqual([`The login failed at ${asked}: the disk is gone`]);
  expect((await visitor.ask(asked)).status).toBe(303);
});

test("a fault of the machine inside the provider is told", async () => {
  const visitor = room.visitor();
  await visitor.logIn(key);
  const code = (await goBack(visitor, await beginLogin(visitor))).searchParams.get("code") ?? "";
  vi.spyOn(room.store.accounts, "find").mockImplementationOnce(() => {
    throw new Error("the disk is gone");
  });
  expect(await redeem(code)).toMatchObject({ error: "server_error" });
  expect(room.told).toEqual(["The login failed at /token: the disk is gone"]);
});

test("a refused page speaks the language of its reader", async () => {
  const headers = { "accept-language": "de-AT,de;q=0.9" };
  const embedded = await room.visitor().ask("/auth", { headers: { ...headers, "sec-fetch-dest": "iframe" } });
  expect([embedded.status, embedded.text]).toEqual([403, expect.stringContaining("auf unerlaubte Weise geöffnet")]);
  const ended = await room.visitor().ask("/interaction/gone", { headers });
  expect([ended.status, ended.text]).toEqual([400, expect.stringContaining("Diese Anmeldung ist beendet")]);
  expect(room.told).toEqual([]);
});

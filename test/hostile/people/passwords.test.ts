/** Attacks on logins by a password and a code of an app. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  CEREMONY_MS,
  FRESH_PROOF_MS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  PASSWORD_PAUSE_MS,
  PASSWORDS_AT_ONCE,
  PASSWORDS_WAITING,
  WRONG_CODES,
  WRONG_SECRETS,
} from "../../../manifests/bounds/logins.ts";
import { keptPassword } from "../../../sites/machine/people/password.ts";
import { codeOfStep, stepAt, stepOfCode, typedSeed } from "../../../sites/machine/people/password/appCode.ts";
import { PasswordDigests } from "../../../sites/machine/people/password/digests.ts";
import { weaknessOf } from "../../../sites/machine/people/password/weakness.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { PeopleRoom, type PeopleVisitor } from "../../support/peopleRoom.ts";

const SECRET = "correct  Horse stapler ";
const STEP_MS = 30_000;

interface App {
  readonly login: string;
  readonly seed: string;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Reads a seed as an app does, independently of the machine's own code. */
function bytesOf(seed: string): Buffer {
  const bits = [...seed].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app shows. */
function codeOf({ seed }: App, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(now / STEP_MS), 4);
  const mac = createHmac("sha1", bytesOf(seed)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) % 2 ** 31) % 1e6).padStart(6, "0");
}

const wrong = (code: string): string => (code === "000000" ? "000001" : "000000");

let room: PeopleRoom;
let key: Authenticator;
let robin: PeopleVisitor;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  room = await PeopleRoom.open();
  key = new Authenticator();
  robin = room.visitor();
  await robin.useLink(room.ownerLink(), key);
});
afterEach(async () => {
  vi.useRealTimers();
  await room[Symbol.asyncDispose]();
});

const later = (ms: number): unknown => vi.setSystemTime(Date.now() + ms);

async function newApp(visitor: PeopleVisitor): Promise<App> {
  const { app } = (await visitor.post("/api/password/begin", {})) as { readonly app?: App };
  if (app === undefined) throw new Error("there is no app");
  return app;
}

/** Gives Robin a password. The next code of the app is a new one. */
async function withPassword(password = SECRET): Promise<App> {
  const app = await newApp(robin);
  expect(await robin.post("/api/password", { password, code: codeOf(app) })).toEqual({ codes: [], next: "/" });
  later(STEP_MS);
  return app;
}

const tried = (visitor: PeopleVisitor, { login }: App, password: string, code: string) =>
  visitor.post("/api/password/use", { login, password, code, interaction: "" });

describe("a password", () => {
  test("lets its person in with a code of the app, exactly as it was typed", async () => {
    const app = await withPassword();
    expect(await tried(room.visitor(), app, SECRET.trim(), codeOf(app))).toEqual({ code: "password" });
    expect(await tried(room.visitor(), app, SECRET.toLowerCase(), codeOf(app))).toEqual({ code: "password" });
    const phone = room.visitor();
    expect(await tried(phone, app, SECRET, ` ${codeOf(app).slice(0, 3)} ${codeOf(app).slice(3)}`)).toEqual({
      next: "/",
    });
    expect((await phone.ask("/")).text).toContain(app.login);
  });

  test("counts for no code, and a code for no password", async () => {
    const app = await withPassword();
    const code = codeOf(app);
    for (const [password, typed] of [
      [SECRET, wrong(code)],
      [SECRET, ""],
      ["another password", code],
      ["", code],
    ] as const)
      expect((await tried(room.visitor(), app, password, typed)).code).toMatch(/^(?:password|invalid)$/);
  });

  test("takes each code once, and one of the past for 30 seconds alone", async () => {
    const app = await withPassword();
    const code = codeOf(app);
    expect(await tried(room.visitor(), app, SECRET, code)).toEqual({ next: "/" });
    expect(await tried(room.visitor(), app, SECRET, code)).toEqual({ code: "password" });
    later(STEP_MS);
    const next = codeOf(app);
    later(STEP_MS);
    expect(await tried(room.visitor(), app, SECRET, next)).toEqual({ next: "/" });
    later(STEP_MS);
    const old = codeOf(app, Date.now() - 2 * STEP_MS);
    later(STEP_MS);
    expect(await tried(room.visitor(), app, SECRET, old)).toEqual({ code: "password" });
  });

  test("takes the next code of a phone that is 30 seconds ahead, and no later use of it", async () => {
    const app = await withPassword();
    const ahead = codeOf(app, Date.now() + STEP_MS);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app, Date.now() + 2 * STEP_MS))).toEqual({
      code: "password",
    });
    expect(await tried(room.visitor(), app, SECRET, ahead)).toEqual({ next: "/" });
    later(STEP_MS);
    expect(await tried(room.visitor(), app, SECRET, ahead)).toEqual({ code: "password" });
  });

  test("does not expire", async () => {
    const app = await withPassword();
    later(20 * 365 * 24 * 60 * 60 * 1000);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
  });

  test("is typed into hidden fields that stores of passwords fill, and no page asks for another secret", async () => {
    await withPassword();
    const pages = await Promise.all([robin, room.visitor()].map(async (visitor) => (await visitor.ask("/")).text));
    const fields = pages.flatMap((page) =>
      [...page.matchAll(/<input ([^>]*)>/g)].map(([, attributes = ""]) => attributes),
    );
    const secrets = fields.filter((attributes) => attributes.includes('name="password"'));
    expect(secrets.map((one) => /autocomplete="([^"]*)"/.exec(one)?.[1]).toSorted()).toEqual([
      "current-password",
      "new-password",
    ]);
    expect(secrets.filter((one) => !one.includes('type="password"') || one.includes("readonly"))).toEqual([]);
    const asked = fields.filter((one) => /type="password"|name="[^"]*(?:question|answer|secret|hint)/.test(one));
    expect(asked).toEqual(secrets);
    expect((await robin.ask("/page.js")).text).not.toMatch(/paste|clipboardData/);
    expect(pages[0]).toContain('data-action="logout"');
  });

  test("is stored as a digest alone", async () => {
    await withPassword();
    expect(readFileSync(room.path, "latin1")).not.toContain(SECRET);
  });

  test.each([
    ["too short by one", "a1b2c3d4e5f6".slice(1), "short"],
    ["too long by one", "ab1".repeat(PASSWORD_MAX_CHARS).slice(0, PASSWORD_MAX_CHARS + 1), "short"],
    ["known to attackers", "1q2w3e4r5t6y", "known"],
    ["known in other letters", "QWERTYuiop123", "known"],
    ["one sign again and again", "a".repeat(30), "known"],
    ["of the person and the machine", "robin-login-Drawbridge", "known"],
  ])("is refused if it is %s", async (_, password, code) => {
    const app = await newApp(robin);
    expect(await robin.post("/api/password", { password, code: codeOf(app) })).toEqual({ code });
    // The app stays, so that the person may choose again.
    expect(await robin.post("/api/password", { password: SECRET, code: codeOf(app) })).toHaveProperty("next");
  });

  test("is refused a bounded number of times, and the list of known ones is read once", async () => {
    const read = vi.spyOn(Buffer, "concat");
    const app = await newApp(robin);
    const known = () => robin.post("/api/password", { password: "1q2w3e4r5t6y", code: codeOf(app) });
    for (let at = 0; at < WRONG_SECRETS; at++) expect(await known()).toEqual({ code: "known" });
    const large = read.mock.results.filter(({ value }) => (value as Buffer).length > 1_000_000);
    read.mockRestore();
    expect(large.length).toBeLessThanOrEqual(1);
    expect(await known()).toEqual({ code: "limited" });
    expect(await robin.post("/api/password", { password: SECRET, code: codeOf(app) })).toEqual({ code: "limited" });
  });

  test("may have its fewest and its most characters, of any kind", () => {
    expect(
      ["wolkenbruch7", "ab1".repeat(PASSWORD_MAX_CHARS).slice(0, PASSWORD_MAX_CHARS)].map((one) => weaknessOf(one, [])),
    ).toEqual([
      undefined,
      "known", // Three signs again and again.
    ]);
    expect(weaknessOf("くもりのちはれときどきあめ", [])).toBe(undefined);
    expect("wolkenbruch7").toHaveLength(PASSWORD_MIN_CHARS);
    expect(weaknessOf(`${"long words with blanks ".repeat(20)}`.slice(0, PASSWORD_MAX_CHARS), [])).toBe(undefined);
  });
});

test("a page says what proves its person, so that a passkey of another device asks nobody for it", async () => {
  const app = await withPassword();
  const phone = room.visitor();
  await tried(phone, app, SECRET, codeOf(app));
  const [byPassword, byPasskey] = [(await phone.ask("/")).text, (await robin.ask("/")).text];
  for (const page of [byPassword, byPasskey]) expect(page).toContain("data-passkey=");
  expect(byPassword).toContain('data-proof="password" hidden><a href="/?again">');
  expect(byPasskey).toContain('data-proof="passkey" hidden><a href="/?again">');
});

describe("somebody who guesses", () => {
  test("learns nothing while the database is held: right and wrong passwords get one answer", async () => {
    const app = await withPassword();
    const before = room.store.facts.get("tried");
    const held = room.store.hold();
    const answers = [
      await tried(room.visitor(), app, SECRET, wrong(codeOf(app))),
      await tried(room.visitor(), app, "a wrong password", codeOf(app)),
      await tried(room.visitor(), { ...app, login: "robin-aaaaa" }, SECRET, codeOf(app)),
    ];
    held[Symbol.dispose]();
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ code: "busy" })));
    await tried(room.visitor(), { ...app, login: "robin-aaaaa" }, SECRET, codeOf(app));
    expect(room.store.facts.get("tried")).not.toBe(before);
  });

  test("is stopped by network, while the person and their neighbours go on", async () => {
    const app = await withPassword();
    const guesser = room.visitor("198.51.100.7");
    const tries = Array.from({ length: WRONG_SECRETS + 3 }, (_, at) =>
      tried(guesser, app, `guess number ${at}`, "123456"),
    );
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect(codes.filter((code) => code === "limited" || code === "busy").length).toBeGreaterThanOrEqual(3);
    expect(await tried(guesser, app, SECRET, codeOf(app))).toEqual({ code: "limited" });
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
  });

  test("cannot pause the login of somebody whose password they do not know", async () => {
    const app = await withPassword();
    for (let at = 0; at < WRONG_CODES + 2; at++)
      await tried(room.visitor(`192.0.2.${at + 10}`), app, "a wrong password", wrong(codeOf(app)));
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
    expect((await robin.ask("/")).text).not.toContain("Another person knows your password");
  });

  const traces = async () => (await robin.ask("/")).text.split("A wrong code came with your right password").length - 1;

  test("leaves a trace at the first wrong code with the right password, once until the next login", async () => {
    const app = await withPassword();
    await tried(room.visitor("192.0.2.10"), app, "a wrong password", wrong(codeOf(app)));
    expect(await traces()).toBe(0);
    for (let at = 0; at < 2; at++) await tried(room.visitor("192.0.2.11"), app, SECRET, wrong(codeOf(app)));
    expect(await traces()).toBe(1);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
    expect(await traces()).toBe(1);
    await tried(room.visitor("192.0.2.11"), app, SECRET, wrong(codeOf(app)));
    expect(await traces()).toBe(2);
  });

  test("has ten codes with the right password: then codes pause, and the person learns why", async () => {
    const app = await withPassword();
    for (let at = 0; at < WRONG_CODES; at++)
      expect(await tried(room.visitor(`192.0.2.${at + 10}`), app, SECRET, wrong(codeOf(app)))).toEqual({
        code: "password",
      });
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ code: "password" });
    // The passkey is never paused.
    expect(await robin.logIn(key)).toEqual({ next: "/" });
    expect((await robin.ask("/")).text).toContain("Another person knows your password");
    later(PASSWORD_PAUSE_MS - 1);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ code: "password" });
    later(1);
    // One trace of wrong codes stands for all pauses, until a login with the password.
    for (const at of [1, 2]) await tried(room.visitor(`192.0.2.${at}`), app, SECRET, wrong(codeOf(app)));
    expect(await robin.logIn(key)).toEqual({ next: "/" });
    expect(await traces()).toBe(1);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
    await tried(room.visitor("192.0.2.3"), app, SECRET, wrong(codeOf(app)));
    expect(await traces()).toBe(2);
  });

  test("is none who sends a right code twice, which leaves no trace and pauses nothing", async () => {
    const app = await withPassword();
    const code = codeOf(app);
    expect(await tried(room.visitor(), app, SECRET, code)).toEqual({ next: "/" });
    for (let at = 0; at < WRONG_CODES; at++)
      expect(await tried(room.visitor(`192.0.2.${at + 10}`), app, SECRET, code)).toEqual({ code: "password" });
    expect(await traces()).toBe(0);
    later(STEP_MS);
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ next: "/" });
  });

  test("learns no login name: unknown ones cost the same work and get the same answer", async () => {
    const app = await withPassword();
    const asked = (login: string) => tried(room.visitor(), { ...app, login }, "a wrong password", "123456");
    expect([await asked(app.login), await asked("robin-aaaaa")]).toEqual([{ code: "password" }, { code: "password" }]);
    const digests = new PasswordDigests();
    const real = await digests.make(SECRET);
    const spent = async (digest: string | undefined): Promise<number> => {
      const since = process.cpuUsage();
      expect(await digests.fits("a wrong password", digest)).toBe(false);
      const { user, system } = process.cpuUsage(since);
      return user + system;
    };
    const [known, unknown] = [await spent(real), await spent(undefined)];
    expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.4);
    expect(await digests.fits(SECRET, real)).toBe(true);
    expect((await room.visitor().ask("/")).text).not.toContain(app.login);
  });

  test("cannot fill the memory: few digests are computed at once, and a bounded number waits", async () => {
    const digests = new PasswordDigests({ log: 4, blocks: 8, lanes: 1 });
    const all = Array.from({ length: PASSWORDS_AT_ONCE + PASSWORDS_WAITING + 1 }, () => digests.make("x"));
    const ended = await Promise.allSettled(all);
    expect(ended.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "busy" } }]);
    expect(await digests.fits("", undefined)).toBe(false);
  });
});

describe("a password is set", () => {
  test("only for a fresh proof, in the browser that asked, and for its own account", async () => {
    const app = await newApp(robin);
    const sam = room.visitor("192.0.2.9");
    await sam.useLink(room.ownerLink(), new Authenticator(), "Sam");
    const body = { password: SECRET, code: codeOf(app) };
    expect(await sam.post("/api/password", body)).toEqual({ code: "proof" });
    const stolen = new Map(robin.cookies);
    for (const [name, value] of sam.cookies) if (name.startsWith("svc_account")) stolen.set(name, value);
    const mixed = room.visitor();
    for (const pair of stolen) mixed.cookies.set(...pair);
    expect(await mixed.post("/api/password", body)).toEqual({ code: "proof" });
    later(FRESH_PROOF_MS);
    expect(await robin.post("/api/password/begin", {})).toEqual({ code: "fresh" });
    expect(await robin.post("/api/password/remove", {})).toEqual({ code: "fresh" });
    later(CEREMONY_MS);
    expect(await robin.post("/api/password", { password: SECRET, code: codeOf(app) })).toEqual({ code: "proof" });
  });

  test("with a right code alone, which proves that the app has its key", async () => {
    const app = await newApp(robin);
    expect(await robin.post("/api/password", { password: SECRET, code: wrong(codeOf(app)) })).toEqual({ code: "code" });
    expect(room.store.passwords.byLogin(app.login)).toBe(undefined);
  });

  test("by no session that ends meanwhile", async () => {
    const app = await newApp(robin);
    const [{ id = "" } = {}] = room.store.accounts.list();
    const make = vi.spyOn(PasswordDigests.prototype, "make").mockImplementation(async () => {
      room.store.sessions.closeAll(id);
      return "a digest";
    });
    const answer = await robin.post("/api/password", { password: SECRET, code: codeOf(app) });
    make.mockRestore();
    expect(answer).toEqual({ code: "login" });
    expect(room.store.passwords.of(id)).toBe(undefined);
  });

  test("under a login of its own: it never takes the password of another account", async () => {
    const app = await withPassword();
    const kept = room.store.passwords.byLogin(app.login);
    const other = { login: app.login, hash: "a digest", seed: "a seed", usedStep: 1 };
    expect(() => keptPassword(room.store, "another", other, Date.now())).toThrow("proof");
    expect(() => room.store.passwords.set({ account: "another", ...other })).toThrow("UNIQUE");
    expect(room.store.passwords.byLogin(app.login)).toEqual(kept);
  });

  test("and ends the other sessions, as its removal does", async () => {
    const other = room.visitor();
    await other.logIn(key);
    const app = await withPassword();
    expect((await other.ask("/")).text).not.toContain(app.login);
    await other.logIn(key);
    await robin.confirm(key);
    expect(await robin.post("/api/password/remove", {})).toEqual({ next: "/" });
    expect((await other.ask("/")).text).toContain("Log in with a passkey");
    expect(await tried(room.visitor(), app, SECRET, codeOf(app))).toEqual({ code: "password" });
  });
});

describe("a person without passkeys", () => {
  async function beginByLink(visitor: PeopleVisitor, secret: string): Promise<App> {
    const { app } = (await visitor.post("/api/link/password/begin", { secret, name: "Kim" })) as { readonly app?: App };
    return app ?? { login: "", seed: "" };
  }

  test("makes an account by a link with a password and an app, once, and gets recovery codes", async () => {
    const [kim, secret] = [room.visitor("192.0.2.77"), room.ownerLink()];
    const app = await beginByLink(kim, secret);
    const body = { secret, password: SECRET, code: codeOf(app), interaction: "" };
    const { codes = [], next } = await kim.post("/api/link/password", body);
    expect([codes.length, next]).toEqual([10, "/"]);
    expect(await kim.post("/api/link/password", body)).toEqual({ code: "proof" });
    // The last way to log in stays.
    expect(await kim.post("/api/password/remove", {})).toEqual({ code: "last" });
    later(STEP_MS);
    expect(await tried(kim, app, SECRET, codeOf(app))).toEqual({ next: "/" });
    // A passkey comes later, and then the password may go.
    const { options } = await kim.post("/api/passkey/begin", {});
    const response = new Authenticator().create({
      challenge: options?.challenge ?? "",
      user: options?.user?.id ?? "",
      origin: "http://login.localhost:8787",
      rpId: "login.localhost",
    });
    expect(await kim.post("/api/passkey", { response, passkey: "Phone" })).toEqual({ codes: [], next: "/" });
    expect(await kim.post("/api/password/remove", {})).toEqual({ next: "/" });
  });

  test("gets nothing without a link, by another's link, or with a weak password", async () => {
    const kim = room.visitor("192.0.2.77");
    expect(await kim.post("/api/link/password/begin", { secret: "A".repeat(43), name: "Kim" })).toEqual({
      code: "secret",
    });
    const secret = room.ownerLink();
    const app = await beginByLink(kim, secret);
    const weak = { secret, password: "1q2w3e4r5t6y", code: codeOf(app), interaction: "" };
    expect(await kim.post("/api/link/password", weak)).toEqual({ code: "known" });
    const claim = room.store.links.make(
      { kind: "claim", account: room.store.accounts.list()[0]?.id ?? "" },
      Date.now(),
      60_000,
    );
    expect(await kim.post("/api/link/password", { ...weak, secret: claim, password: SECRET })).toEqual({
      code: "secret",
    });
    expect(room.store.accounts.list()).toHaveLength(1);
    expect(await kim.post("/api/link/password", { ...weak, password: SECRET })).toHaveProperty("codes");
  });

  test("comes back by a recovery code, to a new password", async () => {
    const [kim, secret] = [room.visitor("192.0.2.77"), room.ownerLink()];
    const first = await beginByLink(kim, secret);
    const { codes: [code = ""] = [] } = await kim.post("/api/link/password", {
      secret,
      password: SECRET,
      code: codeOf(first),
      interaction: "",
    });
    const back = room.visitor("192.0.2.77");
    expect(await back.post("/api/code", { code })).toEqual({ next: "/" });
    const app = await newApp(back);
    expect(await back.post("/api/password", { password: "another long secret", code: codeOf(app) })).toEqual({
      codes: [],
      next: "/",
    });
    expect((await back.ask("/")).text).toContain(app.login);
    later(STEP_MS);
    expect(await tried(room.visitor(), first, SECRET, codeOf(first))).toEqual({ code: "password" });
  });
});

test("codes are those of RFC 6238, whose vectors have eight digits", () => {
  const seed = Buffer.from("12345678901234567890").toString("base64url");
  const at = [59, 1_111_111_109, 1_234_567_890, 2_000_000_000, 20_000_000_000];
  expect(at.map((seconds) => codeOfStep(seed, stepAt(seconds * 1000)))).toEqual([
    "287082",
    "081804",
    "005924",
    "279037",
    "353130",
  ]);
  expect(typedSeed(seed)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(stepOfCode(seed, "287 082", 59_000)).toBe(1);
  expect(["2870820", "28708", "", "٢٨٧٠٨٢"].map((typed) => stepOfCode(seed, typed, 59_000))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

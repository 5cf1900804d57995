/** The database of the accounts: what it keeps, what it refuses, and how backups copy it. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_EVENTS_MAX, ACCOUNT_SESSION_MS, PASSKEYS_MAX } from "../../../manifests/bounds/logins.ts";
import { newAccount } from "../../../sites/machine/people/store/accounts.ts";
import { isBusy } from "../../../sites/machine/people/store/database.ts";
import { STEPS } from "../../../sites/machine/people/store/schema.ts";
import { newAccountSecret, secretDigest } from "../../../sites/machine/people/store/secret.ts";
import { PeopleStore } from "../../../sites/machine/people/store/store.ts";
import { findOwner } from "../../../sites/machine/damage/owners.ts";

let folder: string;
let path: string;
let store: PeopleStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drawbridge-accounts-"));
  path = join(folder, "people/people.sqlite");
  store = new PeopleStore(path);
});
afterEach(() => {
  store[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const robin = newAccount("Robin", 0);
const passkey = (id: string) => ({
  id,
  account: robin.id,
  rpId: "login.localhost",
  publicKey: new Uint8Array([1, 2]),
  counter: 0,
  transports: "[]",
  name: "Laptop",
  createdAt: 0,
});

describe("the file", () => {
  test("belongs to its user alone", () => {
    expect([statSync(path).mode & 0o777, statSync(join(folder, "people")).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test("keeps everything across a restart", () => {
    store.accounts.add(robin);
    store.passkeys.add(passkey("one"));
    store[Symbol.dispose]();
    store = new PeopleStore(path);
    expect(store.accounts.find(robin.id)).toEqual(robin);
    expect(store.passkeys.of(robin.id)).toMatchObject([{ id: "one", publicKey: new Uint8Array([1, 2]) }]);
  });

  test("of a later release is refused before anything changes in it", () => {
    store[Symbol.dispose]();
    const later = new DatabaseSync(path);
    later.exec("PRAGMA user_version = 99");
    later.close();
    const before = readFileSync(path);
    expect(() => new PeopleStore(path)).toThrow(/written by a later release\. Start that release/);
    expect(readFileSync(path)).toEqual(before);
    const back = new DatabaseSync(path);
    back.exec(`PRAGMA user_version = ${STEPS.length}`);
    back.close();
    store = new PeopleStore(path);
  });

  test("of the first release keeps its links and sessions, whose proof counts as old", () => {
    const [link, session, earlier] = [newAccountSecret(), newAccountSecret(), join(folder, "earlier.sqlite")];
    const first = new DatabaseSync(earlier);
    for (const step of STEPS[0] ?? []) first.exec(step);
    first.exec(`PRAGMA user_version = 1;
      INSERT INTO accounts VALUES ('robin', 'handle', 'Robin', 0, 0);
      INSERT INTO account_links VALUES ('${secretDigest(link)}', 'claim', 'robin', 9);
      INSERT INTO account_sessions VALUES ('${secretDigest(session)}', 'robin', 'passkey', 9)`);
    first.close();
    using moved = new PeopleStore(earlier);
    expect(moved.accounts.find("robin")?.name).toBe("Robin");
    expect(moved.links.find(link, 1)).toEqual({ kind: "claim", account: "robin", invitation: null });
    expect(moved.sessions.find(session, 1)).toMatchObject({ account: "robin", provenAt: 0, interaction: null });
  });

  test("ends a start if it is damaged, because nobody could log in without it", () => {
    expect(findOwner("people/people.sqlite")).toMatchObject({ what: "the accounts of people", fate: "refused" });
  });

  test("has an acknowledged change on the disk, without a log that a copy would need", () => {
    store.accounts.add(robin);
    const copy = join(folder, "copy.sqlite");
    copyFileSync(path, copy);
    using copied = new PeopleStore(copy);
    expect(copied.accounts.find(robin.id)).toEqual(robin);
  });
});

describe("while a backup copies", () => {
  test("nobody writes, everybody reads, and writing goes on afterwards", () => {
    store.accounts.add(robin);
    {
      using _ = store.hold();
      expect(store.accounts.find(robin.id)).toEqual(robin);
      let fault: unknown;
      try {
        store.passkeys.add(passkey("one"));
      } catch (error) {
        fault = error;
      }
      expect(isBusy(fault)).toBe(true);
    }
    expect(store.passkeys.add(passkey("one"))).toBe(true);
  });
});

describe("bounds", () => {
  test.each([
    [PASSKEYS_MAX - 1, true],
    [PASSKEYS_MAX, false],
    [PASSKEYS_MAX + 1, false],
  ])("an account with %i passkeys takes another one: %s", (count, takes) => {
    for (let at = 0; at < count; at++) store.passkeys.add(passkey(`key-${at}`));
    expect(store.passkeys.add(passkey("next"))).toBe(takes);
  });

  test.each([ACCOUNT_EVENTS_MAX - 1, ACCOUNT_EVENTS_MAX, ACCOUNT_EVENTS_MAX + 1])(
    "of %i events the newest stay",
    (count) => {
      store.atomically(() => {
        for (let at = 0; at < count; at++) store.events.add(robin.id, "account.login", at);
      });
      const kept = store.events.newest(robin.id, count);
      expect([kept.length, kept[0]?.at]).toEqual([Math.min(count, ACCOUNT_EVENTS_MAX), count - 1]);
    },
  );

  test.each([
    [ACCOUNT_SESSION_MS - 1, true],
    [ACCOUNT_SESSION_MS, false],
    [ACCOUNT_SESSION_MS + 1, false],
  ])("a session counts after %i ms: %s", (later, counts) => {
    const secret = store.sessions.open(
      { account: robin.id, proof: "passkey", provenAt: 0, interaction: null },
      0,
      undefined,
    );
    expect(store.sessions.find(secret, later) !== undefined).toBe(counts);
  });
});

test("a failed change leaves nothing", () => {
  const failing = (): void =>
    store.atomically(() => {
      store.accounts.add(robin);
      throw new Error("the end");
    });
  expect(failing).toThrow("the end");
  expect(store.accounts.count()).toBe(0);
});

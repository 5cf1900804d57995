/** The start's view of the accounts: whether they may be opened, and who begins. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AT_HOME } from "../../../sites/machine/names/serving.ts";
import { openPeople } from "../../../sites/machine/people/openPeople.ts";
import { PEOPLE_ISSUER } from "../../../sites/machine/people/peopleIssuer.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drawbridge-accounts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const input = (issuers: readonly string[]) => ({
  folder: { people: join(folder, "people/people.sqlite") },
  kept: { issuers: new Set(issuers) },
  port: 8787,
  inner: 1,
  profile: "core" as const,
  serving: { ...AT_HOME, people: "own" as const },
  privateMcp: "http://127.0.0.1:8787",
  secrets: {},
  tell: () => undefined,
});

test("accounts that members need and that are gone end the start", async () => {
  await using running = new AsyncDisposableStack();
  await expect(openPeople(input([PEOPLE_ISSUER]), running)).rejects.toThrow(
    /are missing: .*people\.sqlite\. Restore this file from a backup of the folder\. .*--no-login\. Nothing was changed\./,
  );
});

test("members of another provider need none", async () => {
  await using running = new AsyncDisposableStack();
  const { origin, login } = await openPeople(input(["https://login.example"]), running);
  expect(origin).toBe("http://login.localhost:8787");
  expect(login.settings).toMatchObject({
    OIDC_ISSUER: PEOPLE_ISSUER,
    OIDC_AUTHORIZATION_ENDPOINT: "http://login.localhost:8787/auth",
    OIDC_CLIENT_ID: "drawbridge-site",
  });
});

describe("a login that another name would move", () => {
  const at = (hostname: string) => ({ origin: `https://${hostname}`, hostname });
  const [OLD, NEW] = [at("login.old.example"), at("login.new.example")];

  /** Starts with a login there. Answers what the start told. */
  async function start(login: ReturnType<typeof at> | undefined, isLoginNamed = false): Promise<string> {
    const told: string[] = [];
    await using running = new AsyncDisposableStack();
    const given = input([]);
    const { store } = await openPeople(
      { ...given, serving: { ...given.serving, login, isLoginNamed }, tell: (line) => void told.push(line) },
      running,
    );
    if (store.passkeys.countAt(OLD.hostname) === 0)
      store.passkeys.add({
        id: "one",
        account: "robin",
        rpId: OLD.hostname,
        publicKey: new Uint8Array([1]),
        counter: 0,
        transports: "[]",
        name: "Laptop",
        createdAt: 0,
      });
    return told.join("\n");
  }

  test("ends the start, which names both origins and changes nothing", async () => {
    await start(OLD);
    for (const _ of [1, 2])
      await expect(start(NEW)).rejects.toThrow(
        /log in at https:\/\/login\.old\.example, and 1 passkey works there alone\. .* move the login to https:\/\/login\.new\.example\. To keep it, name https:\/\/login\.old\.example as loginOrigin\. To move it, name https:\/\/login\.new\.example as loginOrigin/,
      );
    expect(await start(OLD)).toBe("");
  });

  test("moves if the operator names it, and the start says once how many passkeys ended", async () => {
    await start(OLD);
    expect(await start(NEW, true)).toMatch(/1 passkey works there alone\. The login is now at https:\/\/login\.new/);
    expect(await start(NEW, true)).toBe("");
  });

  test("moves to this machine's own name, where nothing can be named, and the start says so", async () => {
    await start(OLD);
    expect(await start(undefined)).toContain("The login is now at http://login.localhost:8787");
  });

  test("moves without a word if no passkey is there", async () => {
    await start(NEW);
    expect(await start(OLD)).toBe("");
  });
});

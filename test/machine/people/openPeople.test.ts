/** The start's view of the accounts: whether they may be opened, and who begins. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AT_HOME } from "../../../sites/machine/names/serving.ts";
import { openPeople } from "../../../sites/machine/people/openPeople.ts";
import { PEOPLE_ISSUER } from "../../../sites/machine/people/people.ts";

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

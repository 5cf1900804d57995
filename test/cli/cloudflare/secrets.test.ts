import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SECRET_MAX_BYTES, SECRETS_FILE_MAX_BYTES } from "../../../manifests/bounds/provider.ts";
import { givenSecrets, secretsIn } from "../../../sites/cli/cloudflare/deploy/secrets.ts";
import { Trouble } from "../../../sites/cli/command/command.ts";
import { SECRETS } from "../../platform/provider/harbour.ts";
import { removeSiteFolders, siteFolder } from "./siteFolder.ts";

afterAll(removeSiteFolders);

const KEYS = ["workspace", "site", "public-mcp"];

/** The faults of a secrets file; empty if it is accepted. */
function faults(value: unknown): readonly string[] {
  try {
    secretsIn(typeof value === "string" ? value : JSON.stringify(value), KEYS);
    return [];
  } catch (error) {
    if (error instanceof Trouble) return error.outcome.lines;
    throw error;
  }
}

const of = (least: number): string => "s".repeat(least);

test("secrets of the profile's workers are taken", () => {
  expect(faults({ workspace: SECRETS.workspace, site: SECRETS.site })).toEqual([]);
});

test.each([
  [-1, false],
  [0, true],
  [1, true],
])("a session secret of the least characters and %i more: %s", (more, isTaken) => {
  expect(faults({ site: { SESSION_SECRET: of(32 + more) } }).length === 0).toBe(isTaken);
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a secret of the most bytes and %i more: %s", (more, isTaken) => {
  expect(faults({ site: { OAUTH_CLIENT_SECRET: of(SECRET_MAX_BYTES + more) } }).length === 0).toBe(isTaken);
});

test("two secrets of one variable are each long enough, or refused", () => {
  expect(faults({ site: { SESSION_SECRET: `${of(32)}\n${"o".repeat(32)}` } })).toEqual([]);
  expect(faults({ site: { SESSION_SECRET: `${of(32)}\nshort` } })[0]).toContain("/site/SESSION_SECRET");
});

const WRONG: readonly (readonly [string, unknown, string])[] = [
  ["a worker of another profile", { "private-mcp": SECRETS["private-mcp"] }, "/private-mcp"],
  ["a worker without secrets", { "public-mcp": { TOKEN: of(40) } }, "/public-mcp/TOKEN"],
  ["a variable", { site: { OIDC_ISSUER: of(40) } }, "/site/OIDC_ISSUER"],
  [
    "the same secret twice",
    { site: { SESSION_SECRET: of(40), PROVISIONING_SECRET: of(40) } },
    "/site/PROVISIONING_SECRET",
  ],
  ["a number", { site: { SESSION_SECRET: 1 } }, "/site/SESSION_SECRET"],
  ["an empty text", { site: { OAUTH_CLIENT_SECRET: "" } }, "/site/OAUTH_CLIENT_SECRET"],
  ["a list", [], "/"],
  ["a member twice", `{"site":{"SESSION_SECRET":"${of(40)}","SESSION_SECRET":"${of(41)}"}}`, "/site/SESSION_SECRET"],
  ["no JSON", "SESSION_SECRET=abc", "/"],
];

test.each(WRONG)("%s is refused at its place, and no value is repeated", (_name, value, pointer) => {
  const lines = faults(value);
  expect(lines[0]).toContain(pointer);
  expect(lines.join("\n")).not.toContain("sssss");
});

test("a file that others may read is refused", async () => {
  const file = join(siteFolder(), "secrets.json");
  writeFileSync(file, JSON.stringify({ site: SECRETS.site }), { mode: 0o600 });
  expect(await givenSecrets(file, KEYS)).toEqual({ site: SECRETS.site });
  chmodSync(file, 0o640);
  await expect(givenSecrets(file, KEYS)).rejects.toThrow(/chmod 600/);
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a file of the bound and %i bytes: %s", async (more, isTaken) => {
  const file = join(siteFolder(), "secrets.json");
  writeFileSync(file, `{}${" ".repeat(SECRETS_FILE_MAX_BYTES - 2 + more)}`, { mode: 0o600 });
  const taken = await givenSecrets(file, KEYS).then(
    () => true,
    () => false,
  );
  expect(taken).toBe(isTaken);
});

test("without the option there are none", async () => {
  expect(await givenSecrets(undefined, KEYS)).toEqual({});
});

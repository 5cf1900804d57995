/** The sources of the operator's credential, and the places that it must not reach. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { makeApi, connect } from "../../../sites/cli/cloudflare/account/account.ts";
import { readCredential } from "../../../sites/cli/cloudflare/account/credential.ts";
import { passedEnvironment } from "../../../sites/cli/cloudflare/account/wrangler.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { rows } from "../../../sites/machine/provider/envelope.ts";
import { removeSiteFolders, siteFolder } from "./siteFolder.ts";

afterAll(removeSiteFolders);

const PATH = process.env["PATH"] ?? "";

test("a token of the environment comes first, then a key with its address", async () => {
  expect(
    (await readCredential({ CLOUDFLARE_API_TOKEN: "t", CLOUDFLARE_API_KEY: "k", CLOUDFLARE_EMAIL: "e" })).headers,
  ).toEqual({ authorization: "Bearer t" });
  expect((await readCredential({ CLOUDFLARE_API_KEY: "k", CLOUDFLARE_EMAIL: "e@localhost" })).headers).toEqual({
    "x-auth-key": "k",
    "x-auth-email": "e@localhost",
  });
});

test("without one, wrangler's own login is used", { timeout: 60_000 }, async () => {
  const home = siteFolder();
  mkdirSync(join(home, ".wrangler/config"), { recursive: true });
  const config = `oauth_token = "kept-token"\nrefresh_token = "r"\nexpiration_time = "2999-01-01T00:00:00.000Z"\nscopes = ["account:read"]\n`;
  writeFileSync(join(home, ".wrangler/config/default.toml"), config);
  expect((await readCredential({ PATH, HOME: home, XDG_CONFIG_HOME: home })).headers).toEqual({
    authorization: "Bearer kept-token",
  });
});

test(
  "without any login it says how to log in, and takes no credential that a stranger left in the folder of temporary files",
  {
    timeout: 60_000,
  },
  async () => {
    const home = siteFolder();
    writeFileSync(join(home, ".env"), "CLOUDFLARE_API_TOKEN=strangers-token\n");
    vi.stubEnv("TMPDIR", home);
    await expect(readCredential({ PATH, HOME: home, XDG_CONFIG_HOME: home })).rejects.toThrow(/wrangler login/);
    vi.unstubAllEnvs();
  },
);

test.each([
  "https://api.cloudflare.com/client/v4",
  "https://proxy.harbour-sites.com/v4/",
  "http://127.0.0.1:8788/client/v4",
  "http://localhost:1",
  "http://[::1]:1",
])("%s may get a credential", (base) => {
  expect(makeApi({ CLOUDFLARE_API_BASE_URL: base }).href).toContain(new URL(base).host);
});

test.each([
  "http://api.cloudflare.com",
  "http://127.0.0.1.strangers.com",
  "http://localhost.strangers.com",
  "file:///etc",
  "https://a@api.cloudflare.com",
  "https://api.cloudflare.com/?x=1",
  "https://api.cloudflare.com/#x",
  "",
  "//x",
])("%s may not", (base) => {
  expect(() => makeApi({ CLOUDFLARE_API_BASE_URL: base })).toThrow(/https/);
});

test("of several accounts one must be named, and its id must be listed", async () => {
  await using provider = await StandIn.start(harbour());
  provider.tell({
    applies: ({ path }) => path.startsWith("/accounts?"),
    change: () =>
      rows(
        [
          { id: "a".repeat(32), name: "One" },
          { id: "b".repeat(32), name: "\u001b[2JTwo" },
        ],
        new URLSearchParams(),
      ),
  });
  const environment = { ...provider.environment };
  await expect(connect({ ...environment, CLOUDFLARE_ACCOUNT_ID: undefined })).rejects.toThrow(/several accounts/);
  await expect(connect(environment)).rejects.toThrow(/cannot access\. It can access/);
  expect((await connect({ ...environment, CLOUDFLARE_ACCOUNT_ID: "b".repeat(32) })).account).toBe("b".repeat(32));
});

test("wrangler gets nothing of the environment that it does not need", () => {
  const given = {
    PATH,
    HOME: "/home",
    CLOUDFLARE_ENV: "staging",
    WRANGLER_LOG: "debug",
    NODE_OPTIONS: "--require x",
    AWS_SECRET_ACCESS_KEY: "s",
  };
  expect(Object.keys(passedEnvironment(given))).toEqual(["PATH", "HOME"]);
});

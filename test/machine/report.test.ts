import { describe, expect, test } from "vitest";
import type { Local } from "../../sites/machine/local.ts";
import { AT_HOME } from "../../sites/machine/names/serving.ts";
import { readOptions } from "../../sites/machine/options.ts";
import { readyData, readyText } from "../../sites/machine/report.ts";
import type { PluginAvailability } from "../../sites/machine/provisioning/pluginAvailability.ts";

/** The text for people at the end of a start. Tests that start a site cover the JSON form. */
const STARTED: Pick<Local, "port" | "site" | "sites" | "missing" | "log" | "serving"> & {
  readonly folder: { readonly secrets: string };
} = {
  port: 8787,
  site: "http://demo.localhost:8787",
  log: "/data/logs/workers.log",
  folder: { secrets: "/data/secrets.env" },
  sites: [
    { tenant: "t", site: "main", name: "Demo", url: "http://demo.localhost:8787", created: true, state: "active" },
  ],
  missing: [],
  serving: AT_HOME,
};

function told(standing: PluginAvailability): string[] {
  const options = readOptions([]);
  if (options === "help") throw new Error("nobody asked for help");
  return readyText(STARTED as Local, standing, options, 1_000, true)
    .split("\n")
    .filter((line) => /^ {2}(Plugin code|Skipped|Left out| {19}plugins)/.test(line));
}

test("the start message says why plugin code does not run, and why each plugin is skipped", () => {
  const loader = { available: false, reason: "the plugin sandbox has no worker loader" };
  const skipped = [
    { site: "Demo", id: "acme.tool", version: "1.0.0", reason: "loader_unavailable", detail: loader.reason },
  ];
  expect(told({ loader, skipped, leftOut: [] })).toEqual([
    "  Plugin code        does not run: the plugin sandbox has no worker loader",
    "  Skipped            acme.tool 1.0.0 at Demo: loader_unavailable, the plugin sandbox has no worker loader",
  ]);
});

test("the start message says that plugin code runs", () => {
  expect(told({ loader: { available: true, reason: null }, skipped: [], leftOut: [] })).toEqual([
    "  Plugin code        runs in the sandbox",
  ]);
});

test("people are told of a folder that is left out, where it is wrong, and which version goes on", () => {
  const lines = ["plugins/bell/main.ts:1:18: found one fault", "plugins/bell/main.ts:2:1: found another"];
  const bell = { folder: "plugins/bell", lines };
  const leftOut = [
    { ...bell, id: "acme.bell", goesOn: [{ site: "Demo", version: "1.0.0" }] },
    { ...bell, id: undefined, goesOn: [] },
  ];
  const mend = "Mend it and start again, or svc plugin dev plugins/bell";
  expect(told({ loader: { available: true, reason: null }, skipped: [], leftOut }).slice(1)).toEqual([
    `  Left out           acme.bell: 1.0.0 goes on at Demo. ${mend}`,
    ...lines.map((line) => `                     ${line}`),
    `  Left out           plugins/bell: no site has an earlier version. ${mend}`,
    ...lines.map((line) => `                     ${line}`),
  ]);
});

test("the start message states the login address and the redirect address for the identity provider", () => {
  const serving = {
    ...AT_HOME,
    origins: [{ origin: "https://www.harbour-sites.com", hostname: "www.harbour-sites.com" }],
    publicMcp: { origin: "https://mcp.harbour-sites.com", hostname: "mcp.harbour-sites.com" },
    privateMcp: { origin: "https://agents.harbour-sites.com", hostname: "agents.harbour-sites.com" },
    identity: {
      settings: { OIDC_ISSUER: "https://login.example" },
      siteClientId: "site",
      privateMcpClientId: "agents",
      siteSecret: "hidden-one",
      agentsSecret: "hidden-two",
    },
  };
  const options = readOptions(["--profile", "full"]);
  if (options === "help") throw new Error("nobody asked for help");
  const local = { ...STARTED, sites: [], site: "https://www.harbour-sites.com", serving } as unknown as Local;
  const text = readyText(
    local,
    { loader: { available: true, reason: null }, skipped: [], leftOut: [] },
    options,
    1_000,
    true,
  );
  for (const said of [
    "  https://www.harbour-sites.com\n",
    "https://login.example, which needs these",
    "https://www.harbour-sites.com/api/auth/callback",
    "https://agents.harbour-sites.com/auth/callback",
    "http://localhost:8787/api/admin/status",
    "https://mcp.harbour-sites.com/sites/www.harbour-sites.com/mcp",
    "https://agents.harbour-sites.com/mcp",
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/made up|hidden|demo/);
});

describe("the link that makes the owner of an empty machine", () => {
  const standing = { loader: { available: true, reason: null }, skipped: [], leftOut: [] };
  const LINK = "http://login.localhost:8787/link#the-secret";

  function said(begin: string, isScreen: boolean, path = "/srv/data"): readonly [text: string, begin: unknown] {
    const options = readOptions([]);
    if (options === "help") throw new Error("nobody asked for help");
    const local = { ...STARTED, begin, folder: { path, secrets: "/s" } } as Local;
    return [readyText(local, standing, options, 1, isScreen), readyData(local, standing, options)["begin"]];
  }

  test("stands on a screen", () => {
    expect(said(LINK, true)[0]).toContain(`\n  ${LINK}\n`);
  });

  test("stands neither in a log nor in the output for programs, which name the command for it", () => {
    const [text, begin] = said(LINK, false);
    expect(text).toContain("\n  svc people invite --data /srv/data\n");
    expect(begin).toEqual({ command: "svc people invite --data /srv/data" });
    expect(text + JSON.stringify(begin)).not.toContain("the-secret");
    expect(said(LINK, false, "/my data")[0]).toContain('--data "/my data"');
  });

  test.each([true, false])("is the login once somebody has used it (on a screen: %s)", (isScreen) => {
    const login = "http://login.localhost:8787/";
    const [text, begin] = said(login, isScreen);
    expect(text).toContain(`Log in here to make your site:\n  ${login}\n`);
    expect(begin).toEqual({ login });
  });
});

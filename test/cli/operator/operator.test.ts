import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { QUEUE_LATE_MS } from "../../../manifests/bounds/operators.ts";
import { STATIC_FOLDER } from "../../../sites/bundles/staticFiles.ts";
import { API_DESCRIPTION } from "../../../sites/web/api/description/apiDescription.ts";
import { SITE_OPTION } from "../../../sites/cli/site/address.ts";
import { Options, type CliCommand, type Group } from "../../../sites/cli/command/command.ts";
import { BEARER_OPTION } from "../../../sites/cli/operator/session/bearer.ts";
import { OPERATOR as EVERY } from "../../../sites/cli/operator/commands.ts";
import { confirmed } from "../../../sites/cli/operator/session/confirmation.ts";
import { PAGES_MAX } from "../../../sites/cli/operator/session/session.ts";
import { typedAnswer } from "../../../sites/cli/terminal/prompt.ts";
import { ScriptedSite, type Answer } from "../scriptedSite.ts";
import { clearDesks, Desk, oneLine, type Ran } from "../svc.ts";

/** Commands for a site. Another test covers those for the deployer. */
const OPERATOR: Group = { ...EVERY, groups: (EVERY.groups ?? []).filter(({ name }) => name !== "hosting") };

/** The operator's paths in the API's description. */
const { paths: PATHS } = JSON.parse(readFileSync(join(STATIC_FOLDER, API_DESCRIPTION), "utf8")) as {
  paths: Record<string, object>;
};
const METHODS = new Set(["get", "post", "put", "delete"]);
const ROUTES = Object.entries(PATHS)
  .filter(([path]) => path.startsWith("/api/admin/"))
  .flatMap(([path, routes]) =>
    Object.keys(routes)
      .filter((name) => METHODS.has(name))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );

const script = new ScriptedSite();
const TOKEN = `svc_op_${"a".repeat(43)}`;
let site: string;

beforeAll(async () => {
  site = await script.open();
});
beforeEach(() => {
  script.sent = [];
  script.answer = () => ({});
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  clearDesks();
});

/** `svc operator` with an address and a bearer, in a folder of its own. */
async function operator(typedWords: readonly string[], answer?: Answer): Promise<Ran> {
  using desk = new Desk();
  if (answer) script.answer = answer;
  return desk.run(["operator", ...typedWords], { SVC_SITE: site, SVC_OPERATOR_TOKEN: TOKEN });
}

const ARCHIVE = ["--backup", "b-1", "--sha256", "0".repeat(64)];

/** Each command with its request. */
const SENDS: readonly (readonly [typed: string, method: string, path: string, body: unknown, json: unknown])[] = [
  [
    "status",
    "GET",
    "/status",
    undefined,
    { loader: { available: true, reason: null }, tenants: [], open: {}, cursor: null },
  ],
  ["tenant one active", "PUT", "/tenants/one/status", { status: "active" }, { changed: true }],
  ["tenant one read-only", "PUT", "/tenants/one/status", { status: "read_only" }, { changed: false }],
  [
    "tenant one suspended --confirm=SUSPEND_one",
    "PUT",
    "/tenants/one/status",
    { status: "suspended" },
    { changed: true },
  ],
  ["tenant a/../b active", "PUT", "/tenants/a%2F..%2Fb/status", { status: "active" }, { changed: true }],
  [
    `erase one --confirm=ERASE_one --discard-submissions ${ARCHIVE.join(" ")}`,
    "POST",
    "/tenants/one/erase",
    { backup: "b-1", sha256: "0".repeat(64), kind: "backups", confirmation: "ERASE one", discardSubmissions: true },
    { rows: 3, archive: "x", finished: true, left: {} },
  ],
  [
    `restore one --confirm=RESTORE_one --kind exports ${ARCHIVE.join(" ")}`,
    "POST",
    "/tenants/one/restore",
    { backup: "b-1", sha256: "0".repeat(64), kind: "exports", confirmation: "RESTORE one" },
    { sites: ["main"], rows: 3, media: { files: 1, copied: 1, missing: 0 } },
  ],
  [
    "rewind one --at 2026-03-01T09:30:00Z --confirm=REWIND_one",
    "POST",
    "/tenants/one/rewind",
    { at: Date.UTC(2026, 2, 1, 9, 30), confirmation: "REWIND one" },
    { missing: [] },
  ],
  [
    "rewind one --bookmark 0-0 --confirm=REWIND_one",
    "POST",
    "/tenants/one/rewind",
    { bookmark: "0-0", confirmation: "REWIND one" },
    { missing: [] },
  ],
  ["reseal one", "POST", "/tenants/one/reseal", undefined, { secrets: 1, resealed: 1, closed: 0 }],
  ["recopy one", "POST", "/tenants/one/recopy", undefined, { sites: ["main"] }],
  [
    "backups one",
    "GET",
    "/tenants/one/backups",
    undefined,
    { items: [], platform: { available: false, bookmark: null, reason: "none" } },
  ],
  ["dead-letters list", "GET", "/dead-letters", undefined, { items: [], cursor: null }],
  [
    "dead-letters replay l-1",
    "POST",
    "/dead-letters/l-1/replay",
    undefined,
    { id: "l-1", tenant: "one", site: "main", createdAt: 0, resolvedAt: 1 },
  ],
  ["provisionings list", "GET", "/provisionings", undefined, { items: [], cursor: null }],
  [
    "provisionings release one main --confirm=RELEASE_one/main",
    "POST",
    "/provisionings/one/main/release",
    undefined,
    { released: true },
  ],
  [
    "members list --tenant one --site-id main",
    "GET",
    "/sites/one/main/members",
    undefined,
    { items: [], cursor: null },
  ],
  [
    "members add --tenant one --site-id main --issuer https://login.example --subject 00u1",
    "POST",
    "/sites/one/main/members",
    { issuer: "https://login.example", subject: "00u1", role: "owner" },
    { changed: true },
  ],
  [
    "members role m-1 viewer --tenant one --site-id main --confirm=VIEWER_one/main",
    "PUT",
    "/sites/one/main/members/m-1/role",
    { role: "viewer" },
    { changed: true },
  ],
  [
    "members remove m-1 --tenant one --site-id main --confirm=REMOVE_one/main",
    "DELETE",
    "/sites/one/main/members/m-1",
    undefined,
    { changed: true },
  ],
  [
    "members owner-link --tenant one --site-id main",
    "POST",
    "/sites/one/main/owner-link",
    undefined,
    { address: "http://demo.localhost/_editor/join#x", expiresAt: 1 },
  ],
  [
    "site remove one main",
    "GET",
    "/sites/one/main/removal",
    undefined,
    { status: "active", createdAt: 1, hostnames: [], members: 0, contents: {}, newest: null },
  ],
  ["domains list", "GET", "/domains", undefined, { items: [], cursor: null }],
  [
    "domains verify www.example.com --tenant one --site-id main",
    "POST",
    "/domains/www.example.com/verify",
    { tenant: "one", site: "main" },
    { changed: true },
  ],
  [
    "domains primary www.example.com --tenant one --site-id main",
    "GET",
    "/domains",
    undefined,
    {
      items: [
        { hostname: "one.example", tenant: "one", site: "main", status: "verified", primary: true, createdAt: 1 },
        { hostname: "www.example.com", tenant: "two", site: "main", status: "pending", primary: false, createdAt: 1 },
      ],
      cursor: null,
    },
  ],
  [
    "domains release www.example.com --tenant one --site-id main --confirm=RELEASE_www.example.com",
    "POST",
    "/domains/www.example.com/release",
    { tenant: "one", site: "main" },
    { changed: true },
  ],
  [
    "tokens make robin --days 30",
    "POST",
    "/tokens",
    { name: "robin", days: 30 },
    { name: "robin", token: TOKEN, createdAt: 0, expiresAt: 1 },
  ],
  ["tokens list", "GET", "/tokens", undefined, { items: [] }],
  ["trust list", "GET", "/trust-keys", undefined, { items: [] }],
  [
    "trust revoke hQSj --confirm=REVOKE_hQSj",
    "DELETE",
    "/trust-keys/hQSj",
    undefined,
    { kid: "hQSj", changed: true, told: 1, untold: [] },
  ],
  ["index list", "GET", "/plugin-indexes", undefined, { items: [] }],
  ["index remove acme", "DELETE", "/plugin-indexes/acme", undefined, { name: "acme", changed: true }],
  ["tokens revoke robin --confirm=REVOKE_robin", "DELETE", "/tokens/robin", undefined, { changed: true }],
  ["security-events", "GET", "/security-events", undefined, { items: [], cursor: null }],
];

/** Splits a command line. An underscore stands for a space in a confirmation. */
const words = (line: string): string[] =>
  line.split(" ").map((word) => (word.startsWith("--confirm=") ? word.replaceAll("_", " ") : word));

const all = (group: Group, under = ""): [string, CliCommand][] => [
  ...group.commands.map((command): [string, CliCommand] => [`${under}${command.name}`, command]),
  ...(group.groups ?? []).flatMap((inner) => all(inner, `${under}${inner.name} `)),
];

/** Commands that read or write files; other tests cover them. */
const WITH_FILES: ReadonlySet<string> = new Set([
  "provision",
  "trust add",
  "index add",
  "identities move",
  "backup-copy",
  "backup-return",
]);

describe("every command", () => {
  test.each(SENDS)(
    "svc operator %s sends one request with the bearer and nothing of a browser",
    async (line, method, path, body, json) => {
      const { code, talk } = await operator(words(line), () => ({ json }));
      expect({ code, talk: code === 0 ? "" : talk }).toEqual({ code: 0, talk: "" });
      expect(script.sent).toEqual([
        {
          method,
          path: `/api/admin${path}`,
          body,
          headers: expect.objectContaining({ authorization: `Bearer ${TOKEN}` }) as object,
        },
      ]);
      expect(script.sent[0]?.headers).not.toHaveProperty("cookie");
    },
  );

  test("of the table is shown here, and every address of operators has one", () => {
    const shown = SENDS.map(([line]) => line);
    expect(
      all(OPERATOR).filter(
        ([name]) => !WITH_FILES.has(name) && !shown.some((line) => `${line} `.startsWith(`${name} `)),
      ),
    ).toEqual([]);
    const asked = new Set([
      ...SENDS.map(([, method, path]) => `${method} ${path}`),
      "POST /provision",
      "POST /trust-keys",
      "POST /plugin-indexes",
      "POST /identities/move",
      "POST /domains/www.example.com/primary",
      "POST /sites/one/main/removal",
      "GET /tenants/one/backups/b-1",
      "GET /tenants/one/backups/files/some-digest",
      "PUT /tenants/one/backups/files/some-digest",
      "PUT /tenants/one/backups/b-1/pieces/some-digest",
      "PUT /tenants/one/backups/b-1",
      "POST /tenants/one/lacking-files",
      "POST /visits", // The machine itself counts there; no command does.
    ]);
    const filled = (path: string): string =>
      path
        .replace("/api/admin", "")
        .replace("{tenant}/{site}", "one/main")
        .replace("/tenants/{id}", "/tenants/one")
        .replace("{backup}", "b-1")
        .replace("{digest}", "some-digest")
        .replace("{id}", "l-1")
        .replace("{hostname}", "www.example.com")
        .replace("{member}", "m-1")
        .replace("{index}", "acme")
        .replace("{kid}", "hQSj")
        .replace("{name}", "robin");
    expect(ROUTES.length).toBeGreaterThan(15);
    expect(ROUTES.map(({ method, path }) => `${method} ${filled(path)}`).filter((route) => !asked.has(route))).toEqual(
      [],
    );
  });

  test.each(all(OPERATOR))(
    "%s takes an address and a bearer's file, and no bearer",
    (_, { options, argument, second }) => {
      expect(options).toEqual(expect.arrayContaining([SITE_OPTION, BEARER_OPTION]));
      const taken = [argument?.[0], second?.[0], ...options.map(([notation]) => notation)].join(" ");
      expect(taken).not.toMatch(/<(token|secret|bearer)>/);
    },
  );

  test.each(all(OPERATOR))("%s --help has examples and the exit codes", async (name) => {
    const { code, out } = await operator([...name.split(" "), "--help"]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/Examples:\n {2}\$ svc operator [^\n]+\n[\s\S]*Exit codes: 0 /) as string,
    ]);
  });

  describe("domains primary", () => {
    const row = { tenant: "one", site: "main", status: "verified", createdAt: 1 };
    const items = [
      { ...row, hostname: "one.example", primary: true },
      { ...row, hostname: "www.example.com", primary: false },
      { ...row, hostname: "two.example", site: "other", primary: true },
    ];
    const asked = (hostname: string, ...more: readonly string[]) =>
      operator(["domains", "primary", hostname, "--tenant", "one", "--site-id", "main", ...more], ({ method }) => ({
        json: method === "GET" ? { items, cursor: null } : { changed: true },
      }));

    test("says what would change, and changes nothing", async () => {
      const { code, out } = await asked("www.example.com");
      expect([code, script.sent.map(({ method }) => method)]).toEqual([0, ["GET"]]);
      expect(out).toMatch(/published under www\.example\.com, in place of one\.example\.[^]*Nothing was changed/);
    });

    test("changes it with --apply", async () => {
      expect((await asked("www.example.com", "--apply")).code).toBe(0);
      expect(script.sent.at(-1)).toMatchObject({
        method: "POST",
        path: "/api/admin/domains/www.example.com/primary",
        body: { tenant: "one", site: "main" },
      });
    });

    test("takes no hostname of another site", async () => {
      const { code, out } = await asked("two.example", "--apply");
      expect([code, script.sent.length]).toEqual([1, 1]);
      expect(out).toContain("two.example serves one/other.");
    });
  });

  test("with --json prints one line", async () => {
    const { code, out } = await operator(["domains", "list", "--json"], () => ({ json: { items: [], cursor: null } }));
    expect([code, oneLine(out)]).toEqual([0, { ok: true, address: site, items: [] }]);
  });
});

describe("the bearer", () => {
  const bearer = () => script.sent.map(({ headers }) => headers.authorization);

  test("comes from a file, before the environment", async () => {
    using desk = new Desk();
    desk.write("token", "mine\n");
    script.answer = () => ({ json: { items: [] } });
    await desk.run(["operator", "tokens", "list", "--site", site, "--bearer-file", "token"], {
      SVC_OPERATOR_TOKEN: "other",
    });
    expect(bearer()).toEqual(["Bearer mine"]);
  });

  test("of the installation in this folder goes to this machine and nowhere else", async () => {
    using desk = new Desk();
    desk.write(".svc/local/secrets.env", "SESSION_SECRET=no\nPROVISIONING_SECRET=local\n");
    script.answer = () => ({ json: { items: [] } });
    await desk.run(["operator", "tokens", "list", "--site", site]);
    expect(bearer()).toEqual(["Bearer local"]);
    expect(await desk.run(["operator", "tokens", "list", "--site", "https://www.example.com"])).toMatchObject({
      code: 2,
      talk: expect.stringContaining("Name the operator's bearer") as string,
    });
  });

  test.each([
    ["nothing", ""],
    ["two lines", "one\ntwo"],
    ["a control character", "one\u0007"],
    ["a letter no header takes", "ä"],
    ["more than it may have", "x".repeat(4097)],
  ])("with %s is refused before anything is sent, and is not shown", async (_, text) => {
    using desk = new Desk();
    desk.write("token", text);
    const { code, out, talk } = await desk.run([
      "operator",
      "tokens",
      "list",
      "--site",
      site,
      "--bearer-file",
      "token",
    ]);
    expect([code, out, script.sent]).toEqual([2, "", []]);
    expect(talk).toContain("token has no valid token");
    if (text !== "") expect(talk).not.toContain(text.slice(0, 20));
  });

  test("of exactly as many characters as it may have is sent", async () => {
    using desk = new Desk();
    desk.write("token", `${"x".repeat(4096)}\n`);
    script.answer = () => ({ json: { items: [] } });
    expect((await desk.run(["operator", "tokens", "list", "--site", site, "--bearer-file", "token"])).code).toBe(0);
  });

  test("is sent over plain http to this machine only, and to an address without a path only", async () => {
    for (const address of [
      "http://www.example.com",
      "ftp://demo.localhost",
      `${site}/x`,
      "https://me:you@www.example.com",
    ]) {
      expect(await operator(["status", "--site", address])).toMatchObject({ code: 2, out: "" });
    }
    expect(script.sent).toEqual([]);
  });

  test("follows no redirect", async () => {
    const { code } = await operator(["tokens", "list"], () => ({
      status: 307,
      headers: { location: `${site}/elsewhere` },
    }));
    expect([code, script.sent.length]).toEqual([1, 1]);
  });

  test("that a name without a site answers like nothing at all is not taken for the site's word", async () => {
    const plain = await operator(["status"], () => ({ status: 404, text: "Not found" }));
    expect(plain.talk).toContain("No site is served under this hostname, or the token is wrong.");
    const known = await operator(["status"], () => ({ status: 404, json: { code: "NOT_FOUND", title: "No." } }));
    expect([known.out, known.talk]).toEqual(["404 NOT_FOUND No.\n", ""]);
  });

  test("that is refused is explained", async () => {
    const { code, out, talk } = await operator(["status"], () => ({
      status: 401,
      json: { code: "UNAUTHENTICATED", title: "Log in." },
    }));
    expect({ code, out, talk }).toMatchObject({
      code: 1,
      out: "401 UNAUTHENTICATED Log in.\n",
      talk: expect.stringContaining("PROVISIONING_SECRET") as string,
    });
  });
});

describe("what is not undone by itself", () => {
  const CALLS = [
    ["SUSPEND one", "tenant one suspended"],
    ["ERASE one", `erase one ${ARCHIVE.join(" ")}`],
    ["RESTORE one", `restore one ${ARCHIVE.join(" ")}`],
    ["REWIND one", "rewind one --at 2026-03-01"],
    ["RELEASE one/main", "provisionings release one main"],
    ["REVOKE robin", "tokens revoke robin"],
    ["REVOKE hQSj", "trust revoke hQSj"],
    ["RELEASE www.example.com", "domains release www.example.com --tenant one --site-id main"],
  ] as const;

  test.each(CALLS)("asks for %s to be typed, and does nothing without a terminal", async (asked, line) => {
    const { code, out, talk } = await operator(line.split(" "));
    expect([code, out, script.sent]).toEqual([2, "", []]);
    expect(talk).toContain(`type exactly ${asked}, or pass it with --confirm`);
  });

  test.each(CALLS)("takes %s in no other words", async (asked, line) => {
    for (const other of ["", "yes", asked.toLowerCase(), ` ${asked}`, asked.slice(0, -1)]) {
      expect((await operator([...line.split(" "), `--confirm=${other}`])).code).toBe(2);
    }
    expect(script.sent).toEqual([]);
  });

  test.each([
    ["ERASE one\n", true],
    ["erase one\n", false],
    ["\n", false],
    [null, false],
  ])("typed %j goes on: %s", async (answer, goesOn) => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const invocation = {
      args: [],
      options: new Options({}),
      environment: {},
      now: 0,
      paint: (_: string, text: string) => text,
      tell: () => undefined,
      announce: () => undefined,
    };
    const asking = confirmed("ERASE one", "All of it.", invocation, (question) => typedAnswer(question, terminal));
    if (answer === null) terminal.input.end();
    else terminal.input.write(answer);
    expect(
      await asking.then(
        () => true,
        () => false,
      ),
    ).toBe(goesOn);
    expect(String(terminal.output.read())).toContain("Type ERASE one to continue:");
  });
});

describe("status", () => {
  const workspace = (change: object = {}) => ({
    loader: { available: true, reason: null },
    trust: { keys: [], refused: [] },
    outbox: { waiting: 0, oldestMs: null },
    databaseBytes: 1,
    room: { bytes: 1024 * 1024, maxBytes: 192 * 1024 * 1024 },
    sites: [
      {
        site: "main",
        release: 3,
        sequence: 3,
        refreshed: 3,
        building: null,
        pages: 21,
        clock: null,
        plugins: { active: [{ id: "a.b", version: "1.0.0" }], skipped: [], missing: [], calls: [] },
        ...change,
      },
    ],
  });
  const report = (change: object = {}) => ({
    loader: { available: true, reason: null },
    open: {},
    cursor: null,
    tenants: [{ id: "one", name: "One", status: "active", workspace: workspace(), problem: null }],
    ...change,
  });
  const skipped = (reason: string) =>
    report({
      tenants: [
        {
          id: "one",
          name: "One",
          status: "active",
          problem: null,
          workspace: workspace({
            plugins: {
              active: [],
              missing: [],
              calls: [],
              skipped: [{ id: "a.b", version: "1.0.0", reason, detail: "because" }],
            },
          }),
        },
      ],
    });

  test("begins with whether plugin code runs, and ends with whether all is well", async () => {
    const { code, out } = await operator(["status"], () => ({ json: report() }));
    expect([code, out.split("\n")]).toEqual([
      0,
      [
        "Plugin code  runs in the sandbox",
        "Open         nothing",
        "",
        "one (One), active",
        "  site     main: release 3, 21 pages, 1 plugin",
        "  queue    empty",
        "  room     1.0 MiB of 192.0 MiB",
        "",
        "Healthy.",
        "",
      ],
    ]);
  });

  test("names a tenant that has a worker and is not provisioned", async () => {
    const tenants = [{ id: "one", name: "", status: "active", workspace: workspace(), problem: null }];
    const { out } = await operator(["status"], () => ({ json: report({ tenants }) }));
    expect(out).toContain("one (not provisioned), active");
  });

  test("says what was begun and is not over, and for how long messages have waited", async () => {
    const outbox = { ...workspace().outbox, waiting: 3, oldestMs: 90_000 };
    const late = { id: "one", name: "One", status: "active", workspace: { ...workspace(), outbox }, problem: null };
    const open = { "tenant.erasing": 1, "tenant.restoring": 2 };
    const { out } = await operator(["status"], () => ({ json: report({ open, tenants: [late] }) }));
    expect(out).toMatch(/^Open +1 removed tenants or removals .*hosting erase.*, 2 restores .*hosting restore/m);
    expect(out).toContain("  queue    3 messages waiting, the oldest for 90 s");
  });

  test.each<readonly [what: string, json: object, says: string]>([
    ["a dead letter", report({ open: { dead_letter: 2 } }), "Not healthy: 2 open records."],
    [
      "a workspace that does not answer",
      report({ tenants: [{ id: "one", name: "One", status: "active", workspace: null, problem: "INTERNAL" }] }),
      "Not healthy: 1 workspace without an answer.",
    ],
    ...[
      [-1, "Healthy."],
      [0, "Not healthy: 1 workspace with work that is overdue."],
      [1, "Not healthy: 1 workspace with work that is overdue."],
    ].map(
      ([more, says]) =>
        [
          `work that is overdue for the bound and ${more} ms`,
          report({
            tenants: [
              {
                id: "one",
                name: "One",
                status: "active",
                workspace: { ...workspace(), overdueMs: QUEUE_LATE_MS + Number(more) },
                problem: null,
              },
            ],
          }),
          String(says),
        ] as const,
    ),
    ["a plugin whose key is not trusted", skipped("untrusted_key"), "Not healthy: 1 plugin that cannot run."],
    ["a plugin without a loader", skipped("loader_unavailable"), "Not healthy: 1 plugin that cannot run."],
  ])("finds %s", async (_, json, says) => {
    const { code, out } = await operator(["status"], () => ({ json }));
    expect([code, out.trim().split("\n").at(-1)]).toEqual([says === "Healthy." ? 0 : 1, says]);
  });

  test.each(["disabled", "not_granted", "revoked"])(
    "shows a plugin that an owner left %s, and finds nothing wrong with it",
    async (reason) => {
      const { code, out } = await operator(["status"], () => ({ json: skipped(reason) }));
      expect([code, out]).toEqual([0, expect.stringContaining(`  skipped  a.b 1.0.0: ${reason}, because`) as string]);
    },
  );

  test("shows every page of tenants, and what others wrote as text", async () => {
    const tenant = (id: string, name: string) => ({
      id,
      name,
      status: "read_only",
      workspace: workspace(),
      problem: null,
    });
    const { out } = await operator(["status"], ({ path }) =>
      path.includes("cursor")
        ? { json: report({ tenants: [tenant("two", "T\u001b[2Jwo")] }) }
        : { json: report({ tenants: [tenant("one", "One")], cursor: "next one" }) },
    );
    expect(out).toContain("one (One), read-only");
    expect(out).toContain("two (T\ufffd[2Jwo), read-only");
    expect(script.sent.map(({ path }) => path)).toEqual(["/api/admin/status", "/api/admin/status?cursor=next%20one"]);
  });
});

describe("a list", () => {
  test("that never ends is left, and says so", async () => {
    const { code, talk } = await operator(["domains", "list"], () => ({ json: { items: [], cursor: "more" } }));
    expect([code, script.sent.length, talk]).toEqual([
      0,
      PAGES_MAX,
      `There are more than ${PAGES_MAX} pages. The rest is left out.\n`,
    ]);
  });

  test.each([
    ["no JSON", { text: "<html>" }],
    ["a broken connection", { cut: true }],
  ])("with %s for an answer is trouble in one line", async (_, answer) => {
    const { code, out } = await operator(["domains", "list"], () => answer);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/demo\.localhost:\d+ (answered|does not answer)[^\n]*\n$/) as string,
    ]);
  });
});

describe("provision", () => {
  test("sends the file as it is, and says whether the site is new", async () => {
    using desk = new Desk();
    desk.write("site.json", '{"tenant":{"id":"one"}}');
    script.answer = () => ({
      status: 201,
      json: {
        created: true,
        domain: { origin: "https://one.example" },
        unavailable: [{ type: "a.b/c", pages: ["home"] }],
      },
    });
    const environment = { SVC_SITE: site, SVC_OPERATOR_TOKEN: TOKEN };
    expect(await desk.run(["operator", "provision", "site.json"], environment)).toMatchObject({
      code: 0,
      out: "https://one.example is created.\nNo active plugin has a.b/c, on home: visitors do not see these sections.\n",
    });
    expect(script.sent).toMatchObject([
      { method: "POST", path: "/api/admin/provision", body: { tenant: { id: "one" } } },
    ]);
    script.answer = () => ({ json: { created: false, domain: { origin: "https://one.example" }, unavailable: [] } });
    expect(await desk.run(["operator", "provision", "site.json"], environment)).toMatchObject({
      code: 0,
      out: "https://one.example already exists with these values; nothing was changed.\n",
    });
  });

  test.each([
    ["no JSON", "{"],
    ["more than a request may have", JSON.stringify("x".repeat(8 * 1024 * 1024))],
  ])("a file with %s is not sent", async (_, text) => {
    using desk = new Desk();
    desk.write("site.json", text);
    expect(
      (await desk.run(["operator", "provision", "site.json"], { SVC_SITE: site, SVC_OPERATOR_TOKEN: TOKEN })).code,
    ).not.toBe(0);
    expect(script.sent).toEqual([]);
  });

  test("a file that is not there is named", async () => {
    expect(await operator(["provision", "none.json"])).toMatchObject({
      code: 2,
      talk: expect.stringContaining("There is no none.json.") as string,
    });
  });

  test("a refusal names each fault by its place", async () => {
    using desk = new Desk();
    desk.write("site.json", "{}");
    script.answer = () => ({
      status: 400,
      json: {
        code: "INVALID_REQUEST",
        title: "No.",
        issues: [{ pointer: "/tenant", found: "nothing", allowed: "an object" }],
      },
    });
    expect(
      await desk.run(["operator", "provision", "site.json"], { SVC_SITE: site, SVC_OPERATOR_TOKEN: TOKEN }),
    ).toMatchObject({
      code: 1,
      out: "400 INVALID_REQUEST No.\n  /tenant: found nothing; allowed: an object\n",
    });
  });
});

describe("an erasure", () => {
  const call = ["erase", "one", ...ARCHIVE, "--confirm=ERASE one"];

  test("is asked for until the public content is gone, too", async () => {
    script.answer = () => ({ json: { rows: 3, archive: "x", finished: script.sent.length > 1, left: {} } });
    const { code, talk } = await operator(call);
    expect([code, script.sent.length]).toEqual([0, 2]);
    expect(talk).toContain("Its public content is being removed.");
  });
});

describe("a moment to go back to", () => {
  test.each([[[]], [["--at", "yesterday"]], [["--at", "2026-03-01", "--bookmark", "x"]]])(
    "%j is refused",
    async (options) => {
      expect((await operator(["rewind", "one", ...options, "--confirm=REWIND one"])).code).toBe(2);
      expect(script.sent).toEqual([]);
    },
  );
});

describe("a token", () => {
  const made = () => ({ json: { name: "robin", token: TOKEN, createdAt: 0, expiresAt: 1 } });
  const environment = { SVC_OPERATOR_TOKEN: "the-secret" };

  test("is written to a new file for its owner only, and not printed", async () => {
    using desk = new Desk();
    script.answer = made;
    const { code, out, talk } = await desk.run(
      ["operator", "tokens", "make", "robin", "--days", "30", "--out", "robin.token", "--site", site],
      environment,
    );
    expect([code, out]).toEqual([0, "robin.token\n"]);
    expect(out + talk).not.toContain(TOKEN);
    expect([desk.read("robin.token"), statSync(join(desk.path, "robin.token")).mode & 0o777]).toEqual([
      `${TOKEN}\n`,
      0o600,
    ]);
  });

  test("is not made when its file is there, and leaves no file when it is refused", async () => {
    using desk = new Desk();
    desk.write("robin.token", "older");
    const call = (file: string) =>
      desk.run(["operator", "tokens", "make", "robin", "--days", "30", "--out", file, "--site", site], environment);
    expect((await call("robin.token")).code).toBe(2);
    expect([desk.read("robin.token"), script.sent]).toEqual(["older", []]);
    script.answer = () => ({ status: 403, json: { code: "FORBIDDEN" } });
    expect((await call("new.token")).code).toBe(1);
    expect(existsSync(join(desk.path, "new.token"))).toBe(false);
  });

  test.each(["", "many", "-1", "1.5", "1000"])("for %j days is refused", async (days) => {
    expect((await operator(["tokens", "make", "robin", `--days=${days}`])).code).toBe(2);
    expect(script.sent).toEqual([]);
  });
});

describe("a key to trust", () => {
  const environment = { SVC_OPERATOR_TOKEN: "the-secret" };
  const add = (desk: Desk) => desk.run(["operator", "trust", "add", "keys.json", "--site", site], environment);

  test("is read from the list that keygen prints, each key sent by itself", async () => {
    using desk = new Desk();
    desk.write("keys.json", JSON.stringify([{ x: "one" }, { x: "two" }]));
    script.answer = () => ({ json: { kid: "k", changed: true, told: 1, untold: [] } });
    expect(await add(desk)).toMatchObject({ code: 0, out: "k is trusted.\nk is trusted.\n" });
    expect(script.sent.map(({ body }) => body)).toEqual([{ key: { x: "one" } }, { key: { x: "two" } }]);
  });

  test("that a tenant has not heard of ends with code 1 and its name", async () => {
    using desk = new Desk();
    desk.write("keys.json", "{}");
    script.answer = () => ({ json: { kid: "k", changed: true, told: 1, untold: ["harbour"] } });
    expect(await add(desk)).toMatchObject({ code: 1, talk: expect.stringContaining("harbour") as string });
  });

  test("in a file that is no JSON is refused, and the file's words are not shown", async () => {
    using desk = new Desk();
    desk.write("keys.json", "my private key");
    const { code, out, talk } = await add(desk);
    expect([code, out, talk.includes("private"), script.sent]).toEqual([2, "", false, []]);
  });
});

describe("an index of plugins", () => {
  const environment = { SVC_OPERATOR_TOKEN: "the-secret" };
  const add = (desk: Desk) => desk.run(["operator", "index", "add", "acme.json", "--site", site], environment);

  test("is listed as its file says", async () => {
    using desk = new Desk();
    const entry = { name: "acme", url: "https://acme.example/index.json", keys: [{ x: "one" }] };
    desk.write("acme.json", JSON.stringify(entry));
    script.answer = () => ({ json: { name: "acme", changed: true } });
    expect(await add(desk)).toMatchObject({ code: 0, out: "The index acme is added.\n" });
    expect(script.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/api/admin/plugin-indexes", entry],
    ]);
  });

  test("in a file that is no JSON is not sent", async () => {
    using desk = new Desk();
    desk.write("acme.json", "{");
    expect([(await add(desk)).code, script.sent]).toEqual([2, []]);
  });

  test("that was not taken is a finding, with its reason", async () => {
    const refusal = { reason: "expired", detail: "the index has expired" };
    const items = [{ name: "acme", url: "https://acme.example/", version: 3, refusal }];
    const { code, out } = await operator(["index", "list"], () => ({ json: { items } }));
    expect([code, out]).toEqual([1, expect.stringContaining("refused (expired:")]);
  });
});

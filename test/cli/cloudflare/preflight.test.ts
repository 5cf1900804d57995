/** The inputs and outputs of a preflight. `lies.test.ts` covers false answers of the provider. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  MCP_LOOK_MAX_BYTES,
  MCP_LOOK_TIMEOUT_MS,
  OPERATOR_NAME_MAX_CHARS,
} from "../../../manifests/bounds/provider.ts";
import type { LiveVerdict } from "../../../sites/cli/cloudflare/live/verdict.ts";
import { judgeInitialize, mcpAddress } from "../../../sites/cli/cloudflare/preflight/mcpLook.ts";
import { selfHostedPreflight } from "../../../sites/cli/cloudflare/preflight/selfHostedCommand.ts";
import { preflightLines } from "../../../sites/cli/cloudflare/preflight/preflightText.ts";
import { receiptOperator } from "../../../sites/cli/cloudflare/preflight/receipt.ts";
import { type Outcome, Options } from "../../../sites/cli/command/command.ts";
import { SECRETS } from "../../platform/provider/harbour.ts";
import type { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { AgentsServer, INITIALIZED } from "./agentsServer.ts";
import { committedSite, deployedAccount, git } from "./deployedSite.ts";
import { withoutWaits } from "../../support/withoutWaits.ts";
import { GOOD } from "./goodDescriptor.ts";
import { everything, ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

/** Another test covers the waits between attempts. */
withoutWaits();

let [removeBundles, folder]: [() => void, string] = [() => undefined, ""];
let [provider, agents]: [StandIn, AgentsServer] = [undefined as never, undefined as never];

beforeAll(async () => {
  removeBundles = buildStandIns();
  folder = await committedSite();
  [provider, agents] = await Promise.all([deployedAccount(folder), AgentsServer.start()]);
});
afterEach(() => {
  agents.beWell();
  rmSync(join(folder, ".svc/receipts"), { recursive: true, force: true });
});
afterAll(async () => {
  await Promise.all([provider, agents].map((server) => server[Symbol.asyncDispose]()));
  removeSiteFolders();
  removeBundles();
});

interface Varied {
  readonly cwd?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const preflight = ({ cwd = folder, options = {}, environment = {} }: Varied = {}): Promise<Outcome> =>
  ran(
    selfHostedPreflight,
    cwd,
    { operator: "Night shift", publicMcpUrl: agents.address, ...options },
    { ...provider.environment, HOME: folder, PATH: process.env["PATH"] ?? "", ...environment },
  );

const found = ({ data }: Outcome): string[] =>
  (data["checks"] as LiveVerdict[])
    .filter(({ findings }) => findings.length > 0)
    .map(({ id, verdict }) => `${id} ${verdict}`);

const receipts = (): string[] =>
  readdirSync(join(folder, ".svc/receipts")).map((name) => join(folder, ".svc/receipts", name));

describe("a receipt", () => {
  test("is private, and holds verdicts and nothing that was read", async () => {
    expect((await preflight()).ok).toBe(true);
    const [path = ""] = receipts();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    const receipt = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(receipt)).toEqual([
      "schemaVersion",
      "kind",
      "status",
      "rehearsal",
      "operator",
      "release",
      "commit",
      "startedAt",
      "finishedAt",
      "checks",
    ]);
    expect(receipt).toMatchObject({
      kind: "self-hosted",
      status: "passed",
      rehearsal: true,
      operator: "Night shift",
      commit: git(folder, "rev-parse", "HEAD").trim(),
    });
    for (const check of receipt["checks"] as object[]) expect(Object.keys(check)).toEqual(["id", "verdict"]);
    const versions = [...provider.account.scripts.values()].flatMap(({ versions: all, deployments }) =>
      [...all, ...deployments].map(({ id }) => id),
    );
    const forbidden = [
      provider.account.id,
      provider.account.name,
      "stand-in-token",
      ...versions,
      ...Object.values(GOOD.kv),
      GOOD.d1.databaseId,
      ...Object.values(GOOD.r2),
      "harbour-sites",
      ...Object.values(SECRETS.site),
    ];
    expect(forbidden.filter((word) => text.includes(word))).toEqual([]);
  });

  test("has the same checks in the same order, whatever can be looked at", async () => {
    const ids = ({ data }: Outcome): string[] => (data["checks"] as LiveVerdict[]).map(({ id }) => id);
    const whole = ids(await preflight());
    expect(new Set(whole).size).toBe(whole.length);
    expect(ids(await preflight({ environment: { CLOUDFLARE_ACCOUNT_ID: "f".repeat(32) } }))).toEqual(whole);
    expect(ids(await preflight({ cwd: siteFolder(GOOD) }))).toEqual(whole);
  });

  test("may be named, and nothing that exists is written over", async () => {
    const path = join(folder, ".svc/evidence.json");
    expect((await preflight({ options: { receipt: path } })).ok).toBe(true);
    const before = readFileSync(path, "utf8");
    await expect(preflight({ options: { receipt: path } })).rejects.toThrow(/exists/);
    expect(readFileSync(path, "utf8")).toBe(before);
    rmSync(path);
  });

  test("is refused outside of the site directory, before anything is asked", async () => {
    const elsewhere = siteFolder();
    symlinkSync(elsewhere, join(folder, ".svc/leads-out"));
    const asked = provider.heard.length;
    for (const path of [
      join(elsewhere, "receipt.json"),
      join(folder, "../receipt.json"),
      join(folder, ".svc/leads-out/receipt.json"),
    ]) {
      await expect(preflight({ options: { receipt: path } }), path).rejects.toThrow(/site directory/);
    }
    expect(provider.heard.length).toBe(asked);
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(join(folder, ".svc/leads-out"));
  });

  test("does not follow a link in place of its folder", async () => {
    const elsewhere = siteFolder();
    symlinkSync(elsewhere, join(folder, ".svc/receipts"));
    expect((await preflight()).ok).toBe(false);
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(join(folder, ".svc/receipts"));
  });

  test.each(["", "two\nlines", "\u001b[2J", "x".repeat(OPERATOR_NAME_MAX_CHARS + 1)])(
    "takes no operator like %j",
    async (operator) => {
      await expect(preflight({ options: { operator } })).rejects.toThrow(/--operator/);
    },
  );

  test.each([-1, 0])("takes an operator of the most characters and %i more", (more) => {
    const name = "x".repeat(OPERATOR_NAME_MAX_CHARS + more);
    expect(receiptOperator(new Options({ operator: name }))).toBe(name);
  });
});

test("a preflight sends GET requests only, and changes no file but its receipt", async () => {
  const [files, changes] = [everything(folder), provider.changes.length];
  await preflight();
  expect(provider.changes.slice(changes)).toEqual([]);
  const now = everything(folder);
  const kept = Object.fromEntries(Object.entries(now).filter(([path]) => !path.startsWith(".svc/receipts")));
  const withoutTimeOfFolder = ({ ".svc": _folder = "", ...rest }: Record<string, string>): Record<string, string> =>
    rest;
  expect(withoutTimeOfFolder(kept)).toEqual(withoutTimeOfFolder(files));
});

test("lines have at most 80 columns, whatever is wrong, and colours change no word", async () => {
  provider.account.queues[0]?.consumers.push({
    consumer_id: "c",
    type: "worker",
    script: `${"strangers-".repeat(12)}\u001b[2J`,
  });
  const { lines } = await preflight();
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const verdicts = (await preflight()).data["checks"] as LiveVerdict[];
  const painted = preflightLines(verdicts, "failed", true, (_style, text) => `<${text}>`);
  expect(painted.map((line) => line.replace(/^<(.{4})>/, "$1"))).toEqual(lines);
  provider.account.queues[0]?.consumers.pop();
});

describe("the commit", () => {
  test("a change that is not committed blocks", async () => {
    writeFileSync(join(folder, "note.txt"), "later");
    expect(found(await preflight())).toEqual(["commit.clean blocked"]);
    rmSync(join(folder, "note.txt"));
  });

  test("a folder without git blocks, and leaves a receipt that says so", async () => {
    renameGit("away");
    expect(found(await preflight())).toEqual(["commit.clean blocked"]);
    expect(JSON.parse(readFileSync(receipts()[0] ?? "", "utf8"))).toMatchObject({ status: "blocked", commit: null });
    renameGit("back");
  });

  test("a program that the repository names is not run", async () => {
    const trap = join(folder, "ran");
    git(folder, "config", "core.fsmonitor", `touch ${trap}; false`);
    await preflight();
    expect(existsSync(trap)).toBe(false);
    git(folder, "config", "--unset", "core.fsmonitor");
  });
});

const renameGit = (where: "away" | "back"): void => {
  const [from, to] = where === "away" ? [".git", ".svc/git"] : [".svc/git", ".git"];
  renameSync(join(folder, from), join(folder, to));
};

/** Without a login the stand-in is unknown, so an address on this machine fails as well. */
const NO_LOGIN = ["provider.login blocked", "mcp.address failed"];

describe("the credential", () => {
  test("another account than those listed blocks, and none of it is asked", async () => {
    const asked = provider.heard.length;
    const outcome = await preflight({ environment: { CLOUDFLARE_ACCOUNT_ID: "f".repeat(32) } });
    expect(found(outcome)).toEqual(NO_LOGIN);
    expect(provider.heard.slice(asked).map(({ path }) => path)).toEqual(["/accounts?per_page=50"]);
  });

  test("a token that is not accepted blocks, and is not shown", async () => {
    const outcome = await preflight({ environment: { CLOUDFLARE_API_TOKEN: "wrong-token-value" } });
    expect(found(outcome)).toEqual(NO_LOGIN);
    expect(JSON.stringify(outcome)).not.toContain("wrong-token-value");
  });

  test.each([
    "http://api.strangers.com/client/v4",
    "ftp://127.0.0.1",
    "https://user:word@api.cloudflare.com/client/v4",
    "nonsense",
  ])("is not sent to %s", async (base) => {
    const outcome = await preflight({ environment: { CLOUDFLARE_API_BASE_URL: base } });
    expect(found(outcome)).toEqual(NO_LOGIN);
  });

  test("with a line break in it is refused", async () => {
    expect(found(await preflight({ environment: { CLOUDFLARE_API_TOKEN: "a\r\nx-other: b" } }))).toEqual(NO_LOGIN);
  });

  test("the network gone blocks", async () => {
    const gone = { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4" };
    expect(found(await preflight({ environment: gone }))).toEqual(NO_LOGIN);
  });
});

describe("the public MCP server", () => {
  const answers = (text: string, type = "application/json") =>
    (agents.answer = (response) => response.writeHead(200, { "content-type": type }).end(text));
  /** JSON of exactly this many bytes. */
  const padded = (bytes: number): string => {
    const text = JSON.stringify(INITIALIZED);
    return text + " ".repeat(bytes - text.length);
  };

  test("is asked as anybody: without cookie and credential", async () => {
    await preflight();
    expect(Object.keys(agents.headers.at(-1) ?? {})).not.toContain("authorization");
    expect(Object.keys(agents.headers.at(-1) ?? {})).not.toContain("cookie");
  });

  test("may answer with an event stream that it leaves open", async () => {
    agents.answer = (response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`event: message\ndata: ${JSON.stringify(INITIALIZED)}\n\n`);
    expect((await preflight()).ok).toBe(true);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("an answer of the bound %i bytes: %s", async (more, isWell) => {
    answers(padded(MCP_LOOK_MAX_BYTES + more));
    expect((await preflight()).ok).toBe(isWell);
  });

  const WRONG: readonly (readonly [string, () => unknown, string])[] = [
    [
      "a redirect",
      () => (agents.answer = (response) => response.writeHead(307, { location: agents.address }).end()),
      "failed",
    ],
    [
      "another server's name",
      () =>
        answers(
          JSON.stringify({
            ...INITIALIZED,
            result: { ...INITIALIZED.result, serverInfo: { name: "other", version: "1" } },
          }),
        ),
      "failed",
    ],
    [
      "an error",
      () => answers(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32600, message: "\u001b[31mno" } })),
      "failed",
    ],
    ["a page", () => answers("<p>hello", "text/html"), "failed"],
    ["nothing", () => answers(""), "failed"],
    ["a login", () => (agents.answer = (response) => response.writeHead(401).end()), "failed"],
    ["a failure", () => (agents.answer = (response) => response.writeHead(503).end()), "blocked"],
    ["a broken connection", () => (agents.answer = (response) => response.destroy()), "blocked"],
  ];

  test.each(WRONG)("%s is no answer to an agent", async (_name, tell, verdict) => {
    tell();
    const outcome = await preflight();
    expect(found(outcome)).toEqual([`mcp.initialize ${verdict}`]);
    expect(JSON.stringify(outcome)).not.toContain("31mno");
  });

  test.each([
    "http://mcp.harbour-sites.com/mcp",
    "https://mcp.harbour-sites.com/",
    "https://mcp.harbour-sites.com/mcp?x",
    "https://mcp.harbour-sites.com/mcp#x",
    "https://a:b@mcp.harbour-sites.com/mcp",
    "https://10.0.0.1/mcp",
    "https://mcp.harbour-sites.com:8443/mcp",
    "mcp.harbour-sites.com",
    "",
  ])("%j is no address of one", (text) => {
    expect(() => mcpAddress(text)).toThrow(/--public-mcp-url/);
  });

  test("that of another deployment fails, and is not asked", async () => {
    const asked = agents.headers.length;
    expect(found(await preflight({ environment: { CLOUDFLARE_ACCOUNT_ID: "f".repeat(32) } }))).toContain(
      "mcp.address failed",
    );
    expect(found(await preflight({ options: { publicMcpUrl: "https://mcp.strangers-sites.com/mcp" } }))).toEqual([
      "mcp.address failed",
    ]);
    expect(agents.headers.length).toBe(asked);
  });
});

test.each([
  [MCP_LOOK_TIMEOUT_MS - 1, undefined],
  [MCP_LOOK_TIMEOUT_MS, "blocked"],
  [MCP_LOOK_TIMEOUT_MS + 1, "blocked"],
])("a server that does not answer is waited for up to the bound: %i ms, %s", async (ms, judgement) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal(
    "fetch",
    (_: URL, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
  );
  try {
    let verdict: LiveVerdict | undefined;
    void judgeInitialize(new URL("https://agents.example/mcp"), "0.1.0").then((one) => (verdict = one));
    await vi.advanceTimersByTimeAsync(ms);
    expect(verdict?.verdict).toBe(judgement);
    if (verdict)
      expect(JSON.stringify(verdict)).toContain(`no complete answer within ${MCP_LOOK_TIMEOUT_MS / 1_000} s`);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

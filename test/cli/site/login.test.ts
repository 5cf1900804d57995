import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { Options, UsageError } from "../../../sites/cli/command/command.ts";
import { readSite } from "../../../sites/cli/site/address.ts";
import { type Awaited, listenOnce } from "../../../sites/cli/site/listener.ts";
import { dropLogin, keepLogin, keptLogin } from "../../../sites/cli/site/logins.ts";
import { pastedAnswer } from "../../../sites/cli/site/pasting.ts";
import { typedAnswer } from "../../../sites/cli/terminal/prompt.ts";
import { printable } from "../../../sites/cli/site/problem.ts";
import { Desk } from "../svc.ts";

describe("--site", () => {
  const site = (text: string): string => readSite(new Options({ site: text }), {});

  test.each([
    ["https://www.example.com", "https://www.example.com"],
    ["https://www.example.com/", "https://www.example.com"],
    ["HTTPS://WWW.Example.com:8443", "https://www.example.com:8443"],
    ["http://demo.localhost:8787", "http://demo.localhost:8787"],
    ["http://localhost:8787", "http://localhost:8787"],
    ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
    ["http://[::1]:8787", "http://[::1]:8787"],
  ])("%s is %s", (text, origin) => expect(site(text)).toBe(origin));

  test.each([
    "http://www.example.com",
    "http://127.0.0.2:8787",
    "http://[::2]:8787",
    "http://localhost.example.com",
    "http://notlocalhost",
    "ftp://demo.localhost",
    "www.example.com",
    "https://user:pass@example.com",
    "https://example.com/about",
    "https://example.com/?a=b",
    "https://example.com/#a",
    "javascript:alert(1)",
  ])("is never %s", (text) => expect(() => site(text)).toThrow(UsageError));

  test("may stand in the environment", () => {
    expect(readSite(new Options({}), { SVC_SITE: "https://a.example" })).toBe("https://a.example");
    expect(() => readSite(new Options({}), {})).toThrow(/--site <url>, or SVC_SITE/);
  });
});

describe("a kept login", () => {
  const home = mkdtempSync(join(tmpdir(), "drawbridge-kept-"));
  const environment = { XDG_CONFIG_HOME: home };
  const login = { site: "https://a.example", cookie: "__Host-svc_session", login: "secret", expiresAt: 1_000 };
  const folder = join(home, "svc/logins");
  beforeEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => rmSync(home, { recursive: true }));

  test("is in a file for its owner alone, also in place of one that was open to others", () => {
    const path = keepLogin(login, environment);
    writeFileSync(join(folder, "open"), "");
    rmSync(path);
    writeFileSync(path, "older", { mode: 0o644 });
    expect(keepLogin(login, environment)).toBe(path);
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(login);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test.each([
    [999, true],
    [1_000, false],
    [1_001, false],
  ])("counts at %i: %s", (now, counts) => {
    keepLogin(login, environment);
    expect(keptLogin(login.site, environment, now) !== undefined).toBe(counts);
  });

  test.each(["https://a.example:8443", "http://a.example", "https://b.example", "https://a.example.evil.example"])(
    "is not for %s",
    (other) => {
      keepLogin(login, environment);
      expect(keptLogin(other, environment, 0)).toBeUndefined();
    },
  );

  test("that was moved to another site's file is nothing", () => {
    const path = keepLogin(login, environment);
    writeFileSync(path.replace("a.example", "b.example"), readFileSync(path));
    expect(keptLogin("https://b.example", environment, 0)).toBeUndefined();
  });

  test.each(["", "{", "[]", "null", '{"site":"https://a.example"}'])("that reads %j is nothing", (text) => {
    writeFileSync(keepLogin(login, environment), text);
    expect(keptLogin(login.site, environment, 0)).toBeUndefined();
  });

  test("is forgotten", () => {
    keepLogin(login, environment);
    dropLogin(login.site, environment);
    expect(keptLogin(login.site, environment, 0)).toBeUndefined();
  });
});

describe("the port that waits for a login", () => {
  const STATE = "s".repeat(43);
  let awaited: Awaited;
  beforeEach(async () => {
    awaited = await listenOnce(STATE);
  });
  afterEach(() => awaited.close());

  const visit = (path: string, { method = "GET", host = `127.0.0.1:${awaited.port}` } = {}): Promise<number> =>
    new Promise((done, fail) => {
      request({ host: "127.0.0.1", port: awaited.port, path, method, headers: { host }, agent: false }, (response) =>
        done(response.resume().statusCode ?? 0),
      )
        .on("error", fail)
        .end();
    });

  test("takes the answer that knows its state, and no other", async () => {
    const statuses = [
      await visit(`/?code=wrong&state=${"t".repeat(43)}`),
      await visit("/?code=wrong"),
      await visit(`/elsewhere?code=wrong&state=${STATE}`),
      await visit(`/?code=wrong&state=${STATE}`, { method: "POST" }),
      await visit(`/?code=wrong&state=${STATE}`, { host: `evil.example:${awaited.port}` }),
      await visit(`/?code=wrong&state=${STATE}`, { host: `localhost:${awaited.port}` }),
      await visit(`/?code=right&state=${STATE}&site=https://a.example`),
    ];
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 200]);
    expect((await awaited.answer).get("code")).toBe("right");
  });
});

describe("an answer that a person pastes", () => {
  const STATE = "s".repeat(43);
  const pasted = (...lines: readonly string[]) => {
    const [input, output, over] = [new PassThrough(), new PassThrough(), new AbortController()];
    const waiting = [...lines];
    output.on("data", (asked: Buffer) => {
      const line = asked.toString().includes("paste the address") ? waiting.shift() : undefined;
      if (line !== undefined) input.write(`${line}\n`);
    });
    const answer = pastedAnswer(STATE, over.signal, (question, signal) =>
      typedAnswer(question, { input, output }, signal),
    );
    return { answer, over, input };
  };

  test("counts as the browser's, if it knows the state", async () => {
    const right = `http://127.0.0.1:4180/?code=right&state=${STATE}&site=https%3A%2F%2Fa.example`;
    const { answer } = pasted("what?", `http://127.0.0.1:4180/?code=wrong&state=${"t".repeat(43)}`, right);
    expect((await answer).get("code")).toBe("right");
  });

  test.each<readonly [string, (asked: ReturnType<typeof pasted>) => void]>([
    ["the end of the input", ({ input }) => input.end()],
    ["an empty line", ({ input }) => input.write("\n")],
    ["the browser's own answer", ({ over }) => over.abort()],
  ])("is no longer asked for after %s", async (_, happens) => {
    const asked = pasted();
    happens(asked);
    const late = setTimeout(20).then(() => "still open");
    expect(await Promise.race([asked.answer, late])).toBe("still open");
    expect(asked.input.listenerCount("keypress")).toBe(0);
  });
});

test.each(["70000", "-1", "x", "1.5"])("--port %s is refused by its name", async (port) => {
  using desk = new Desk();
  const { code, talk } = await desk.run(["login", "--site", "http://demo.localhost:1", `--port=${port}`], {
    XDG_CONFIG_HOME: desk.path,
  });
  expect([code, talk]).toEqual([2, expect.stringMatching(/^--port takes a number from 0 to 65535, not /)]);
});

test("what a site says cannot paint a terminal", () => {
  expect(printable("a\u001b[31mb\rc\nd\u202ee\u009bf")).toBe("a\ufffd[31mb\ufffdc\ufffdd\ufffde\ufffdf");
});

describe("called without a site that could answer", () => {
  test.each<readonly [string, readonly string[], number, RegExp]>([
    ["no site", ["login"], 2, /Name the site/],
    ["a site without https", ["login", "--site", "http://www.example.com"], 2, /--site takes an address/],
    [
      "a site that is not there",
      ["logout", "--site", "http://demo.localhost:1"],
      0,
      /^Not logged in at http:\/\/demo\.localhost:1\.\n/,
    ],
  ])("%s", async (_, args, code, says) => {
    using desk = new Desk();
    const ran = await desk.run(args, { XDG_CONFIG_HOME: desk.path });
    expect({ code: ran.code, said: ran.out + ran.talk }).toEqual({ code, said: expect.stringMatching(says) as string });
  });

  test("a login that cannot be ended is kept", async () => {
    using desk = new Desk();
    const environment = { XDG_CONFIG_HOME: desk.path };
    keepLogin(
      { site: "http://demo.localhost:1", cookie: "c", login: "l", expiresAt: Date.now() + 60_000 },
      environment,
    );
    const { code, out } = await desk.run(["logout", "--site", "http://demo.localhost:1"], environment);
    expect([code, out]).toEqual([1, expect.stringMatching(/does not answer/)]);
    expect(keptLogin("http://demo.localhost:1", environment, Date.now())).toBeDefined();
  });
});

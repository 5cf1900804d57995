import { execFileSync } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test, vi } from "vitest";
import { judgeIndex } from "../../../manifests/distribution/judgeIndex.ts";
import { packageSha256 } from "../../../sites/cli/plugin/signed/packageFile.ts";
import { signedRequest } from "../../../sites/cli/releasing/signedRequest.ts";
import { clearDesks, type Desk, type Ran, signedDesk } from "../svc.ts";

// Some calls start a process.
vi.setConfig({ testTimeout: 60_000 });
afterAll(clearDesks);

const BASE = "https://acme.example/plugins/";
const CHANGES = "## Unreleased\n\n- Shows two notices.\n";

async function authorDesk(): Promise<Desk> {
  const desk = await signedDesk();
  desk.write("notices/CHANGELOG.md", CHANGES);
  return desk;
}

const release = (desk: Desk, ...more: readonly string[]): Promise<Ran> =>
  desk.plugin("release", "notices", "--key", "key.json", "--to", "public", ...more);
const first = (desk: Desk, ...more: readonly string[]): Promise<Ran> =>
  release(desk, "--base", BASE, "--name", "acme", ...more);

/** Every file of the author and of the place, by path. */
const filesOf = (desk: Desk): Record<string, string> =>
  Object.fromEntries(
    ["notices", "public"]
      .filter((folder) => existsSync(join(desk.path, folder)))
      .flatMap((folder) =>
        readdirSync(join(desk.path, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name)),
      )
      .map((path) => [path.slice(desk.path.length + 1), readFileSync(path, "utf8")]),
  );

async function indexIn(desk: Desk) {
  const keys = JSON.parse(desk.read("trust.json")) as unknown[];
  const bytes = readFileSync(join(desk.path, "public/index.json"));
  const judged = await judgeIndex(bytes, { name: "acme" }, { keys, seen: undefined }, Date.now(), packageSha256);
  if (!judged.ok) throw new Error(judged.error.detail);
  return judged.value.index;
}

describe("a release into a folder", () => {
  test("sets version and changelog, and writes a package and an index that a site takes", async () => {
    using desk = await authorDesk();
    const { code, out, talk } = await first(desk, "--step", "minor");
    expect(code, out + talk).toBe(0);
    expect(out).toMatch(/^acme\.notices 0\.1\.0 -> 0\.2\.0\n {2}- Shows two notices\.\n/);
    expect(desk.read("notices/plugin.jsonc")).toContain('"version": "0.2.0"');
    expect(desk.read("notices/CHANGELOG.md")).toMatch(/^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n/);
    expect((await indexIn(desk)).plugins["acme.notices"]?.versions).toMatchObject({
      "0.2.0": { package: `${BASE}acme.notices-0.2.0.json` },
    });
    expect((await desk.plugin("verify", "public/acme.notices-0.2.0.json", "--keys", "trust.json")).code).toBe(0);
  });

  test("says in a dry run what it would write, and writes nothing", async () => {
    using desk = await authorDesk();
    const before = filesOf(desk);
    const { code, out } = await first(desk, "--step", "patch", "--dry-run");
    expect([code, filesOf(desk)]).toEqual([0, before]);
    expect(out).toMatch(/^Nothing was written\. It would be:\nacme\.notices 0\.1\.0 -> 0\.1\.1\n/);
  });

  test("changes nothing when it is repeated, and goes on where it ended", async () => {
    using desk = await authorDesk();
    await first(desk);
    const whole = filesOf(desk);
    expect([(await release(desk)).code, filesOf(desk)]).toEqual([0, whole]);
    // An end between the package and the index.
    for (const path of ["public/index.json", "notices/released-acme.json"]) rmSync(join(desk.path, path));
    expect((await first(desk)).code).toBe(0);
    expect(Object.keys(filesOf(desk))).toEqual(Object.keys(whole));
  });

  test("continues an index with the next version, at the address of the earlier packages", async () => {
    using desk = await authorDesk();
    await first(desk);
    desk.write("notices/CHANGELOG.md", `${CHANGES}\n${desk.read("notices/CHANGELOG.md")}`);
    expect((await release(desk, "--version", "1.0.0")).code).toBe(0);
    const { version, plugins } = await indexIn(desk);
    expect([version, Object.keys(plugins["acme.notices"]?.versions ?? {})]).toEqual([2, ["0.1.0", "1.0.0"]]);
    expect(plugins["acme.notices"]?.versions["1.0.0"]?.package).toBe(`${BASE}acme.notices-1.0.0.json`);
  });

  test("keeps a record of the index with the author's files, which no package has", async () => {
    using desk = await authorDesk();
    const digestOf = async (): Promise<unknown> => (await desk.json("check", "notices")).data["digest"];
    const before = await digestOf();
    expect((await first(desk)).talk).toContain("notices/released-acme.json is written. Commit it with this release.");
    expect(desk.read("notices/released-acme.json")).toBe(desk.read("public/index.json"));
    expect([await digestOf(), (await desk.plugin("check", "notices")).talk]).toEqual([before, ""]);
  });

  test("keeps a signature that the package has there, such as a reviewer's", async () => {
    using desk = await authorDesk();
    await desk.plugin("keygen", "second.json");
    await first(desk);
    const path = "public/acme.notices-0.1.0.json";
    await desk.plugin("sign", path, "--key", "second.json");
    const signed = desk.read(path);
    expect([(await release(desk)).code, desk.read(path)]).toEqual([0, signed]);
  });

  test.each<[string, (desk: Desk) => Promise<unknown> | void, readonly string[], RegExp]>([
    ["without a changelog", (desk) => desk.write("notices/CHANGELOG.md", ""), [], /has neither "## 0\.1\.0" nor/],
    [
      "without the address of a first index",
      () => undefined,
      ["--base", ""],
      /The first release needs --base|takes an https/,
    ],
    [
      "at an address without https",
      () => undefined,
      ["--base", "http://acme.example/"],
      /--base takes an https address/,
    ],
    ["by an unknown step", () => undefined, ["--step", "huge"], /--step takes patch or minor or major/],
    ["of a folder with a fault", (desk) => desk.change("notices/plugin.jsonc", '"name"', '"nam"'), [], /nam/],
  ])("is refused %s, and nothing is written", async (_how, prepare, more, says) => {
    using desk = await authorDesk();
    await prepare(desk);
    const before = filesOf(desk);
    const { code, out, talk } = await first(desk, ...more);
    expect(code === 0).toBe(false);
    expect(out + talk).toMatch(says);
    expect(filesOf(desk)).toEqual(before);
  });

  test("gives no version other content", async () => {
    using desk = await authorDesk();
    await first(desk);
    desk.change("notices/plugin.jsonc", '"name": "', '"name": "More ');
    const before = filesOf(desk);
    const { code, out } = await release(desk);
    expect([code, filesOf(desk)]).toEqual([1, before]);
    expect(out).toContain("has other content under this version. Give the plugin another version number.");
  });
});

describe("an index that a stranger put into the place", () => {
  test("is not signed again by the author, whatever it lists", async () => {
    using desk = await authorDesk();
    await desk.plugin("keygen", "stranger.json");
    const making = ["notices.json", "--name", "acme", "--base", BASE, "--keys", "trust.json", "--out", "index.json"];
    await desk.plugin("index", "make", ...making);
    await desk.plugin("index", "sign", "index.json", "--key", "stranger.json");
    desk.write("public/index.json", desk.read("index.json"));
    const before = filesOf(desk);
    const { code, out } = await first(desk);
    expect([code, out]).toEqual([1, expect.stringContaining("Release with a key that has signed it.")]);
    expect(filesOf(desk)).toEqual(before);
  });
});

describe("a release with a statement about its origin", () => {
  const git = (desk: Desk, ...args: readonly string[]): void => {
    const who = ["-c", "user.name=Ann", "-c", "user.email=ann@acme.example", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: join(desk.path, "notices"), stdio: "ignore" });
  };

  async function committedDesk(): Promise<Desk> {
    const desk = await authorDesk();
    desk.write("notices/CHANGELOG.md", "## 0.1.0\n- First.\n");
    git(desk, "init", "-q");
    git(desk, "remote", "add", "origin", "https://ann:secret@code.example/acme/notices.git");
    git(desk, "add", ".");
    git(desk, "commit", "-qm", "Begin");
    return desk;
  }

  test("names repository and commit, and no secret, and svc plugin verify shows it", async () => {
    using desk = await committedDesk();
    const { code, out, talk } = await first(desk, "--provenance");
    expect(code, out + talk).toBe(0);
    const shown = await desk.plugin("verify", "public/acme.notices-0.1.0.json", "--keys", "trust.json");
    expect([shown.code, shown.out]).toEqual([
      0,
      expect.stringMatching(
        /^ {2}made from git\+https:\/\/code\.example\/acme\/notices\.git at [0-9a-f]{40} by urn:drawbridge:/m,
      ),
    ]);
    expect(JSON.stringify(filesOf(desk)["public/acme.notices-0.1.0.provenance.json"])).not.toContain("secret");
    const whole = filesOf(desk);
    expect([(await release(desk, "--provenance")).code, filesOf(desk)]).toEqual([0, whole]);
  });

  test.each<[string, (desk: Desk) => void, readonly string[], RegExp]>([
    [
      "a change that is in no commit",
      (desk) => desk.change("notices/plugin.jsonc", '"name": "', '"name": "More '),
      [],
      /has changes that are in no commit/,
    ],
    ["a version that no commit has", () => undefined, ["--step", "patch"], /Commit 0\.1\.1 first|has neither/],
    [
      "no repository",
      (desk) => rmSync(join(desk.path, "notices/.git"), { recursive: true }),
      [],
      /is no folder of a git repository/,
    ],
  ])("is refused for %s, and nothing is written", async (_, change, more, says) => {
    using desk = await committedDesk();
    change(desk);
    const before = filesOf(desk);
    const { code, out, talk } = await first(desk, "--provenance", ...more);
    expect([code === 0, filesOf(desk)]).toEqual([false, before]);
    expect(out + talk).toMatch(says);
  });

  test("fails the verification if it is about another package", async () => {
    using desk = await committedDesk();
    await first(desk, "--provenance");
    desk.write("other.provenance.json", desk.read("public/acme.notices-0.1.0.provenance.json"));
    desk.change("notices/plugin.jsonc", '"name": "', '"name": "More ');
    await desk.plugin("pack", "notices", "--out", "other.json");
    await desk.plugin("sign", "other.json", "--key", "key.json");
    const { code, out } = await desk.plugin("verify", "other.json", "--keys", "trust.json");
    expect([code, out]).toEqual([1, expect.stringContaining("the statement is about another package")]);
  });
});

/** A bucket of S3's protocol that checks signatures and conditions. */
class Bucket implements AsyncDisposable {
  static readonly credentials = { accessKey: "author", secretKey: "a secret of the author", region: "auto" };
  readonly files = new Map<string, Buffer>();
  /** Called before the next write is judged. */
  meanwhile: (() => void) | undefined;
  /** True answers a read after a write with other bytes. */
  forgets = false;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/shelf/plugins/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const say = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (!this.#isSigned(request, body)) return void say(403, "SignatureDoesNotMatch");
    const path = request.url ?? "";
    if (request.method === "GET") {
      const found = this.files.get(path);
      if (!found) return void say(404, "NoSuchKey");
      return void response.writeHead(200, { etag: `"${found.length}"` }).end(found);
    }
    this.meanwhile?.();
    this.meanwhile = undefined;
    const there = this.files.get(path);
    const [only, none] = [request.headers["if-match"], request.headers["if-none-match"]];
    if (only !== undefined ? only !== `"${there?.length}"` : none === "*" && there)
      return void say(412, "PreconditionFailed");
    this.files.set(path, this.forgets ? Buffer.from("lost") : body);
    response.writeHead(200).end();
  }

  #isSigned({ method = "", url = "", headers }: IncomingMessage, body: Buffer): boolean {
    const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1]?.split(";") ?? [];
    const stamped = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
      .exec(String(headers["x-amz-date"]))
      ?.slice(1)
      .map(Number);
    const [year = 0, month = 1, ...rest] = stamped ?? [];
    const own = names.filter((name) => name !== "host" && !name.startsWith("x-amz-"));
    const signed = signedRequest(
      {
        method,
        url: `http://${headers.host}${url}`,
        headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
        body,
        at: Date.UTC(year, month - 1, ...(rest as [number])),
      },
      Bucket.credentials,
    );
    return signed["authorization"] === headers.authorization;
  }
}

const SECRETS = { AWS_ACCESS_KEY_ID: "author", AWS_SECRET_ACCESS_KEY: "a secret of the author" };

describe("a release into a bucket", () => {
  const intoBucket = (desk: Desk, { address }: Bucket, environment: Record<string, string> = SECRETS): Promise<Ran> =>
    desk.run(
      ["plugin", "release", "notices", "--key", "key.json", "--to", address, "--base", BASE, "--name", "acme"],
      environment,
    );

  test("writes the package and then the index, and a repeat writes nothing", async () => {
    using desk = await authorDesk();
    await using bucket = await new Bucket().start();
    const { code, out, talk } = await intoBucket(desk, bucket);
    expect(code, out + talk).toBe(0);
    expect([...bucket.files.keys()]).toEqual(["/shelf/plugins/acme.notices-0.1.0.json", "/shelf/plugins/index.json"]);
    const before = new Map(bucket.files);
    expect([(await intoBucket(desk, bucket)).code, bucket.files]).toEqual([0, before]);
  });

  test("overwrites no index that another program has written meanwhile", async () => {
    using desk = await authorDesk();
    await using bucket = await new Bucket().start();
    const path = "/shelf/plugins/index.json";
    bucket.meanwhile = () => bucket.files.set(path, Buffer.from("another one"));
    const { code, out } = await intoBucket(desk, bucket);
    expect([code, out]).toEqual([1, expect.stringContaining("was changed meanwhile")]);
    expect(bucket.files.get(path)?.toString()).toBe("another one");
    expect(desk.read("notices/CHANGELOG.md")).toBe(CHANGES);
  });

  test("does not believe a bucket that gives other bytes back", async () => {
    using desk = await authorDesk();
    await using bucket = await new Bucket().start();
    bucket.forgets = true;
    const { code, out } = await intoBucket(desk, bucket);
    expect([code, out]).toEqual([1, expect.stringContaining("has other bytes than were written")]);
    expect([...bucket.files.keys()]).toEqual(["/shelf/plugins/acme.notices-0.1.0.json"]);
  });

  test("names what the bucket says, and never a secret", async () => {
    using desk = await authorDesk();
    await using bucket = await new Bucket().start();
    const { code, out, talk } = await intoBucket(desk, bucket, { ...SECRETS, AWS_SECRET_ACCESS_KEY: "another secret" });
    expect([code, out]).toEqual([1, expect.stringContaining("was refused: SignatureDoesNotMatch.")]);
    expect(out + talk).not.toContain("another secret");
  });

  test.each([
    ["http://acme.example/shelf/", SECRETS, /--to takes a folder, or the https address/],
    ["https://me@acme.example/shelf/", SECRETS, /--to takes a folder, or the https address/],
    ["s3://shelf/plugins", SECRETS, /--to takes a folder, or the https address/],
    ["https://acme.example/shelf/", {}, /A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ])("at %s is refused with the reason", async (to, environment, says) => {
    using desk = await authorDesk();
    const { code, talk } = await desk.run(
      ["plugin", "release", "notices", "--key", "key.json", "--to", to, "--base", BASE, "--name", "acme"],
      environment as Record<string, string>,
    );
    expect([code, talk]).toEqual([2, expect.stringMatching(says)]);
  });
});

import { once } from "node:events";
import { existsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test, vi } from "vitest";
import { COMMANDS, OWN_COMMANDS } from "../../sites/cli/commands.ts";
import { askedKind } from "../../sites/cli/plugin/scaffolds/asking.ts";
import { SCAFFOLD_NAMES } from "../../sites/cli/plugin/scaffolds/kinds.ts";
import { SITE_OPTION } from "../../sites/cli/site/address.ts";
import { clearDesks, Desk, signedDesk, startedDesk, type Ran } from "./svc.ts";

// Some calls start a process.
vi.setConfig({ testTimeout: 60_000 });
afterAll(clearDesks);

/** The words typed after `svc`. */
const TYPED = [...OWN_COMMANDS.map(({ name }) => name), ...COMMANDS.map(({ name }) => `plugin ${name}`)];

const DIGEST = /sha256-[\w-]{43}/;

// The commands of plugins/trust.md.
test.each<readonly [how: string, kind: string, svc: (desk: Desk, args: readonly string[]) => Ran | Promise<Ran>]>([
  ["each step in a process of its own", "section", (desk, args) => desk.start(args)],
  ...SCAFFOLD_NAMES.filter((name) => name !== "section").map(
    (name) => ["in one process", name, (desk: Desk, args: readonly string[]) => desk.run(args)] as const,
  ),
])("%s, a new %s plugin checks clean, packs, is signed and believed", async (_, kind, svc) => {
  using desk = new Desk();
  const plugin = async (...args: string[]): Promise<Ran> => svc(desk, ["plugin", ...args]);
  const steps = [
    await plugin("init", "acme.notices", "--kind", kind),
    await plugin("check", "notices"),
    await plugin("pack", "notices"),
    await plugin("keygen", "key.json", "--publishers", "acme"),
    await plugin("sign", "acme.notices-0.1.0.json", "--key", "key.json"),
  ];
  desk.write("trust.json", steps[3]?.out ?? "");
  const verified = await plugin("verify", "acme.notices-0.1.0.json", "--keys", "trust.json");
  expect([...steps, verified].map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(steps[1]?.out).toMatch(/^ok {2}acme\.notices 0\.1\.0 sha256-/);
  expect(verified.out.match(/^ {2}ok /gm)).toHaveLength(8);
  expect(DIGEST.exec(verified.out)?.[0]).toBe(DIGEST.exec(steps[1]?.out ?? "")?.[0]);
});

test("svc plugin init asks at a terminal what the plugin is to be, until the answer is one", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asking = askedKind({ input, output });
  let shown = "";
  const asked = async (times: number): Promise<void> => {
    while (shown.split("[1]: ").length <= times) shown += String((await once(output, "data"))[0]);
  };
  await asked(1);
  input.write("0\n");
  await asked(2);
  input.write("Theme\n");
  expect(await asking).toBe("theme");
  for (const name of SCAFFOLD_NAMES) expect(shown).toContain(`${name} `);
});

test.each([
  ["", "section"],
  ["5", "form"],
  ["typescript", "typescript"],
])("the answer %j begins a %s", async (answer, kind) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(`${answer}\n`);
  expect(await askedKind({ input, output })).toBe(kind);
});

describe("a key", () => {
  test.each(["Ed25519", "ES256"])("%s is written for its owner only and never printed", async (alg) => {
    using desk = new Desk();
    const { code, out, talk } = await desk.plugin("keygen", "key.json", "--alg", alg);
    const { d, kid } = JSON.parse(desk.read("key.json")) as Record<string, string>;
    expect(code).toBe(0);
    expect(statSync(join(desk.path, "key.json")).mode & 0o777).toBe(0o600);
    expect(d).toMatch(/^[\w-]{43}$/);
    expect(out + talk).not.toContain(d);
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ kid, alg, use: "sig" })]);
    expect(Object.keys((JSON.parse(out) as object[])[0] ?? {})).not.toContain("d");
  });

  test("takes nobody's place: a file is left as it is, and a link is not followed", async () => {
    using desk = new Desk();
    desk.write("key.json", "older");
    symlinkSync(join(desk.path, "elsewhere"), join(desk.path, "link.json"));
    const [onFile, onLink] = [await desk.plugin("keygen", "key.json"), await desk.plugin("keygen", "link.json")];
    expect([onFile.code, onLink.code]).toEqual([2, 2]);
    expect(onFile).toMatchObject({
      out: "",
      talk: expect.stringContaining("It already exists and was not changed: key.json") as string,
    });
    expect([desk.read("key.json"), existsSync(join(desk.path, "elsewhere"))]).toEqual(["older", false]);
  });

  test("that others can read still signs, with a word about it", async () => {
    using desk = await signedDesk();
    desk.write("open.json", desk.read("key.json"));
    expect(await desk.plugin("sign", "notices.json", "--key", "open.json")).toMatchObject({
      code: 0,
      talk: expect.stringContaining("chmod 600 open.json") as string,
    });
    expect((await desk.plugin("sign", "notices.json", "--key", "key.json")).talk).not.toContain("chmod");
  });
});

describe("signing", () => {
  test("again by one key leaves one signature, by another key adds one", async () => {
    using desk = await signedDesk();
    await desk.plugin("keygen", "second.json", "--alg", "ES256");
    const count = (): number =>
      (JSON.parse(desk.read("notices.json")) as { jws: { signatures: unknown[] } }).jws.signatures.length;
    for (const [key, signatures] of [
      ["key.json", 1],
      ["second.json", 2],
      ["key.json", 2],
    ] as const) {
      await desk.plugin("sign", "notices.json", "--key", key);
      expect(count()).toBe(signatures);
    }
  });

  test.each<readonly [string, (desk: Desk) => void, RegExp]>([
    [
      "with a changed file",
      (desk) => desk.change("notices.json", "section.level", "section.depth"),
      /has the digest sha256-/,
    ],
    [
      "with a file more",
      (desk) => desk.change("notices.json", '"files":{', '"files":{"more.css":"",'),
      /its files do not match the manifest/,
    ],
    ["that is none", (desk) => desk.write("notices.json", "{}"), /it is not a package: \/format/],
    [
      "with a header that cannot be read",
      (desk) => desk.change("notices.json", '"protected":"', '"protected":"!'),
      /base64url without padding/,
    ],
  ])("leaves a package alone %s", async (_, change, says) => {
    using desk = await signedDesk();
    change(desk);
    const before = desk.read("notices.json");
    const { code, out } = await desk.plugin("sign", "notices.json", "--key", "key.json", "--out", "signed.json");
    expect({ code, out, written: existsSync(join(desk.path, "signed.json")) }).toEqual({
      code: 1,
      out: expect.stringMatching(says) as string,
      written: false,
    });
    expect(desk.read("notices.json")).toBe(before);
  });

  test.each<readonly [string, string, RegExp]>([
    ["no JSON", "-----BEGIN PRIVATE KEY-----secret", /key\.json is not JSON/],
    ["a public key", JSON.stringify({ kty: "OKP", crv: "Ed25519", x: "A".repeat(43) }), /is not a private key/],
    ["a key of another curve", JSON.stringify({ kty: "EC", crv: "P-384", d: "secret" }), /is not a private key/],
  ])("with %s says so and quotes nothing of it", async (_, key, says) => {
    using desk = await signedDesk();
    desk.write("key.json", key);
    const { code, out, talk } = await desk.plugin("sign", "notices.json", "--key", "key.json");
    expect({ code, out, talk }).toEqual({ code: 2, out: "", talk: expect.stringMatching(says) as string });
    expect(talk).not.toContain("secret");
  });

  test("writes elsewhere when asked to, and nothing beside it", async () => {
    using desk = await signedDesk();
    const before = desk.read("notices.json");
    expect(await desk.plugin("sign", "notices.json", "--key", "key.json", "--out", "signed.json")).toMatchObject({
      code: 0,
      out: "signed.json\n",
    });
    expect(desk.read("notices.json")).toBe(before);
  });
});

interface Step {
  readonly step: string;
  readonly outcome: string;
  readonly says: string;
}

const stepsOf = ({ data }: { data: Record<string, unknown> }): readonly Step[] =>
  (data["packages"] as readonly { steps: readonly Step[] }[]).flatMap(({ steps }) => steps);

describe("verifying", () => {
  test("shows each step of the policy, where it stopped, and what it did not reach", async () => {
    using desk = await signedDesk();
    desk.change("notices.json", "section.level", "section.depth");
    const { code, out } = await desk.plugin("verify", "notices.json", "--keys", "trust.json");
    expect(code).toBe(1);
    const outcomes = [...out.matchAll(/^ {2}(ok|refused|not reached) +(\w+) {2,}(.*)$/gm)].map(
      ([, outcome, step]) => `${step} ${outcome}`,
    );
    expect(outcomes).toEqual([
      "size ok",
      "form ok",
      "key ok",
      "signature ok",
      "manifest ok",
      "publisher ok",
      "files ok",
      "digests refused",
    ]);
  });

  test("trusts nobody by an empty list, and stops there", async () => {
    using desk = await signedDesk();
    desk.write("none.json", "[]");
    const { code, data } = await desk.json("verify", "notices.json", "--keys", "none.json");
    expect([code, data["ok"]]).toEqual([1, false]);
    expect(stepsOf({ data }).map(({ outcome }) => outcome)).toEqual([
      "ok",
      "ok",
      "refused",
      ...Array.from({ length: 5 }, () => "not reached"),
    ]);
    expect(stepsOf({ data })[2]?.says).toBe("this deployment trusts no key");
  });

  test("takes the keys from the environment, and says which of them it left out", async () => {
    using desk = await signedDesk();
    const keys = JSON.stringify([...(JSON.parse(desk.read("trust.json")) as unknown[]), { kty: "oct", k: "secret" }]);
    const { code, talk } = await desk.run(["plugin", "verify", "notices.json"], { PLUGIN_TRUST_KEYS: keys });
    expect(code).toBe(0);
    expect(talk).toMatch(/A trust key is invalid and was ignored: \/1\/k: found a part of a private or secret key/);
    expect(talk).not.toContain('secret"');
  });

  test("asks whether a version may follow the one before", async () => {
    using desk = await signedDesk();
    desk.change("notices/plugin.jsonc", '"0.1.0"', '"0.2.0"');
    await desk.plugin("pack", "notices", "--out", "newer.json");
    await desk.plugin("sign", "newer.json", "--key", "key.json");
    const last = async (...args: string[]) => {
      const { code, data } = await desk.json("verify", "--keys", "trust.json", ...args);
      return [code, stepsOf({ data }).at(-1)?.says];
    };
    expect(await last("newer.json", "--after", "notices.json")).toEqual([0, "It may be installed after 0.1.0."]);
    expect(await last("notices.json", "--after", "newer.json")).toEqual([
      1,
      "0.1.0 is older than 0.2.0, which was installed before",
    ]);
    expect(await last("notices.json", "--after", "newer.json", "--allow-downgrade")).toEqual([
      0,
      "It may be installed after 0.2.0.",
    ]);
  });

  test("at another time uses the keys of that time", async () => {
    using desk = await signedDesk();
    const keys = JSON.parse(desk.read("trust.json")) as object[];
    desk.write("trust.json", JSON.stringify(keys.map((key) => ({ ...key, exp: 1_000_000_000 }))));
    const at = async (time: string) =>
      (await desk.plugin("verify", "notices.json", "--keys", "trust.json", "--at", time)).code;
    expect([await at("2001-09-09T01:46:39Z"), await at("2001-09-09T01:46:40Z"), await at("soon")]).toEqual([0, 1, 2]);
  });
});

const BAD_CODE = `import fs from "node:fs";
import { helper } from "./helper.js";
import { missing } from "./missing.js";
// import nothing from "a comment";
const made = new Function("return 1");
export const hooks = { async afterPublish(_input, ctx) { await fetch("https://example.com"); await ctx.content.query(); } };
`;

describe("checking", () => {
  test("finds imports that lead nowhere, code made from text, and capabilities nobody is asked for", async () => {
    using desk = new Desk();
    await desk.plugin("init", "acme.counter", "--kind", "javascript");
    desk.write("counter/main.js", BAD_CODE);
    desk.write("counter/helper.js", "export const helper = 1;\n");
    const linesOf = (text: string): string[] =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/; allowed.*/, ""));
    expect(linesOf((await desk.plugin("check", "counter")).out)).toEqual([
      'counter/main.js:1:16 /main: found "node:fs"',
      'counter/main.js:3:25 /main: found "./missing.js"',
    ]);
    desk.write(
      "counter/main.js",
      BAD_CODE.replace('import fs from "node:fs";', "").replace('import { missing } from "./missing.js";', ""),
    );
    const { code, out, talk } = await desk.plugin("check", "counter");
    expect(code).toBe(1);
    expect(linesOf(out)).toEqual([
      "counter/main.js:5:18 /: found Function(",
      "counter/main.js:6:100 /: found content, which the manifest does not ask for",
      "counter/main.js:6:64 /: found http, which the manifest does not ask for",
      "counter/main.js:1:1 /contributes/routes/0: found no function for it in `routes`",
      "counter/main.js:6:43 /main: found TS7006: Parameter '_input' implicitly has an 'any' type.",
      "counter/main.js:6:51 /main: found TS7006: Parameter 'ctx' implicitly has an 'any' type.",
    ]);
    expect(talk).toMatch(/It asks for storage, but its code does not seem to use it/);
  });

  test.each<readonly [string, (desk: Desk) => void, RegExp]>([
    [
      "a mistake in the manifest, by its place",
      (desk) => desk.change("notices/plugin.jsonc", '"0.1.0"', '"0.1"'),
      /^notices\/plugin\.jsonc:5:14 \/version: found the text "0\.1"/,
    ],
    [
      "markup that is not allowed, by its place",
      (desk) => desk.write("notices/sections/notice.liquid", "<p>\n<script>"),
      /^notices\/sections\/notice\.liquid:2:8 .*found <script>/,
    ],
    [
      "a template that breaks on its own example",
      (desk) => desk.write("notices/sections/notice.liquid", "{% for i in (1..1000000) %}a{% endfor %}"),
      /^notices\/sections\/notice\.liquid:1:1 \/: found a fault as it renders: /,
    ],
  ])("finds %s", async (_, change, says) => {
    using desk = await startedDesk();
    change(desk);
    const { code, out } = await desk.plugin("check", "notices");
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(says) as string });
    expect(await desk.json("check", "notices")).toMatchObject({
      code: 1,
      data: { ok: false, findings: expect.any(Array) as unknown[] },
    });
  });
});

describe("called in a way it cannot work, it says why on stderr and exits with 2", () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    ["an unknown command", ["publsh"], /unknown command/],
    ["an unknown option", ["check", ".", "--fast"], /unknown option/],
    ["nothing to work on", ["verify"], /missing required argument/],
    ["no such folder", ["check", "nowhere"], /There is no plugin\.jsonc in nowhere/],
    ["no such package", ["sign", "nothing.json", "--key", "nothing.json"], /There is no nothing\.json/],
    ["no keys", ["verify", "x.json"], /--keys <file>, or PLUGIN_TRUST_KEYS/],
    ["no key", ["sign", "x.json"], /--key is missing/],
    ["an id that is none", ["init", "Notices"], /"Notices" is not a plugin id\. An id is publisher\.name/],
    [
      "a kind that is none",
      ["init", "acme.x", "--kind", "magic"],
      /--kind takes section or .* or typescript, not "magic"/,
    ],
    ["an algorithm that is none", ["keygen", "x.json", "--alg", "none"], /--alg takes Ed25519 or ES256, not "none"/],
    ["a publisher that is none", ["keygen", "x.json", "--publishers", "acme,*"], /not "\*"/],
    ["a folder with somebody's work", ["init", "acme.x", "--folder", "full"], /full is not empty/],
  ])("%s", async (_, args, says) => {
    using desk = new Desk();
    desk.write("full/work.txt", "");
    const { code, out, talk } = await desk.plugin(...args);
    expect({ code, out, talk }).toEqual({ code: 2, out: "", talk: expect.stringMatching(says) as string });
  });
});

test.each([
  [["publish-it"], "svc"],
  [["plugin", "publsh"], "svc plugin"],
  [["plugin", "check", ".", "--fast"], "svc plugin check"],
  [["plugin", "verify"], "svc plugin verify"],
])("what cannot be understood in %j leads to the help of %s", async (args, path) => {
  using desk = new Desk();
  expect(await desk.run(args)).toMatchObject({
    code: 2,
    out: "",
    talk: expect.stringContaining(`See: ${path} --help\n`) as string,
  });
});

describe("what it prints", () => {
  test("is plain where colours are not wanted", async () => {
    using desk = await startedDesk();
    const out = (environment: Record<string, string>) =>
      desk.start(["plugin", "check", "notices"], environment).out.includes("\u001b[");
    expect([out({}), out({ FORCE_COLOR: "1" }), out({ FORCE_COLOR: "1", NO_COLOR: "1" })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("with --json is one line of JSON on stdout, of every command an author needs no site for", async () => {
    using desk = await signedDesk();
    const calls = [
      ["init", "acme.other", "--kind", "javascript"],
      ["types", "other"],
      ["check", "notices"],
      ["pack", "notices"],
      ["keygen", "other.json"],
      ["sign", "notices.json", "--key", "other.json"],
      ["verify", "notices.json", "--keys", "trust.json"],
      [
        "release",
        "notices",
        "--key",
        "other.json",
        "--to",
        "public",
        "--base",
        "https://acme.example/",
        "--name",
        "acme",
      ],
    ];
    desk.write("notices/CHANGELOG.md", "## Unreleased\n\n- Shows two notices.\n");
    // Other tests cover `svc plugin test`, which starts workers, and `svc plugin lsp`, which talks to an editor.
    expect([...calls.map(([name]) => name), "lsp", "test"].toSorted()).toEqual(
      COMMANDS.filter(({ options }) => !options.includes(SITE_OPTION))
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const call of calls) {
      const { code, data } = await desk.json(...call);
      expect([call[0], code, data["ok"]]).toEqual([call[0], 0, true]);
    }
  });

  test.each([
    ["check", ["check", "notices"]],
    ["pack", ["pack", "notices"]],
    ["sign", ["sign", "notices.json", "--key", "key.json"]],
    ["verify", ["verify", "notices.json", "--keys", "trust.json"]],
    ["test", ["test", "notices"]],
  ])("with --json is one line of JSON also where %s finds something", async (_, call) => {
    using desk = await signedDesk();
    desk.change("notices.json", "section.level", "section.depth");
    desk.change("notices/plugin.jsonc", '"0.1.0"', '"0.1"');
    expect(await desk.json(...call)).toMatchObject({ code: 1, data: { ok: false } });
  });

  test.each(["", "plugin"])("svc %s --help has an example and the exit codes", async (typed) => {
    using desk = new Desk();
    const { code, out } = await desk.run([...typed.split(" ").filter(Boolean), "--help"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/\nExample:\n {2}\$ svc .+\n\nExit codes: 0 /) as string,
    });
  });

  test.each(TYPED)("svc %s --help has examples and the exit codes", async (typed) => {
    using desk = new Desk();
    const { code, out } = await desk.run([...typed.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Examples:\\n {2}\\$ svc ${typed} `));
    expect(out).toContain("Exit codes: 0 success, 1 a problem was found, 2 wrong usage");
  });
});

test("every option an example shows is one its command has", () => {
  for (const [index, { examples, options }] of [...OWN_COMMANDS, ...COMMANDS].entries()) {
    const known = ["--json", ...options.map(([notation]) => notation.split(" ")[0])];
    for (const example of examples) {
      expect(example).toMatch(new RegExp(`^svc ${TYPED[index]} `));
      expect(known).toEqual(expect.arrayContaining(example.match(/--[a-z-]+/g) ?? []));
    }
  }
});

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Embedded, Reference, Word, writtenCapnp } from "../../../sites/machine/runner/capnp.ts";
import { workerdPath } from "../../../sites/machine/runner/platform.ts";
import { testFolder } from "../testFolder.ts";

describe("a configuration", () => {
  test.each([
    ["text", 'a "b" \\ c', '"a \\x22b\\x22 \\x5c c"'],
    ["a line break", "a\nb", '"a\\x0ab"'],
    ["letters of others", "é", '"\\xc3\\xa9"'],
    ["a number", 3, "3"],
    ["a truth", true, "true"],
    ["a list", ["a", 1], '["a", 1]'],
    ["members, without those that are not there", { a: 1, b: undefined }, "(a = 1)"],
    ["a file", new Embedded("../a.js"), 'embed "../a.js"'],
    ["a constant", new Reference("./a.capnp", "worker"), 'import "./a.capnp".worker'],
    ["a word", new Word("proxy"), "proxy"],
  ] as const)("writes %s", (_, value, text) => {
    expect(writtenCapnp(value)).toBe(text);
  });

  test("passes every character to the runtime unchanged, and none ends its text", () => {
    using folder = testFolder();
    const secret = `${String.fromCodePoint(...Array.from({ length: 0x250 }, (_, at) => at + 1))}\u2028\u{1f600}"); const x = (`;
    const config = {
      services: [
        {
          name: "main",
          worker: {
            modules: [
              {
                name: "main.js",
                esModule:
                  "export const holds = { test(_, env) { if (env.SECRET !== JSON.parse(env.EXPECTED)) throw new Error(env.SECRET); } };",
              },
            ],
            compatibilityDate: "2026-08-01",
            bindings: [
              { name: "SECRET", text: secret },
              { name: "EXPECTED", text: JSON.stringify(secret) },
            ],
          },
        },
      ],
    };
    const path = folder.at("config.capnp");
    writeFileSync(
      path,
      `@0xf000000000000001;\nusing Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${writtenCapnp(config)};\n`,
    );
    expect(() => execFileSync(workerdPath(), ["test", path], { stdio: "pipe" })).not.toThrow();
  });
});

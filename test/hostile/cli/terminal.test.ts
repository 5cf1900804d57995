/** Attacks on an operator's terminal by control characters in foreign text. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScriptedSite } from "../../cli/scriptedSite.ts";
import { clearDesks, Desk } from "../../cli/svc.ts";

const script = new ScriptedSite();
let site: string;

beforeAll(async () => {
  site = await script.open();
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  clearDesks();
});

/** Control sequences, with their effect on a terminal. */
const SIGNS: readonly (readonly [does: string, sign: string])[] = [
  ["clears the screen", "\u001b[2J"],
  ["paints as we do", "\u001b[32m"],
  ["hides as we dim", "\u001b[2m"],
  ["names the window", "\u001b]0;all is well\u0007"],
  ["makes a link", "\u001b]8;;https://evil.example\u001b\\\\"],
  ["writes over the line", "\r"],
  ["begins a line", "\n2026-01-01T00:00:00.000Z  operator_token_made"],
  ["takes signs back", "\b\b\b\b"],
  ["begins a sequence in one sign", "\u009b2J"],
  ["turns words around", "\u202e"],
  ["begins a line of Unicode", "\u2028"],
];

const OBEYED = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

const operator = async (words: readonly string[], json: unknown, more: Readonly<Record<string, string>> = {}) => {
  using desk = new Desk();
  script.answer = () => ({ json });
  return desk.run(["operator", ...words], { SVC_SITE: site, SVC_OPERATOR_TOKEN: "x", ...more });
};

const linesOf = (text: string): string[] => text.trimEnd().split("\n");

describe.each(SIGNS)("a control character that %s", (_, sign) => {
  test.each(["event", "outcome", "host", "actor"])("has no effect as the %s of a security event", async (member) => {
    const event = {
      at: 0,
      event: "operator_bearer_refused",
      outcome: "refused",
      host: "one.example",
      actor: "address:x",
    };
    const { out, talk } = await operator(["security-events"], {
      items: [{ ...event, [member]: `before${sign}after` }, event],
      cursor: null,
    });
    const lines = linesOf(out);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/before.*\ufffd.*after/);
    expect(lines.filter((line) => OBEYED.test(line))).toEqual([]);
    expect(talk).toBe("");
  });

  test("has no effect in a hostname or in listed ids", async () => {
    const words = `a${sign}b`;
    const { out } = await operator(["domains", "list"], {
      items: [{ hostname: words, tenant: words, site: words, status: "pending", createdAt: 0 }],
      cursor: null,
    });
    expect(linesOf(out).map((line) => OBEYED.test(line))).toEqual([false]);
  });

  test("has no effect in a refusal", async () => {
    script.answer = () => ({ status: 400, json: { code: `A${sign}B`, title: `c${sign}d`, detail: `e${sign}f` } });
    using desk = new Desk();
    const { out } = await desk.run(["operator", "status"], { SVC_SITE: site, SVC_OPERATOR_TOKEN: "x" });
    expect(linesOf(out).filter((line) => OBEYED.test(line))).toEqual([]);
    expect(linesOf(out)).toHaveLength(2);
  });
});

test("only the program's own colours appear, whatever a tenant is called", async () => {
  const workspace = null;
  const name = "\u001b[32mAll is well.\u001b[39m";
  const { out } = await operator(
    ["status"],
    {
      loader: { available: true, reason: null },
      open: {},
      tenants: [{ id: "one", name, status: "active", workspace, problem: name }],
      cursor: null,
    },
    { FORCE_COLOR: "1" },
  );
  expect(linesOf(out).filter((line) => line.includes("\u001b"))).toEqual([
    "\u001b[31m  problem  \ufffd[32mAll is well.\ufffd[39m\u001b[39m",
    "\u001b[31mNot healthy: 1 workspace without an answer.\u001b[39m",
  ]);
});

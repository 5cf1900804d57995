import { describe, expect, test } from "vitest";
import type { GrantedVerbs } from "../../capabilities/capability.ts";
import { denied, given } from "../../capabilities/outcome.ts";
import { CONSOLE_MAX_CALLS } from "../../manifests/bounds/bridge.ts";
import {
  LEASE_ANSWER_MAX_CHARS,
  LEASE_ARGUMENT_MAX_CHARS,
  LEASE_MAX_CHARS,
  LEASE_MAX_CONCURRENT,
} from "../../manifests/bounds/calls.ts";
import { askLoan, clock, loanOf } from "./asking.ts";

const lent: GrantedVerbs = { "storage.list": () => given("yes"), "storage.get": ({ keys }) => given(keys.length) };
const ENVELOPE = '{"value":""}'.length;

describe("a loan", () => {
  test("answers what was lent and refuses the rest", async () => {
    const loan = loanOf(lent);
    expect(await askLoan(loan, "storage.list", {})).toBe("yes");
    expect(await askLoan(loan, "storage.put", { entries: [{ key: "a", value: 1 }] })).toBe("not_granted");
    expect(loan.use).toEqual({ calls: 2, chars: expect.any(Number), denied: 1 });
  });

  test.each([
    [19, "yes"],
    [20, "yes"],
    [21, "spent"],
  ])("of 20 calls answers call %i with %s", async (count, last) => {
    const loan = loanOf(lent);
    const answers = [];
    for (let n = 0; n < count; n++) answers.push(await askLoan(loan, "storage.list", {}));
    expect(answers.at(-1)).toBe(last);
  });

  test.each([
    ["once it was ended", (_at: ReturnType<typeof clock>, end: () => void) => end()],
    [
      "once it was ended, also when the clock is set back",
      (at: ReturnType<typeof clock>, end: () => void) => {
        end();
        at.now = -1_000_000;
      },
    ],
    ["when the clock jumps far beyond its deadline", (at: ReturnType<typeof clock>) => void (at.now = 1e15)],
    ["at its deadline", (at: ReturnType<typeof clock>) => void (at.now = 2_000)],
    ["when what it rests on no longer holds", (at: ReturnType<typeof clock>) => void (at.holds = false)],
  ])("is over %s", async (_, happen) => {
    const at = clock();
    const loan = loanOf(lent, { at });
    expect(await askLoan(loan, "storage.list", {})).toBe("yes");
    happen(at, () => loan.end());
    expect(await askLoan(loan, "storage.list", {})).toBe("over");
  });

  test("tells once what was asked for after it was ended, and nothing of what came before", async () => {
    const at = clock();
    const loan = loanOf(lent, { at });
    await askLoan(loan, "storage.list", {});
    const underWay = askLoan(loan, "storage.list", {});
    loan.end();
    await underWay;
    expect(at.late).toEqual([]);
    for (const _again of [1, 2, 3]) await askLoan(loan, "storage.list", {});
    expect(at.late).toEqual(["storage.list"]);
  });

  test("names a verb that is late only if there is one of that name", async () => {
    const at = clock();
    const loan = loanOf(lent, { at });
    loan.end();
    await loan.call("\u001b[2J forged", "{}");
    expect(at.late).toEqual(["something unknown"]);
  });

  test("lives to the last millisecond before its deadline", async () => {
    const at = clock();
    const loan = loanOf(lent, { at });
    at.now = 1_999;
    expect(await askLoan(loan, "storage.list", {})).toBe("yes");
  });

  test("gives no answer to what was under way when it ended, and stops it", async () => {
    let stopped = false;
    const loan = loanOf({
      "storage.list": (_, endSignal) =>
        new Promise((resolve) =>
          endSignal().addEventListener("abort", () => {
            stopped = true;
            resolve(given("late"));
          }),
        ),
    });
    const waiting = askLoan(loan, "storage.list", {});
    loan.end();
    expect(await waiting).toBe("over");
    expect(stopped).toBe(true);
  });

  test.each([
    [LEASE_MAX_CONCURRENT - 1, 0],
    [LEASE_MAX_CONCURRENT, 0],
    [LEASE_MAX_CONCURRENT + 1, 1],
  ])("with %i calls at once refuses %i", async (count, refused) => {
    const loan = loanOf({ "storage.list": async () => given(await Promise.resolve("yes")) });
    const answers = await Promise.all(Array.from({ length: count }, () => askLoan(loan, "storage.list", {})));
    expect(answers.filter((answer) => answer === "busy")).toHaveLength(refused);
    expect(await askLoan(loan, "storage.list", {})).toBe("yes");
  });

  test.each([
    [LEASE_ARGUMENT_MAX_CHARS - 1, "invalid"],
    [LEASE_ARGUMENT_MAX_CHARS, "invalid"],
    [LEASE_ARGUMENT_MAX_CHARS + 1, "too_large"],
  ])("looks into an argument of %i characters: %s", async (chars, code) => {
    expect(JSON.parse(await loanOf(lent).call("storage.list", "x".repeat(chars)))).toMatchObject({ error: { code } });
  });

  test.each([
    [LEASE_ANSWER_MAX_CHARS - 1, true],
    [LEASE_ANSWER_MAX_CHARS, true],
    [LEASE_ANSWER_MAX_CHARS + 1, false],
  ])("carries an answer of %i characters: %s", async (chars, carried) => {
    const answer = await askLoan(
      loanOf({ "storage.list": () => given("x".repeat(chars - ENVELOPE)) }),
      "storage.list",
      {},
    );
    expect(answer !== "too_large").toBe(carried);
  });

  test("takes no more in all than one lease may, and looks into nothing beyond that", async () => {
    const loan = loanOf(lent);
    const answers = [];
    for (let n = 0; n < 17; n++)
      answers.push(
        JSON.parse(await loan.call("storage.list", "x".repeat(LEASE_ARGUMENT_MAX_CHARS))) as {
          error: { code: string };
        },
      );
    expect(answers.map(({ error }) => error.code)).toEqual([
      ...Array.from({ length: LEASE_MAX_CHARS / LEASE_ARGUMENT_MAX_CHARS }, () => "invalid"),
      "spent",
    ]);
    expect(loan.use.chars).toBe(LEASE_MAX_CHARS);
  });

  test("carries no more in all than one lease may", async () => {
    const loan = loanOf({ "storage.list": () => given("x".repeat(LEASE_ANSWER_MAX_CHARS - ENVELOPE)) });
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await askLoan(loan, "storage.list", {}));
    expect(answers.filter((answer) => answer === "spent")).toHaveLength(2);
    expect(loan.use.chars).toBeLessThanOrEqual(LEASE_MAX_CHARS);
  });

  test.each([
    [CONSOLE_MAX_CALLS - 1, 0],
    [CONSOLE_MAX_CALLS, 0],
    [CONSOLE_MAX_CALLS + 1, 1],
  ])("with %i times printing refuses %i, and counts them apart", async (count, refused) => {
    const loan = loanOf({ "console.write": () => given(null) }, { calls: 0 });
    const answers = [];
    for (let n = 0; n < count; n++)
      answers.push(await askLoan(loan, "console.write", { lines: [{ level: "info", text: "x" }] }));
    expect(answers.filter((answer) => answer === "spent")).toHaveLength(refused);
  });

  test("keeps to itself what broke on our side", async () => {
    const at = clock();
    const loan = loanOf(
      {
        "storage.list": () => {
          throw new Error("row 7 of secrets");
        },
      },
      { at },
    );
    expect(await loan.call("storage.list", "{}")).not.toContain("secrets");
    expect(at.broke).toEqual(["storage.list: Error: row 7 of secrets"]);
  });

  test("says why, when the lender does", async () => {
    const loan = loanOf({ "storage.list": () => denied("quota", "It may hold 3 bytes.") });
    expect(JSON.parse(await loan.call("storage.list", "{}"))).toEqual({
      error: { code: "quota", message: "The plugin's storage is full. It may hold 3 bytes." },
    });
  });
});

describe("a refusal names", () => {
  const message = async (loan: ReturnType<typeof loanOf>, verb: string, json: string): Promise<string> =>
    (JSON.parse(await loan.call(verb, json)) as { error: { message: string } }).error.message;

  test("the capability", async () => {
    expect(await message(loanOf(lent), "mail.send", "{}")).toContain("mail.send needs the capability mail.");
  });

  test("the number of calls", async () => {
    const loan = loanOf(lent, { calls: 1 });
    await askLoan(loan, "storage.list", {});
    expect(await message(loan, "storage.get", "{}")).toContain(
      "It has at most 1 call of capabilities, and this was one more, storage.get.",
    );
  });

  test("the number of calls that run at once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const loan = loanOf({ "storage.list": () => promise.then(() => given("yes")) });
    const calls = Array.from({ length: LEASE_MAX_CONCURRENT }, () => askLoan(loan, "storage.list", {}));
    expect(await message(loan, "storage.list", "{}")).toContain(`At most ${LEASE_MAX_CONCURRENT} run at once`);
    resolve();
    await Promise.all(calls);
  });

  test("the characters of an input, of an answer and of them all", async () => {
    const long = "x".repeat(LEASE_ANSWER_MAX_CHARS - ENVELOPE);
    const loan = loanOf({ "storage.list": () => given(long), "storage.get": () => given(`${long}x`) });
    expect(await message(loan, "storage.list", " ".repeat(LEASE_ARGUMENT_MAX_CHARS + 1))).toContain(
      `The input of storage.list has at most ${LEASE_ARGUMENT_MAX_CHARS} characters`,
    );
    expect(await message(loan, "storage.get", '{"keys":["a"]}')).toContain(
      `The answer of storage.get has at most ${LEASE_ANSWER_MAX_CHARS} characters`,
    );
    while (loan.use.chars + LEASE_ANSWER_MAX_CHARS <= LEASE_MAX_CHARS) await askLoan(loan, "storage.list", {});
    expect(await message(loan, "storage.list", "{}")).toContain(`have at most ${LEASE_MAX_CHARS} characters`);
  });
});

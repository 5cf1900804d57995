import { describe, expect, test, vi } from "vitest";
import { AGENT_LOOK_WAIT_MS, AGENT_LOOKS_TOGETHER } from "../../../manifests/bounds/agents.ts";
import { QueryBatcher, type BatchQuery } from "../../../sites/workers/private-mcp/oauth/queryBatcher.ts";

/** A database that records its queries and answers when the test says so. */
class Database {
  readonly asked: (readonly string[])[] = [];
  readonly #open: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = [];

  readonly ask: BatchQuery<string, string> = (questions) => {
    this.asked.push(questions);
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    this.#open.push({ answer: () => resolve(questions.map((question) => `of ${question}`)), fail: reject });
    return promise;
  };

  async answers(): Promise<void> {
    this.#open.shift()?.answer();
    await settle();
  }

  async fails(): Promise<void> {
    this.#open.shift()?.fail(new Error("no database"));
    await settle();
  }

  /** Drops a query without an answer, as when its client has disconnected. */
  forgets(): void {
    this.#open.shift();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const named = (count: number): string[] => Array.from({ length: count }, (_, n) => `q${n}`);

const world = () => {
  const database = new Database();
  const together = new QueryBatcher<string, string>({ most: AGENT_LOOKS_TOGETHER, waitMs: AGENT_LOOK_WAIT_MS });
  return { database, answer: (question: string) => together.answer(question, database.ask) };
};

describe("questions to a database", () => {
  test("that come one after the other are asked at once", async () => {
    const { database, answer } = world();
    for (const question of named(2)) {
      const answered = answer(question);
      await database.answers();
      expect(await answered).toBe(`of ${question}`);
    }
    expect(database.asked).toEqual([["q0"], ["q1"]]);
  });

  test("that come while another is asked are asked together, and each has its own answer", async () => {
    const { database, answer } = world();
    const answers = named(4).map(answer);
    await database.answers();
    await database.answers();
    expect(await Promise.all(answers)).toEqual(named(4).map((question) => `of ${question}`));
    expect(database.asked).toEqual([["q0"], ["q1", "q2", "q3"]]);
  });

  test.each([
    [AGENT_LOOKS_TOGETHER - 1, [1, AGENT_LOOKS_TOGETHER - 1]],
    [AGENT_LOOKS_TOGETHER, [1, AGENT_LOOKS_TOGETHER]],
    [AGENT_LOOKS_TOGETHER + 1, [1, AGENT_LOOKS_TOGETHER, 1]],
  ])("are asked together up to the bound: %i", async (count, sizes) => {
    const { database, answer } = world();
    const answers = named(count + 1).map(answer);
    for (const _ of sizes) await database.answers();
    await Promise.all(answers);
    expect(database.asked.map(({ length }) => length)).toEqual(sizes);
  });

  test("are never answered by what was asked before they came", async () => {
    const { database, answer } = world();
    const first = answer("same");
    const second = answer("same");
    await database.answers();
    await first;
    expect(database.asked).toEqual([["same"], ["same"]]);
    await database.answers();
    expect(await second).toBe("of same");
  });

  test("are asked one by one where asking together failed, which only its asker hears", async () => {
    const { database, answer } = world();
    const answers = named(4).map(answer);
    await database.answers();
    const heard = answers[1]?.catch((error: unknown) => error);
    await database.fails();
    expect(await heard).toEqual(new Error("no database"));
    await database.answers();
    await database.answers();
    expect(await Promise.all([answers[0], answers[2], answers[3]])).toEqual(["of q0", "of q2", "of q3"]);
    expect(database.asked.slice(2)).toEqual([["q2"], ["q3"]]);
  });

  test("go on when whoever asks is cut off", async () => {
    const { database, answer } = world();
    void answer("gone");
    const waiting = answer("q1");
    database.forgets();
    await vi.waitFor(() => expect(database.asked).toEqual([["gone"], ["q1"]]), { timeout: 5 * AGENT_LOOK_WAIT_MS });
    await database.answers();
    expect(await waiting).toBe("of q1");
    const next = answer("q2");
    await database.answers();
    expect(await next).toBe("of q2");
  });
});

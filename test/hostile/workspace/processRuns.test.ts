import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RUNS_ANSWER_MS, RUNS_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";
import { type JudgeParts, judgeInterrupted } from "../../../sites/workers/workspace/object/processRuns.ts";

const RUNS = [{ began: 1, ending: { how: "stopped" } }];
const TOLD = JSON.stringify(RUNS);

/** The runs whose end nobody saw, in place of an answer. */
const UNSEEN = [
  { began: 0, ending: null },
  { began: expect.any(Number) as number, ending: null },
];

afterEach(() => void vi.restoreAllMocks());

/** The state that a waking workspace takes from this answer; undefined if it does not ask. */
async function judgedBy(
  answer: { readonly text?: string; readonly status?: number; readonly afterMs?: number },
  isEmpty = false,
): Promise<unknown> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const server = createServer((_, response) => {
    void setTimeout(answer.afterMs ?? 0).then(() =>
      response.writeHead(answer.status ?? 200, { location: "/" }).end(answer.text ?? TOLD),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const judge = vi.fn<JudgeParts["pluginHealth"]["judgeInterrupted"]>();
  const kernel = {
    invocations: { isEmpty },
    pluginHealth: { judgeInterrupted: judge },
    tenant: { name: "t" },
  } as unknown as JudgeParts;
  await judgeInterrupted(kernel, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.closeAllConnections();
  server.close();
  return judge.mock.calls[0]?.[0];
}

describe("the runner's answer about ended processes", () => {
  test("is used, and requested only by a workspace that has called plugins", async () => {
    expect(await judgedBy({})).toEqual(RUNS);
    expect(await judgedBy({}, true)).toBeUndefined();
  });

  test.each([
    [RUNS_MAX_BYTES - 1, RUNS],
    [RUNS_MAX_BYTES, RUNS],
    [RUNS_MAX_BYTES + 1, UNSEEN],
  ])("of %i bytes", async (length, runs) => {
    expect(await judgedBy({ text: TOLD.padEnd(length) })).toEqual(runs);
  });

  test.each([
    [0, RUNS],
    [2 * RUNS_ANSWER_MS, UNSEEN],
  ])("after %i ms", async (afterMs, runs) => {
    expect(await judgedBy({ afterMs })).toEqual(runs);
  });

  test.each([
    [{ text: "" }],
    [{ text: "null" }],
    [{ text: '[{"began":"1","ending":null}]' }],
    [{ text: '[{"began":1,"ending":{"how":"ended"}}]' }],
    [{ text: '[{"began":1,"ending":{"how":"excused"}}]' }],
    [{ status: 500 }],
    [{ status: 302 }],
  ])("of %j counts as no answer, which charges no plugin", async (answer) =>
    expect(await judgedBy(answer)).toEqual(UNSEEN),
  );

  test("is not needed where there is no runner", async () => {
    const judge = vi.fn<JudgeParts["pluginHealth"]["judgeInterrupted"]>();
    await judgeInterrupted(
      {
        invocations: { isEmpty: false },
        pluginHealth: { judgeInterrupted: judge },
        tenant: { name: "t" },
      } as unknown as JudgeParts,
      "",
    );
    expect(judge).toHaveBeenCalledWith([], "t");
  });
});

import { describe, expect, test } from "vitest";
import { callDigest, install, valueOf } from "../../worker/sandbox/sandboxCalls.ts";

/** Long enough for every chain to take many more steps, in milliseconds. */
const AFTERWARDS_MS = 300;

/** Ways to continue without being awaited. Each counts its steps in `steps`. */
const CHAINS: Readonly<Record<string, string>> = {
  "a chain of timers": "const chain = () => { steps += 1; setTimeout(chain, 5); }; chain();",
  "an interval": "setInterval(() => { steps += 1; }, 5);",
  "timers of a signal":
    "const chain = () => { steps += 1; AbortSignal.timeout(5).addEventListener('abort', chain); }; chain();",
  "promises of timers": "(async () => { for (;;) { steps += 1; await new Promise((r) => setTimeout(r, 5)); } })();",
  "questions to the lender":
    "(async () => { for (;;) { steps += 1; await ctx.storage.get('k').catch(() => new Promise((r) => setTimeout(r, 5))); } })();",
  "a question nobody answers":
    "fetch('https://api.example.com/silent').catch(() => undefined); const chain = () => { steps += 1; setTimeout(chain, 5); }; chain();",
  "a question asked once the answer has been given":
    "const ask = async (turns) => { for (let n = 0; n < turns; n++) await null; fetch('https://api.example.com/silent').catch(() => undefined); }; [1, 3, 9, 27, 81, 243].forEach(ask); const chain = () => { steps += 1; setTimeout(chain, 5); }; chain();",
  "lines printed once the answer has been given":
    "(async () => { for (let n = 0; n < 60; n++) { await null; console.log(n); } })(); const chain = () => { steps += 1; setTimeout(chain, 5); }; chain();",
  "compression of a stream": `(async () => { for (;;) { steps += 1; const zipped = new Blob(['x']).stream().pipeThrough(new CompressionStream('gzip')); await new Response(zipped).text(); await new Promise((r) => setTimeout(r, 1)); } })();`,
};

const pluginOf = (chain: string): Promise<string> =>
  install(`let steps = 0; export const tools = {
    go: async (input, ctx) => {
      if (input === "steps") return steps;
      ${chain}
      if (input === "later") await new Promise((r) => setTimeout(r, 50));
      if (input === "late") await new Promise(() => setTimeout(() => undefined, 60_000));
      return "over";
    },
  };`);

async function stepsOf(digest: string, tenant: string): Promise<number> {
  return valueOf((await callDigest(digest, { tenant, input: "steps" })).invoked) as number;
}

const afterwards = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));

/** The number of looks after which a chain counts as endless. On a busy machine its end may come late. */
const LOOKS = 20;

/** The steps before and after a pause. The isolate ends leftover work in a later turn, so this waits for that first. */
async function stepsLater(digest: string, tenant: string): Promise<readonly [number, number]> {
  let [before, after] = [-1, await stepsOf(digest, tenant)];
  for (let look = 0; look < LOOKS && before !== after; look++) {
    await afterwards();
    [before, after] = [after, await stepsOf(digest, tenant)];
  }
  return [before, after];
}

describe.each(Object.entries(CHAINS))("%s", (name, chain) => {
  test("ends with the call", async () => {
    const tenant = `ended-${name.length}`;
    const digest = await pluginOf(chain);
    expect(valueOf((await callDigest(digest, { tenant })).invoked)).toBe("over");
    const [before, after] = await stepsLater(digest, tenant);
    expect(after).toBe(before);
  });

  test("ends with a call that took a while", async () => {
    const tenant = `later-${name.length}`;
    const digest = await pluginOf(chain);
    expect(valueOf((await callDigest(digest, { tenant, input: "later" })).invoked)).toBe("over");
    const [before, after] = await stepsLater(digest, tenant);
    expect(before).toBeGreaterThan(0);
    expect(after).toBe(before);
  });

  test("ends when the call is late", async () => {
    const tenant = `late-${name.length}`;
    const digest = await pluginOf(chain);
    expect((await callDigest(digest, { tenant, input: "late", wallMs: 500 })).invoked).toMatchObject({
      ok: false,
      code: "plugin_late",
    });
    const [before, after] = await stepsLater(digest, tenant);
    expect(before).toBeGreaterThan(0);
    expect(after).toBe(before);
  });
});

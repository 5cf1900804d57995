import { afterEach, describe, expect, test, vi } from "vitest";
import { INDEX_WAIT_MS } from "../../manifests/bounds/packages.ts";
import { reached } from "../../sites/web/api/indexes/reading.ts";

afterEach(() => void vi.restoreAllMocks());

/** A host that never answers, with a timeout that the test triggers. */
function silentHost() {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      }),
  );
  return { late, timeout };
}

describe("an index that does not answer", () => {
  test("is waited for as long as the bound says, and is then refused", async () => {
    const { late, timeout } = silentHost();
    const asked = reached("https://index.example/a.json", { url: "https://index.example/a.json" } as never, 1_000);
    let isOver = false;
    void asked.then(() => (isOver = true));
    await new Promise((done) => setTimeout(done, 5));
    expect([timeout.mock.calls, isOver]).toEqual([[[INDEX_WAIT_MS]], false]);
    late.abort(new DOMException("late", "TimeoutError"));
    expect(await asked).toMatchObject({ ok: false });
  });
});

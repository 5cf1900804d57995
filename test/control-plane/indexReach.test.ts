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
    const asked = reached({}, "https://index.example/a.json", { url: "https://index.example/a.json" } as never, 1_000);
    let isOver = false;
    void asked.then(() => (isOver = true));
    await new Promise((done) => setTimeout(done, 5));
    expect([timeout.mock.calls, isOver]).toEqual([[[INDEX_WAIT_MS]], false]);
    late.abort(new DOMException("late", "TimeoutError"));
    expect(await asked).toMatchObject({ ok: false });
  });
});

describe("an index on this machine", () => {
  const ENTRY = { name: "acme", url: "http://localhost:9000/index.json", keys: [] };

  test.each([
    [{}, ["insecure", []]],
    [{ INSECURE_LOCALHOST: "" }, ["insecure", []]],
    [{ INSECURE_LOCALHOST: "no" }, ["insecure", []]],
    [{ INSECURE_LOCALHOST: "yes" }, [2, ["http://localhost:9000/a.json"]]],
  ])("is asked only by a machine that was started for it: %j", async (env, expected) => {
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
    const fetched = await reached(env, "https://acme.example/plugins/a.json", ENTRY, 1_000);
    const urls = asked.mock.calls.map(([url]) => url);
    expect([fetched.ok ? fetched.value.length : fetched.error.reason, urls]).toEqual(expected);
  });
});

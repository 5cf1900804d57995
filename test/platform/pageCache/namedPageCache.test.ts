import { afterEach, describe, expect, test, vi } from "vitest";
import { namedPageCache } from "../../../sites/platform/pageCache/namedPageCache.ts";

/** The platform's named cache in memory. `isBroken` makes its next call fail. */
class PlatformCache {
  readonly answers = new Map<string, Response>();
  isBroken = false;
  match = async (key: string) => this.#use(() => this.answers.get(key));
  put = async (key: string, answer: Response) => this.#use(() => void this.answers.set(key, answer));
  delete = async (key: string) => this.#use(() => this.answers.delete(key));

  #use<T>(act: () => T): T {
    if (!this.isBroken) return act();
    this.isBroken = false;
    throw new Error("broken");
  }
}

function platform() {
  const cache = new PlatformCache();
  const open = vi.fn<(name: string) => Promise<PlatformCache>>(async () => cache);
  vi.stubGlobal("caches", { open });
  return { cache, open };
}

afterEach(() => vi.unstubAllGlobals());

describe("the page cache over a named cache", () => {
  test("finds what was stored until it is purged", async () => {
    platform();
    const pages = namedPageCache();
    await pages.store("https://a.example/", new Response("a"));
    await pages.store("https://a.example/b", new Response("b"));
    await pages.purge(["https://a.example/", "https://a.example/absent"]);
    expect(await pages.find("https://a.example/")).toBeUndefined();
    expect(await (await pages.find("https://a.example/b"))?.text()).toBe("b");
  });

  test("is opened once, under the name all workers share", async () => {
    const { open } = platform();
    const pages = namedPageCache();
    await Promise.all([pages.find("https://a.example/"), pages.find("https://a.example/")]);
    await pages.purge(["https://a.example/"]);
    expect(open.mock.calls).toEqual([["drawbridge-pages"]]);
  });

  test("is not opened before it is needed", () => {
    const { open } = platform();
    namedPageCache();
    expect(open).not.toHaveBeenCalled();
  });

  test("passes a failure on, and opens the cache again for the next call", async () => {
    const { cache, open } = platform();
    const pages = namedPageCache();
    await pages.store("https://a.example/", new Response("a"));
    cache.isBroken = true;
    await expect(pages.find("https://a.example/")).rejects.toThrow("broken");
    expect(await pages.find("https://a.example/")).toBeInstanceOf(Response);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("tries to open the cache again when that failed", async () => {
    const { open } = platform();
    open.mockRejectedValueOnce(new Error("closed"));
    const pages = namedPageCache();
    await expect(pages.find("https://a.example/")).rejects.toThrow("closed");
    expect(await pages.find("https://a.example/")).toBeUndefined();
  });
});

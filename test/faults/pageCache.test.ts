import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { MachinePageCache } from "../../sites/machine/pageCache/pageCache.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { pause, persistently, visit } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { killProcess } from "../support/killProcess.ts";

/** Visitors of a cached page that is published, while a process is killed or an answer comes late. */
const { hostname } = loadDemo("saltmarrow").domain;
const SUBJECT = "ottilie-marchbank";
/** The longest time for which any visitor may get an old page, as the operator's guide promises it. */
const PROMISED_MS = 30_000;

const data = mkdtempSync(join(tmpdir(), "drawbridge-page-cache-"));
let local: Local;
let owner: Owner;
let pages = 0;

beforeAll(async () => {
  await fillWithDemo(data);
  local = await startLocal({ port: 0, data, fresh: false, profile: "plugins", plugins: [] });
  owner = await Owner.logIn({ port: local.port, hostname, subject: SUBJECT });
}, 90_000);

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await local?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** A published page whose title is "Old", and whose draft's is "New". */
class ChangedPage {
  readonly path = `/cached-${++pages}`;

  static async made(): Promise<ChangedPage> {
    const made = new ChangedPage();
    const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Text." } }];
    const body = { path: made.path, title: "Old", sections };
    const { page } = await owner.done<{ page: string }>({ method: "POST", path: "/api/pages", body: { body } });
    await publish();
    const operations = [{ op: "page", changes: { title: "New" } }];
    await owner.done({ method: "POST", path: `/api/pages/${page}/operations`, version: 1, body: { operations } });
    return made;
  }

  /** The title as a visitor sees it, and whether the page cache answered. */
  async seen(): Promise<{ readonly title: string; readonly isCached: boolean }> {
    const { status, body, headers } = await visit(local.port, hostname, this.path);
    const title = /<h1[^>]*>(?:<[^>]+>)*(Old|New)|<title>(Old|New)/.exec(body);
    if (status !== 200 || !title) throw new Error(`no title in the answer ${status}`);
    return { title: title[1] ?? title[2] ?? "", isCached: headers["cf-cache-status"] === "HIT" };
  }

  /** Waits until the page cache has the page with this title. */
  async isCachedWith(title: string): Promise<void> {
    await persistently(async () => {
      const seen = await this.seen();
      if (!seen.isCached || seen.title !== title) throw new Error(`a visitor gets ${JSON.stringify(seen)}`);
    });
  }
}

async function publish(): Promise<void> {
  const { change } = await owner.read<{ change: number }>("/api/changes");
  await owner.done({ method: "POST", path: "/api/publish", version: change });
}

describe("a kill between a release and the purge of the page cache", () => {
  test("leaves no visitor with the old page for longer than promised, and none gets it after the new one", async () => {
    const page = await ChangedPage.made();
    await page.isCachedWith("Old");
    const killed = local.pid;
    const { purge } = MachinePageCache.prototype;
    let killedAt = 0;
    vi.spyOn(MachinePageCache.prototype, "purge").mockImplementation(function (this: MachinePageCache, key) {
      if (killedAt === 0) {
        killedAt = performance.now();
        killProcess(killed);
      }
      // The killed process has asked for this purge, so it is lost with it.
      return [killed, undefined].includes(local.pid) ? false : purge.call(this, key);
    });
    await expect(publish()).rejects.toThrow("/api/publish was refused (503)");
    expect(await page.seen()).toEqual({ title: "Old", isCached: true });

    // A visitor asks within the promised time. A busy machine restarts and answers late.
    let asked = 0;
    for (let title = "Old"; title !== "New"; await pause(20)) {
      expect(asked).toBeLessThan(PROMISED_MS);
      title = await persistently(() => {
        asked = performance.now() - killedAt;
        return page.seen();
      }).then((seen) => seen.title);
    }
    const later = await Promise.all(Array.from({ length: 20 }, () => page.seen()));
    expect(new Set(later.map(({ title }) => title))).toEqual(new Set(["New"]));
  });
});

describe("an answer from before a publication that reaches the page cache after it", () => {
  test.each([
    ["before another visitor comes", false],
    ["after another visitor has filled it", true],
  ])("is not kept: %s", async (_, isFilled) => {
    const page = await ChangedPage.made();
    const { store } = MachinePageCache.prototype;
    const late: (() => void)[] = [];
    const held = vi.spyOn(MachinePageCache.prototype, "store").mockImplementation(function (
      this: MachinePageCache,
      ...given
    ) {
      late.push(() => store.apply(this, given));
    });
    expect(await page.seen()).toEqual({ title: "Old", isCached: false });
    await vi.waitFor(() => expect(late).toHaveLength(1));
    held.mockRestore();

    await publish();
    if (isFilled) expect((await page.seen()).title).toBe("New");
    late[0]?.();
    for (let visits = 0; visits < 5; visits++) expect((await page.seen()).title).toBe("New");
  });
});

import { describe, expect, test } from "vitest";
import {
  DATA_BATCH_MAX_CHARS,
  DATA_BATCH_PAGES,
  DATA_PREVIEW_MS,
  DATA_PREVIEWS_KEPT,
  DATA_READS_MAX,
  DATA_RETRIED_PAGES,
  DATA_TURN_MS,
  NOTICES_MAX,
} from "../../../manifests/bounds/plugins.ts";
import {
  PUBLISH_ATTEMPTS,
  PUBLISH_INLINE_PAGES,
  RELEASES_KEPT,
  RELEASES_SLACK,
} from "../../../manifests/bounds/publishing.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { documentDependency, queryDependency } from "../../../runtime/snapshots/pinned.ts";
import { storageDependency } from "../../../runtime/snapshots/storageDependency.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import {
  NO_LOADER,
  computing,
  computingWorld,
  dataSection,
  echo,
  failed,
  grant,
  inputOf,
  pagesAsked,
  said,
  switchTo,
  wake,
  type ComputingWorld,
} from "./computing.ts";
import { shared, sharedPlugin, showing } from "../placing/placedWorld.ts";
import { SITE, page, textSection } from "../kernel/world.ts";

const publish = (world: ComputingWorld): Promise<PublishResult> => world.run<PublishResult>("publish", {});
const withData = (path: string, of = "all", more: Partial<Page> = {}): Page =>
  page(path, { sections: [dataSection(of)], ...more });
const preview = async (world: ComputingWorld, path: string): Promise<string> =>
  (await world.kernel.draft.answer(SITE, path)).body ?? "";
const rows = (world: ComputingWorld): number =>
  world.powers.sql.all<{ n: number }>("SELECT count(*) AS n FROM section_data")[0]?.n ?? 0;
const DATA = computing();
const READING = computing({ reads: true });
const FIRST = { home: page("/"), one: withData("/one", "first"), two: withData("/two", "second") };

const world = (pages: Record<string, Page> = FIRST, pack = [DATA]): Promise<ComputingWorld> =>
  computingWorld(pages, pack, (call) => echo(call));

async function steps(of: ComputingWorld): Promise<number> {
  let count = 1;
  while (!(await of.kernel.publisher.step(SITE))) count += 1;
  return count;
}

describe("sections whose data are computed", () => {
  test("are asked for together, and rendered with the answer, as HTML and as Markdown", async () => {
    const made = await world();
    const [call, ...more] = made.calls.take();
    expect(more).toEqual([]);
    expect(call).toMatchObject({ site: SITE, point: "data", name: "compute" });
    expect(call?.input).toEqual({
      site: { origin: "https://acme.example", language: "en" },
      pages: [
        {
          page: expect.objectContaining({
            id: "one",
            path: "/one",
            url: "https://acme.example/one",
            title: "Page /one",
            collection: null,
          }),
          sections: [{ id: "d1", type: "test.data/data", variant: "plain", fields: { of: "first" } }],
        },
        {
          page: expect.objectContaining({ id: "two" }),
          sections: [{ id: "d1", type: "test.data/data", variant: "plain", fields: { of: "second" } }],
        },
      ],
    });
    expect(await made.html("/one")).toContain("<p>Page /one: first</p>");
    expect(await made.html("/one.md")).toContain("Page /one: first");
  });

  test("are told defaults, also of sections inside others", async () => {
    const made = await world({
      home: page("/"),
      one: page("/one", { sections: [{ id: "d1", type: "test.data/data", fields: {} }] }),
    });
    expect(inputOf(made.calls.take()[0]).pages[0]?.sections[0]?.fields).toEqual({ of: "all" });
  });

  test("say that there is nothing when the provider says nothing", async () => {
    const made = await computingWorld(FIRST, [DATA], () => said({ one: { d1: null } }));
    expect(await made.html("/one")).toContain("nothing known");
    expect(await made.html("/two")).toContain("nothing known");
    made.calls.take();
    await made.write("home", page("/", { title: "Other" }));
    expect(await publish(made)).toMatchObject({ notices: [] });
    expect(made.calls.take()).toEqual([]);
  });

  test.each([DATA_BATCH_PAGES - 1, DATA_BATCH_PAGES, DATA_BATCH_PAGES + 1])(
    "are asked for %i pages in as few calls as the bound allows",
    async (count) => {
      const pages = Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`p${String(n).padStart(2, "0")}`, withData(`/p/${n}`)]),
      );
      const made = await world({ home: page("/"), ...pages });
      const calls = made.calls.take();
      expect(pagesAsked(calls)).toHaveLength(count);
      expect(Math.max(...calls.map((call) => inputOf(call).pages.length))).toBeLessThanOrEqual(DATA_BATCH_PAGES);
      expect(calls.length).toBeLessThanOrEqual(Math.ceil((count + 1) / DATA_BATCH_PAGES));
    },
  );

  test("of long pages are asked for in calls that hold them", async () => {
    const long = "x".repeat(DATA_BATCH_MAX_CHARS / 2);
    const made = await world({ home: page("/"), one: withData("/one", long), two: withData("/two", long) });
    expect(made.calls.take()).toHaveLength(2);
    const short = "x".repeat(DATA_BATCH_MAX_CHARS / 2 - 1_000);
    const other = await world({ home: page("/"), one: withData("/one", short), two: withData("/two", short) });
    expect(other.calls.take()).toHaveLength(1);
  });
});

describe("a later publication", () => {
  test("asks for the page that was written, and for no other", async () => {
    const made = await world();
    made.calls.take();
    await made.write("home", page("/", { title: "Other" }));
    await publish(made);
    expect(made.calls.take()).toEqual([]);
    await made.write("one", withData("/one", "changed"));
    await publish(made);
    expect(pagesAsked(made.calls.take())).toEqual(["one"]);
    expect(await made.html("/one")).toContain("Page /one: changed");
  });

  test("does not ask when only another section of the page changed", async () => {
    const made = await world();
    made.calls.take();
    await made.write("one", page("/one", { sections: [dataSection("first"), textSection("More")] }));
    expect(await publish(made)).toMatchObject({ changed: 1 });
    expect(made.calls.take()).toEqual([]);
    expect(await made.html("/one")).toContain("Page /one: first");
  });

  test("that renders every page takes over every answer that is still good", async () => {
    const made = await world();
    made.calls.take();
    await made.run("documents.write", {
      writes: [{ kind: "navigation", id: "site", expected: 1, body: { menus: { header: [], footer: [] } } }],
    });
    expect(await publish(made)).toMatchObject({ changed: 3 });
    expect(made.calls.take()).toEqual([]);
    expect(await made.html("/two")).toContain("Page /two: second");
  });

  test("asks again when the plugin is another version, and when its settings were set", async () => {
    const made = await world();
    made.calls.take();
    const updated = await wake(made.powers, made.calls, [computing({ version: "1.1.0" })]);
    await publish(updated);
    expect(pagesAsked(updated.calls.take())).toEqual(["one", "two"]);
    made.powers.sql.all(
      "INSERT INTO plugin_settings (site, plugin, version, body, secrets, actor, at) VALUES (?, 'test.data', 1, '{}', '{}', 'm', 0)",
      SITE,
    );
    await publish(updated);
    expect(pagesAsked(updated.calls.take())).toEqual(["one", "two"]);
  });

  test("of a plugin that may read content asks again for what depends on anything that changed", async () => {
    const made = await world(FIRST, [READING]);
    made.calls.take();
    await made.write("home", page("/", { title: "Other" }));
    await publish(made);
    const calls = made.calls.take();
    expect(pagesAsked(calls)).toEqual(["one", "two"]);
    const change = made.kernel.documents.change(SITE);
    expect(calls[0]?.moments).toEqual({ published: change, draft: change });
  });

  test("of a plugin whose reads are known asks only for the pages whose reads changed", async () => {
    const made = await computingWorld(FIRST, [READING], (call) =>
      echo(call, "", [documentDependency({ kind: "page", id: "about" })]),
    );
    made.calls.take();
    await made.write("home", page("/", { title: "Other" }));
    await publish(made);
    expect(made.calls.take()).toEqual([]);
    await made.write("about", page("/about"));
    await publish(made);
    expect(pagesAsked(made.calls.take())).toEqual(["one", "two"]);
    await made.write("about", null);
    await publish(made);
    expect(pagesAsked(made.calls.take())).toEqual(["one", "two"]);
  });

  test("asks again when the result of a query it read is another, and not when it is the same", async () => {
    const query = { collection: "journal", order: "newest", limit: 5 } as const;
    const made = await computingWorld(FIRST, [READING], (call) => echo(call, "", [queryDependency(query)]));
    made.calls.take();
    await made.write("home", page("/", { title: "Other" }));
    await publish(made);
    expect(made.calls.take()).toEqual([]);
    await made.write("post", page("/post", { collection: "journal", date: "2026-01-01" }));
    await publish(made);
    expect(pagesAsked(made.calls.take())).toEqual(["one", "two"]);
  });

  describe("of a plugin that shows what it has stored", () => {
    const stored = (made: ComputingWorld, revision: number): void =>
      void made.powers.sql.all(
        "INSERT OR REPLACE INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, 'test.data', 1, 1, ?)",
        SITE,
        revision,
      );

    test("asks again once that has changed, although no document has", async () => {
      const made = await computingWorld(FIRST, [DATA], (call) =>
        echo(call, " v0", [storageDependency("test.data", 0)]),
      );
      made.calls.take();
      expect(await publish(made)).toMatchObject({ release: 1 });
      stored(made, 3);
      made.calls.answer = (call) =>
        echo(call, " v3", [storageDependency("test.data", 2), storageDependency("test.data", 3)]);
      expect(await publish(made)).toMatchObject({ release: 2, changed: 2 });
      expect(await made.html("/one")).toContain("first v3");
      made.calls.take();
      expect(await publish(made)).toMatchObject({ release: 2 });
      expect(made.calls.take()).toEqual([]);
    });

    test("asks once more when it changed again before the answer was there", async () => {
      const made = await computingWorld({ home: page("/"), one: withData("/one") }, [DATA], (call) =>
        echo(call, "", [storageDependency("test.data", 7)]),
      );
      made.calls.take();
      stored(made, 8);
      await publish(made);
      expect(pagesAsked(made.calls.take())).toEqual(["one"]);
      await publish(made);
      expect(pagesAsked(made.calls.take())).toEqual(["one"]);
    });
  });

  test.each([DATA_READS_MAX, DATA_READS_MAX + 1])(
    "remembers %i reads up to the bound, and then counts any change",
    async (count) => {
      const reads = Array.from({ length: count }, (_, n) => documentDependency({ kind: "page", id: `r${n}` }));
      const made = await computingWorld({ home: page("/"), one: withData("/one") }, [READING], (call) =>
        echo(call, "", reads),
      );
      made.calls.take();
      await made.write("home", page("/", { title: "Other" }));
      await publish(made);
      expect(made.calls.take()).toHaveLength(count > DATA_READS_MAX ? 1 : 0);
    },
  );

  test("asks again after a grant was taken and given", async () => {
    const made = await world(FIRST, [READING]);
    made.powers.sql.all("DELETE FROM plugin_grants");
    await publish(made);
    expect(await made.html("/one")).not.toContain("Page /one: first");
    made.calls.take();
    grant(made, "test.data", READING.digest, READING.manifest.capabilities);
    await publish(made);
    expect(pagesAsked(made.calls.take())).toEqual(["one", "two"]);
    expect(await made.html("/one")).toContain("Page /one: first");
  });
});

describe("a provider that fails", () => {
  test("holds nothing up: the section shows the data of the release before, and the editor is told", async () => {
    const made = await world();
    await made.write("one", withData("/one", "changed", { title: "New title" }));
    made.calls.answer = () => failed("It threw.");
    const notice = { plugin: "test.data", code: "data_unavailable", detail: "It threw.", pages: 1 };
    expect(await publish(made)).toMatchObject({ release: 2, changed: 1, notices: [notice] });
    expect(await made.html("/one")).toContain("New title");
    expect(await made.html("/one")).toContain("Page /one: first");
    expect(made.kernel.reads.releases(SITE, null, null).items[0]?.notices).toEqual([notice]);
  });

  test("is asked again at the next publication, whatever that is about", async () => {
    const made = await computingWorld(FIRST, [DATA], () => failed());
    expect(await made.html("/one")).toContain("nothing known");
    made.calls.answer = (call) => echo(call);
    expect(await publish(made)).toMatchObject({ release: 2, changed: 2, notices: [] });
    expect(await made.html("/one")).toContain("Page /one: first");
    made.calls.take();
    expect(await publish(made)).toMatchObject({ release: 2 });
    expect(made.calls.take()).toEqual([]);
  });

  test.each([DATA_RETRIED_PAGES - 1, DATA_RETRIED_PAGES, DATA_RETRIED_PAGES + 1])(
    "for %i pages is asked again for so many at a time",
    async (count) => {
      const pages = Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`p${String(n).padStart(2, "0")}`, withData(`/p/${n}`)]),
      );
      const made = await computingWorld({ home: page("/"), ...pages }, [DATA], () => failed());
      made.calls.take();
      made.calls.answer = (call) => echo(call);
      await publish(made);
      expect(pagesAsked(made.calls.take())).toHaveLength(Math.min(count, DATA_RETRIED_PAGES));
    },
  );

  test("is not asked again in the same publication: one failure is one failure", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 3 * DATA_BATCH_PAGES }, (_, n) => [`p${String(n).padStart(2, "0")}`, withData(`/p/${n}`)]),
    );
    const made = await computingWorld({ home: page("/"), ...pages }, [DATA], () => failed());
    expect(made.calls.take()).toHaveLength(1);
    expect(made.kernel.releases.find(SITE, 1)?.notices).toMatchObject([{ pages: 3 * DATA_BATCH_PAGES }]);
  });

  test("takes no other provider with it", async () => {
    const other = computing({ id: "test.other" });
    const both = page("/one", { sections: [dataSection("first"), dataSection("second", "d2", "test.other/data")] });
    const made = await computingWorld({ home: page("/"), one: both }, [DATA, other], (call) =>
      call.plugin.id === "test.data" ? failed() : echo(call),
    );
    expect(await made.html("/one")).toContain("nothing known");
    expect(await made.html("/one")).toContain("Page /one: second");
  });

  test("into quarantine is left out, and its sections wait for it", async () => {
    const made = await world();
    await made.write("one", withData("/one", "changed"));
    made.calls.answer = () => {
      switchTo(made, "test.data", "quarantined");
      return failed();
    };
    expect(await publish(made)).toMatchObject({ state: "ready", notices: [] });
    expect(await made.html("/one")).not.toContain("section--data");
    expect(await preview(made, "/one")).toContain("quarantined");
    expect(made.kernel.documents.get(SITE, "page", "one")?.body.sections).toEqual([dataSection("changed")]);
    switchTo(made, "test.data", "enabled");
    made.calls.answer = (call) => echo(call);
    await publish(made);
    expect(await made.html("/one")).toContain("Page /one: changed");
  });

  test("while plugins keep coming and going, ends in a refusal and not in a circle", async () => {
    const made = await world();
    await made.write("one", withData("/one", "changed"));
    made.calls.take();
    let turns = 0;
    made.calls.answer = (call) => {
      made.powers.sql.all(
        "INSERT OR REPLACE INTO plugin_settings (site, plugin, version, body, secrets, actor, at) VALUES (?, 'test.data', ?, '{}', '{}', 'm', 0)",
        SITE,
        ++turns,
      );
      return echo(call);
    };
    await expect(publish(made)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(turns).toBeGreaterThanOrEqual(PUBLISH_ATTEMPTS);
    expect(made.kernel.sites.get(SITE).release).toBe(1);
  });

  test("with many causes leaves as many notices as the bound", async () => {
    const packs = Array.from({ length: NOTICES_MAX + 1 }, (_, n) => computing({ id: `test.data${n}` }));
    const sections = packs.map(({ manifest }, n) => dataSection("x", `d${n}`, `${manifest.id}/data`));
    const made = await computingWorld({ home: page("/", { sections }) }, packs, () => failed());
    expect(made.kernel.releases.find(SITE, 1)?.notices).toHaveLength(NOTICES_MAX);
  });
});

describe("a large publication", () => {
  const MANY = Object.fromEntries(
    Array.from({ length: 2 * PUBLISH_INLINE_PAGES }, (_, n) => [`p${String(n).padStart(3, "0")}`, withData(`/p/${n}`)]),
  );

  test("asks step by step, each page once, also over a crash", async () => {
    const made = await world();
    made.calls.take();
    for (const [id, body] of Object.entries(MANY)) await made.write(id, body);
    expect(await publish(made)).toMatchObject({ state: "building" });
    expect(made.calls.take()).toEqual([]);
    await made.kernel.publisher.step(SITE);
    const first = pagesAsked(made.calls.take());
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(2 * PUBLISH_INLINE_PAGES);
    const woken = await wake(made.powers, made.calls, [DATA]);
    await steps(woken);
    const second = pagesAsked(woken.calls.take());
    expect([...first, ...second].toSorted()).toEqual(Object.keys(MANY).toSorted());
    expect(await woken.html("/p/150")).toContain("Page /p/150: all");
  });

  test("that fails takes its answers back", async () => {
    const made = await world();
    for (const [id, body] of Object.entries(MANY)) await made.write(id, body);
    const before = rows(made);
    await publish(made);
    await made.kernel.publisher.step(SITE);
    expect(rows(made)).toBeGreaterThan(before);
    made.kernel.publisher.giveUp(SITE);
    expect(rows(made)).toBe(before);
  });

  test("gathers one notice over its steps", async () => {
    const made = await world();
    for (const [id, body] of Object.entries(MANY)) await made.write(id, body);
    made.calls.answer = () => failed();
    await publish(made);
    made.calls.take();
    await steps(made);
    expect(made.calls.take()).toHaveLength(1);
    expect(made.kernel.releases.find(SITE, 2)?.notices).toEqual([
      { plugin: "test.data", code: "data_unavailable", detail: "It threw.", pages: 2 * PUBLISH_INLINE_PAGES },
    ]);
  });

  test.each([
    [DATA_TURN_MS - 1, "ready"],
    [DATA_TURN_MS, "building"],
  ] as const)("begins when a small one has waited %i ms for data: %s", async (wait, state) => {
    const pages = Object.fromEntries(
      Array.from({ length: DATA_BATCH_PAGES + 1 }, (_, n) => [`p${String(n).padStart(2, "0")}`, withData(`/p/${n}`)]),
    );
    const made = await world({ home: page("/") });
    for (const [id, body] of Object.entries(pages)) await made.write(id, body);
    made.calls.answer = (call) => {
      made.powers.clock.now += wait;
      return echo(call);
    };
    expect(await publish(made)).toMatchObject({ state });
    await steps(made);
    expect(await made.html("/p/10")).toContain("Page /p/10: all");
  });
});

describe("data in the history of a site", () => {
  test("belong to their release: a restore shows the Markdown of then", async () => {
    const made = await world();
    await made.write("one", withData("/one", "changed"));
    await publish(made);
    expect(await made.html("/one.md")).toContain("changed");
    await made.run("release.restore", { release: 1 });
    expect(await made.html("/one")).toContain("Page /one: first");
    expect(await made.html("/one.md")).toContain("Page /one: first");
    made.calls.take();
    await publish(made);
    expect(made.calls.take()).toEqual([]);
    expect(await made.html("/one.md")).toContain("changed");
  });

  test("are forgotten with the releases that showed them, and with their pages", async () => {
    const made = await world();
    for (let n = 0; n < RELEASES_KEPT + RELEASES_SLACK + 2; n++) {
      await made.write("one", withData("/one", `turn ${n}`));
      await publish(made);
    }
    await made.write("two", null);
    await publish(made);
    const before = rows(made);
    made.kernel.releaseRetention.prune(SITE, made.kernel.sites.get(SITE).release);
    expect(rows(made)).toBeLessThan(before);
    expect(rows(made)).toBeLessThanOrEqual(RELEASES_KEPT + 2);
    const again = await wake(made.powers, made.calls, [DATA]);
    expect(await again.html("/one.md")).toContain(`turn ${RELEASES_KEPT + RELEASES_SLACK + 1}`);
  });

  test("that changed carry the page's Markdown to machines", async () => {
    const made = await computingWorld({ home: page("/"), one: withData("/one") }, [READING], (call) =>
      echo(call, " v1"),
    );
    const places = new Map<string, string>();
    const carry = () =>
      made.kernel.publicContent.refresh(SITE, made.kernel.sites.get(SITE).sequence, {
        put: async (key, value) => void places.set(key, value),
        delete: async (key) => void places.delete(key),
        purge: async () => undefined,
      });
    await carry();
    made.calls.answer = (call) => echo(call, " v2");
    await made.write("home", page("/", { title: "Other" }));
    await publish(made);
    await carry();
    expect([...places.values()].some((text) => text.includes("all v2"))).toBe(true);
  });
});

describe("a preview", () => {
  test("asks for the draft's page, live, and shows the answer", async () => {
    const made = await world();
    await made.write("one", withData("/one", "draft"));
    made.calls.take();
    expect(await preview(made, "/one")).toContain("Page /one: draft");
    const [call] = made.calls.take();
    expect(call?.moments).toEqual({ draft: made.kernel.documents.change(SITE) });
    expect(await made.html("/one")).toContain("Page /one: first");
    expect(await preview(made, "/one.md")).toContain("Page /one: draft");
    expect(made.calls.take()).toEqual([]);
  });

  test("keeps an answer for a while, and a failure as well", async () => {
    const made = await world();
    made.calls.take();
    made.calls.answer = () => failed("It threw <here>.");
    const shown = await preview(made, "/one");
    expect(shown).toContain("Page /one: first");
    expect(shown).toContain('data-section-data-problem="It threw &lt;here&gt;."');
    made.powers.clock.now += DATA_PREVIEW_MS - 1;
    await preview(made, "/one");
    expect(made.calls.take()).toHaveLength(1);
    made.calls.answer = (call) => echo(call);
    made.powers.clock.now += 1;
    expect(await preview(made, "/one")).not.toContain("data-section-data-problem");
    expect(made.calls.take()).toHaveLength(1);
    made.powers.clock.now += DATA_PREVIEW_MS + 1;
    await preview(made, "/one");
    expect(made.calls.take()).toHaveLength(1);
  });

  test.each([DATA_PREVIEWS_KEPT, DATA_PREVIEWS_KEPT + 1])(
    "of %i pages keeps as many answers as the bound",
    async (count) => {
      const pages = Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, withData(`/p/${n}`)]));
      const made = await world({ home: page("/"), ...pages });
      for (let n = 0; n < count; n++) await preview(made, `/p/${n}`);
      made.calls.take();
      await preview(made, "/p/0");
      expect(made.calls.take()).toHaveLength(count > DATA_PREVIEWS_KEPT ? 1 : 0);
    },
  );
});

describe("sections of a plugin that takes no part", () => {
  const reasons = [
    ["loader_unavailable", (made: ComputingWorld) => wake(made.powers, made.calls, [READING], NO_LOADER)],
    ["not_granted", async (made: ComputingWorld) => (made.powers.sql.all("DELETE FROM plugin_grants"), made)],
    ["quarantined", async (made: ComputingWorld) => (switchTo(made, "test.data", "quarantined"), made)],
    ["disabled", async (made: ComputingWorld) => (switchTo(made, "test.data", "disabled"), made)],
  ] as const;
  test.each(reasons)(
    "because it is %s show nothing to visitors, the reason to editors, and stay as they are",
    async (reason, away) => {
      const made = await away(await world(FIRST, [READING]));
      const shown = await preview(made, "/one");
      expect(shown).toContain('data-section-missing="test.data/data"');
      expect(shown).toContain(`(${reason}`);
      expect(await publish(made)).toMatchObject({ release: 2, changed: 2 });
      expect(await made.html("/one")).not.toContain("test.data");
      expect(await made.html("/one")).not.toContain("Page /one: first");
      expect(made.kernel.documents.get(SITE, "page", "one")?.body.sections).toEqual([dataSection("first")]);
      grant(made, "test.data", READING.digest, READING.manifest.capabilities);
      switchTo(made, "test.data", "enabled");
      const back = await wake(made.powers, made.calls, [READING]);
      await publish(back);
      expect(await back.html("/one")).toContain("Page /one: first");
    },
  );
});

test("of a shared section are computed for each of its pages, and shown on none without the grant or the plugin", async () => {
  const pack = [READING, sharedPlugin()];
  const hours = shared("hours", "", { sections: [dataSection("first"), textSection("Beside it", "words")] });
  const pages = { home: showing("/", "hours"), one: showing("/one", "hours"), hours };
  const made = await computingWorld(pages, pack, (call) => echo(call));
  expect(pagesAsked(made.calls.take())).toEqual(["home", "one"]);
  expect(await made.html("/one")).toContain("Page /one: first");
  made.powers.sql.all("DELETE FROM plugin_grants");
  expect(await preview(made, "/one")).toContain("(not_granted");
  await publish(made);
  for (const path of ["/", "/one"]) {
    expect(await made.html(path)).toContain("Beside it");
    expect(await made.html(path)).not.toContain(": first");
  }
  grant(made, "test.data", READING.digest, READING.manifest.capabilities);
  const back = await wake(made.powers, made.calls, pack);
  await publish(back);
  expect(await back.html("/one")).toContain("Page /one: first");
  await back.run("plugin.state", { plugin: "test.data", state: "disabled" });
  await publish(back);
  for (const path of ["/", "/one"]) {
    expect(await back.html(path)).toContain("Beside it");
    expect(await back.html(path)).not.toContain(": first");
  }
  expect(back.kernel.documents.get(SITE, "page", "hours")?.body.sections).toHaveLength(2);
  await back.run("plugin.state", { plugin: "test.data", state: "enabled" });
  await publish(back);
  expect(await back.html("/one")).toContain("Page /one: first");
});

test("plugins that declare nothing of the kind cause no call and no row", async () => {
  const made = await computingWorld({ home: page("/") }, [DATA]);
  await made.write("home", page("/", { title: "Other" }));
  await publish(made);
  expect([made.calls.take(), rows(made)]).toEqual([[], 0]);
});

import { describe, expect, test } from "vitest";
import {
  PUBLISH_INLINE_PAGES,
  PUBLISH_SUMMARY_PAGES,
  SCHEDULE_UNANSWERED_ATTEMPTS,
  VETOES_LISTED,
} from "../../../manifests/bounds/publishing.ts";
import type { HookInput } from "../../../manifests/hooks/lookup.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import {
  NO_LOADER,
  check,
  computingWorld,
  failed,
  said,
  switchTo,
  wake,
  type ComputingWorld,
} from "../snapshots/computing.ts";
import { OPERATOR, SITE, page, textSection } from "../kernel/world.ts";

type PublicationInput = HookInput<"beforePublish">;

const publish = (world: ComputingWorld): Promise<PublishResult> => world.run<PublishResult>("publish", {});
const edited = (words: string) => page("/about", { sections: [textSection(words)] });
const TWO = { home: page("/"), about: page("/about") };

async function editedWorld(pack = [check()]): Promise<ComputingWorld> {
  const world = await computingWorld(TWO, pack);
  await world.write("about", edited("New words"));
  return world;
}

const told = (world: ComputingWorld): PublicationInput => {
  const [call] = world.calls.take();
  if (!call) throw new Error("nobody was asked");
  return call.input as PublicationInput;
};

/** The state that a publication could have changed. */
const state = (world: ComputingWorld) => ({
  site: world.kernel.sites.get(SITE),
  releases: world.kernel.releases.list(SITE, 1_000, 50),
  due: world.kernel.outbox.nextDue("publication"),
});

describe("plugins that are asked before a publication", () => {
  test("hear what is about to be published, and nothing happens before they have answered", async () => {
    const world = await editedWorld();
    const before = state(world);
    world.calls.answer = () => {
      expect(state(world)).toEqual(before);
      return said(null);
    };
    expect(await publish(world)).toMatchObject({ release: 2, changed: 1, notices: [] });
    const [asked, ...more] = world.calls.take();
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      site: SITE,
      point: "hooks",
      name: "beforePublish",
      moments: { draft: world.kernel.documents.change(SITE) },
    });
    expect(asked?.input).toEqual({
      site: SITE,
      release: 2,
      change: world.kernel.documents.change(SITE),
      actor: "member",
      pages: { total: 1, listed: [{ id: "about", path: "/about", change: "changed" }] },
      documents: [],
    });
  });

  test("hear of pages that came and went, and of other documents", async () => {
    const world = await computingWorld(TWO, [check()]);
    await world.write("new", page("/new"));
    await world.write("about", null);
    await world.write("brief", page("/brief"));
    await world.write("brief", null);
    await world.run("documents.write", {
      writes: [
        { kind: "redirects", id: "site", expected: 1, body: { entries: [{ from: "/old", to: "/", status: 301 }] } },
      ],
    });
    await publish(world);
    const { pages, documents } = told(world);
    expect(pages.total).toBe(2);
    expect(pages.listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: "about", path: "/about", change: "removed" },
      { id: "new", path: "/new", change: "added" },
    ]);
    expect(documents).toEqual(["redirects"]);
  });

  test.each([PUBLISH_SUMMARY_PAGES - 1, PUBLISH_SUMMARY_PAGES, PUBLISH_SUMMARY_PAGES + 1])(
    "hear of %i pages one by one up to the bound",
    async (count) => {
      const world = await computingWorld(TWO, [check()]);
      for (let n = 0; n < count; n++) await world.write(`p${n}`, page(`/p/${n}`));
      await publish(world);
      const { pages } = told(world);
      expect(pages).toMatchObject({ total: count });
      expect(pages.listed).toHaveLength(Math.min(count, PUBLISH_SUMMARY_PAGES));
      while (!(await world.kernel.publisher.step(SITE))) continue;
      expect(world.calls.take()).toEqual([]);
    },
  );

  test("are not asked when there is nothing to publish, at provisioning, nor for a restore", async () => {
    const world = await editedWorld();
    world.calls.answer = () => said({ veto: ["never"] });
    expect(world.calls.take()).toEqual([]);
    await expect(publish(world)).rejects.toMatchObject({ code: "PUBLISH_VETOED" });
    world.calls.answer = () => said(null);
    await publish(world);
    world.calls.take();
    expect(await publish(world)).toMatchObject({ release: 2, changed: 0 });
    expect(await world.run("release.restore", { release: 1 })).toMatchObject({ release: 1 });
    expect(world.calls.take()).toEqual([]);
  });

  test("are asked again for the draft after a restore, counted from what visitors see", async () => {
    const world = await editedWorld();
    await publish(world);
    await world.run("release.restore", { release: 1 });
    world.calls.take();
    await publish(world);
    expect(world.calls.take()[0]?.input).toMatchObject({ pages: { total: 1, listed: [{ id: "about" }] } });
  });

  test("take part only if they declare it", async () => {
    const { manifest, ...rest } = check("test.other");
    const other = { ...rest, manifest: { ...manifest, contributes: { hooks: [{ on: "afterPublish" as const }] } } };
    const world = await editedWorld([other]);
    world.calls.answer = () => said({ veto: ["no"] });
    expect(await publish(world)).toMatchObject({ release: 2 });
    expect(world.calls.take()).toEqual([]);
  });
});

describe("a veto", () => {
  test("stops the publication with the reasons of each plugin, and changes nothing", async () => {
    const world = await editedWorld([check(), check("test.second")]);
    const before = state(world);
    world.calls.answer = ({ plugin }) =>
      said({ veto: plugin.id === "test.check" ? ["No imprint.", "No date."] : ["Too loud."] });
    await expect(publish(world)).rejects.toMatchObject({
      code: "PUBLISH_VETOED",
      detail: {
        plugins: [
          { plugin: "test.check", reasons: ["No imprint.", "No date."] },
          { plugin: "test.second", reasons: ["Too loud."] },
        ],
        total: 2,
      },
    });
    expect(state(world)).toEqual(before);
    expect(await world.html("/about")).not.toContain("New words");
    world.calls.answer = () => said({ veto: [] });
    expect(await publish(world)).toMatchObject({ release: 2 });
  });

  test("is repeated under the same key once the reason is mended: a refusal claims nothing", async () => {
    const world = await editedWorld();
    world.calls.answer = () => said({ veto: ["no"] });
    await expect(world.run("publish", {}, "same-key")).rejects.toMatchObject({ code: "PUBLISH_VETOED" });
    world.calls.answer = () => said(null);
    expect(await world.run("publish", {}, "same-key")).toMatchObject({ release: 2 });
  });

  test("of many plugins lists some and counts all", async () => {
    const world = await editedWorld(Array.from({ length: VETOES_LISTED + 1 }, (_, n) => check(`test.check${n}`)));
    world.calls.answer = () => said({ veto: ["no"] });
    const error = await publish(world).catch((caught: { detail: { plugins: unknown[]; total: number } }) => caught);
    expect(error).toMatchObject({ code: "PUBLISH_VETOED", detail: { total: VETOES_LISTED + 1 } });
    expect((error as { detail: { plugins: unknown[] } }).detail.plugins).toHaveLength(VETOES_LISTED);
  });

  test("of a publication in steps comes before the first step, and the plugin is asked once", async () => {
    const world = await computingWorld(TWO, [check()]);
    for (let n = 0; n <= PUBLISH_INLINE_PAGES; n++) await world.write(`p${n}`, page(`/p/${n}`));
    world.calls.answer = () => said({ veto: ["no"] });
    await expect(publish(world)).rejects.toMatchObject({ code: "PUBLISH_VETOED" });
    expect(world.kernel.releases.building(SITE)).toBeUndefined();
    world.calls.answer = () => said(null);
    world.calls.take();
    expect(await publish(world)).toMatchObject({ state: "building" });
    while (!(await world.kernel.publisher.step(SITE))) continue;
    expect(world.calls.take()).toHaveLength(1);
    expect(world.kernel.sites.get(SITE).release).toBe(2);
  });
});

describe("a plugin that has to be asked and does not answer", () => {
  const silences = [
    ["fails", failed("It threw.")],
    ["answers something else", said({ veto: "no" })],
    ["answers with markup where reasons should be", said("<b>no</b>")],
  ] as const;
  test.each(silences)("that %s stops the publication and is named", async (_, outcome) => {
    const world = await editedWorld();
    const before = state(world);
    world.calls.answer = () => outcome;
    await expect(publish(world)).rejects.toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
      detail: { plugins: [{ plugin: "test.check" }], total: 1 },
    });
    expect(state(world)).toEqual(before);
  });

  test("beside one with reasons is a veto: that is what an editor can mend", async () => {
    const world = await editedWorld([check(), check("test.second")]);
    world.calls.answer = ({ plugin }) => (plugin.id === "test.check" ? failed("Late.") : said({ veto: ["no"] }));
    await expect(publish(world)).rejects.toMatchObject({
      code: "PUBLISH_VETOED",
      detail: {
        plugins: [
          { plugin: "test.check", unanswered: "Late." },
          { plugin: "test.second", reasons: ["no"] },
        ],
      },
    });
  });

  test("still stops it in quarantine, until an owner disables it", async () => {
    const world = await editedWorld();
    switchTo(world, "test.check", "quarantined");
    await expect(publish(world)).rejects.toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
      detail: { plugins: [{ plugin: "test.check" }] },
    });
    expect(world.calls.take()).toEqual([]);
    switchTo(world, "test.check", "disabled");
    expect(await publish(world)).toMatchObject({ release: 2, notices: [] });
  });

  test("because this deployment runs no code is passed over, and the editor is told", async () => {
    const world = await editedWorld();
    const without = await wake(world.powers, world.calls, [check()], NO_LOADER);
    const notice = {
      plugin: "test.check",
      code: "check_skipped",
      detail: "loader_unavailable: no loader here",
      pages: 0,
    };
    expect(await publish(without)).toMatchObject({ release: 2, notices: [notice] });
    expect(without.kernel.reads.releases(SITE, null, null).items[0]?.notices).toEqual([notice]);
  });

  test("because nobody can say whether this deployment runs code stops it, until somebody can", async () => {
    const world = await editedWorld();
    const reason = "the plugin sandbox does not answer";
    const silent = await wake(world.powers, world.calls, [check()], { available: false, reason, silent: true });
    expect(silent.kernel.plugins.forSite(SITE).resolution.skipped).toContainEqual(
      expect.objectContaining({ id: "test.check", reason: "loader_unavailable", detail: reason }),
    );
    await expect(publish(silent)).rejects.toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
      detail: { plugins: [{ plugin: "test.check", unanswered: reason }] },
    });
    const back = await wake(world.powers, world.calls, [check()]);
    expect(await publish(back)).toMatchObject({ release: 2, notices: [] });
  });
});

describe("while plugins are asked", () => {
  test("editing goes on, and what they were asked about is what is published", async () => {
    const world = await editedWorld();
    const pinned = world.kernel.documents.change(SITE);
    world.calls.answer = async () => {
      await world.write("about", edited("Unchecked words"));
      return said(null);
    };
    await publish(world);
    expect(world.calls.take()[0]?.moments).toEqual({ draft: pinned });
    expect(await world.html("/about")).toContain("New words");
    expect(await world.html("/about")).not.toContain("Unchecked");
  });

  test("another publication that was quicker is not undone", async () => {
    const world = await editedWorld();
    let inner: PublishResult | undefined;
    world.calls.answer = async () => {
      world.calls.answer = () => said(null);
      await world.write("about", edited("Later words"));
      // A scheduled publication does not wait for its turn.
      const commit = await world.kernel.publisher.prepare(SITE, "member:m2");
      inner = world.powers.sql.atomically(commit);
      return said(null);
    };
    expect(await publish(world)).toMatchObject({ release: 2, changed: 0 });
    expect(inner).toMatchObject({ release: 2 });
    expect(await world.html("/about")).toContain("Later words");
  });

  test("a plugin that is enabled meanwhile is asked as well", async () => {
    const world = await computingWorld(TWO, [check(), check("test.second")]);
    await world.write("about", edited("New words"));
    switchTo(world, "test.second", "disabled");
    world.calls.answer = ({ plugin }) => {
      switchTo(world, "test.second", "enabled");
      return said(plugin.id === "test.second" ? { veto: ["not this"] } : null);
    };
    await expect(publish(world)).rejects.toMatchObject({
      code: "PUBLISH_VETOED",
      detail: { plugins: [{ plugin: "test.second" }] },
    });
    expect(world.kernel.sites.get(SITE).release).toBe(1);
  });

  test("an address that changes makes it start again", async () => {
    const world = await editedWorld();
    world.calls.answer = () => {
      world.kernel.sites.setAddress(SITE, "https://new.example", ["new.example"]);
      return said(null);
    };
    await expect(publish(world)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await publish(world)).toMatchObject({ release: 2 });
  });

  test("a machine that stops leaves nothing, and the repeated command asks again", async () => {
    const world = await editedWorld();
    world.calls.answer = () => new Promise(() => undefined);
    void world.run("publish", {}, "the-key").catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const again = await wake(world.powers, world.calls, [check()]);
    again.calls.answer = () => said(null);
    expect(await again.run("publish", {}, "the-key")).toMatchObject({ release: 2, changed: 1 });
    expect(await again.run("publish", {}, "the-key")).toMatchObject({ release: 2 });
    expect(again.calls.take()).toHaveLength(2);
  });
});

describe("a scheduled publication", () => {
  async function scheduled(): Promise<ComputingWorld> {
    const world = await editedWorld();
    await world.run("schedule.create", { at: world.powers.now() + 60_000 });
    world.powers.clock.now += 60_001;
    return world;
  }
  const only = (world: ComputingWorld) => world.kernel.reads.schedules(SITE).items[0];

  test("that is vetoed fails with the reasons, and touches nothing", async () => {
    const world = await scheduled();
    world.calls.answer = () => said({ veto: ["No imprint."] });
    await world.kernel.scheduleRunner.runDue();
    expect(only(world)).toMatchObject({
      state: "failed",
      problem: { code: "PUBLISH_VETOED", plugins: [{ plugin: "test.check", reasons: ["No imprint."] }] },
    });
    expect(world.kernel.sites.get(SITE).release).toBe(1);
  });

  test("whose plugin does not answer is tried again, and then fails", async () => {
    const world = await scheduled();
    world.calls.answer = () => failed();
    for (let attempt = 1; attempt < SCHEDULE_UNANSWERED_ATTEMPTS; attempt++) {
      await world.kernel.scheduleRunner.runDue();
      expect(only(world)?.state).toBe("waiting");
      world.powers.clock.now = world.kernel.scheduleRunner.nextDue() ?? 0;
    }
    await world.kernel.scheduleRunner.runDue();
    expect(only(world)).toMatchObject({ state: "failed", problem: { code: "PLUGIN_UNAVAILABLE" } });
    expect(world.calls.take()).toHaveLength(SCHEDULE_UNANSWERED_ATTEMPTS);
  });

  test("whose plugin answers the second time is published", async () => {
    const world = await scheduled();
    world.calls.answer = () => failed();
    await world.kernel.scheduleRunner.runDue();
    world.calls.answer = () => said(null);
    world.powers.clock.now = world.kernel.scheduleRunner.nextDue() ?? 0;
    await world.kernel.scheduleRunner.runDue();
    expect(only(world)).toMatchObject({ state: "published", release: 2 });
  });
});

test("who publishes is told as a kind and never as a person", async () => {
  const world = await editedWorld();
  await world.kernel.execute("publish", { site: SITE, actor: OPERATOR, key: "operator-key", requestId: "r9" }, {});
  expect(JSON.stringify(world.calls.take()[0]?.input)).toContain('"actor":"operator"');
});

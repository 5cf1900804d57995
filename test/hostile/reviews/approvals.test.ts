/** Members try to have changes published with approvals that do not count. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RequestChanged } from "../../../runtime/reviews/views.ts";
import { SITE, page } from "../../runtime/kernel/world.ts";
import { type ReviewWorld, reviewWorld } from "../../runtime/reviews/reviewWorld.ts";

const MINUTE = 60_000;
const PRICES = { only: { pages: ["prices"] } };

let world: ReviewWorld;

beforeEach(async () => {
  world = await reviewWorld();
  await world.by("author1", "page.update", { page: "prices", expected: 1, changes: { title: "Raised" } });
  await world.demand({ approvals: 2 });
});

const ask = async (member = "author1"): Promise<string> =>
  (await world.by(member, "request.create", { words: "Please", ...PRICES })).request;

const approve = (request: string, member: string, more: object = {}): Promise<RequestChanged> =>
  world.by(member, "request.approve", { request, ...more });

const isShown = async (): Promise<boolean> => (await world.html("/prices")).includes("Raised");

describe("an approval", () => {
  test("of a member who has lost the role since does not count", async () => {
    const request = await ask();
    await approve(request, "editor1");
    world.roles.set("editor1", "author");
    expect((await approve(request, "editor2")).state).toBe("open");
    expect(await isShown()).toBe(false);
    expect((await approve(request, "editor3")).state).toBe("published");
  });

  test("of a former member does not count", async () => {
    const request = await ask();
    await approve(request, "editor1");
    world.roles.set("editor1", undefined);
    expect((await approve(request, "editor2")).state).toBe("open");
  });

  test("of a member whose role the rules no longer name does not count", async () => {
    const request = await ask();
    await approve(request, "editor1");
    await world.demand({ approvals: 2, roles: ["admin"], members: ["editor2"] });
    expect((await approve(request, "editor2")).state).toBe("open");
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("FORBIDDEN");
  });

  test("of a member who was limited to other languages since does not count", async () => {
    const request = await ask();
    await approve(request, "editor1");
    await world.run("member.languages", { member: "editor1", languages: ["de"] });
    expect((await approve(request, "editor2")).state).toBe("open");
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("FORBIDDEN");
  });

  test("repeated under the same key, or another, counts once", async () => {
    const request = await ask();
    await world.by("editor1", "request.approve", { request }, "same");
    await world.by("editor1", "request.approve", { request }, "same");
    await world.by("editor1", "request.approve", { request });
    expect(await isShown()).toBe(false);
  });

  test("of an asker whose request another member asks for again is not the asker's", async () => {
    await world.demand();
    const request = await ask("editor1");
    const { request: again } = await world.by("editor2", "request.create", { words: "Again", again: request });
    expect(await world.refusal("editor2", "request.approve", { request: again })).toBe("FORBIDDEN");
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("request_over");
    expect(await world.refusal("editor1", "request.approve", { request: again })).toBe("FORBIDDEN");
    expect((await approve(again, "editor3")).state).toBe("published");
  });

  test("of an asker does not count on any later request for the same, whoever asks again", async () => {
    await world.demand();
    let request = await ask("editor1");
    for (const member of ["author1", "author2"]) {
      await world.by("editor2", "request.return", { request, words: "Not yet" });
      ({ request } = await world.by(member, "request.create", { words: "Again", again: request }));
    }
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("FORBIDDEN");
    expect(await isShown()).toBe(false);
    expect((await approve(request, "editor2")).state).toBe("published");
  });

  test("that scheduled is void at the time, if its member lost the role or the rules grew", async () => {
    await world.demand();
    const at = world.powers.now() + MINUTE;
    const request = await ask();
    const { schedule } = await approve(request, "editor1", { at });
    await world.demand({ approvals: 2 });
    await world.passTo(at);
    expect(await isShown()).toBe(false);
    expect(world.kernel.schedules.find(SITE, schedule ?? "")).toMatchObject({ state: "failed" });
    expect(world.request(request).state).toBe("failed");
  });

  test("that scheduled publishes nothing after an edit", async () => {
    await world.demand();
    const at = world.powers.now() + MINUTE;
    const request = await ask();
    await approve(request, "editor1", { at });
    await world.by("author1", "page.update", { page: "prices", expected: 2, changes: { title: "Raised twice" } });
    await world.passTo(at);
    expect(await isShown()).toBe(false);
    expect(world.request(request).state).toBe("failed");
  });

  test("for a time in the past is refused", async () => {
    const request = await ask();
    expect(await world.refusal("editor1", "request.approve", { request, at: world.powers.now() })).toBe(
      "INVALID_REQUEST",
    );
  });
});

describe("while plugins check a publication", () => {
  /** Happens once, after plugins have checked a publication and before it is committed. */
  const meanwhile = (happens: () => Promise<unknown>): void => {
    const { publisher } = world.kernel;
    const prepare = publisher.prepare.bind(publisher);
    vi.spyOn(publisher, "prepare").mockImplementationOnce(async (...input) => {
      const commit = await prepare(...input);
      await happens();
      return commit;
    });
  };

  test.each<[string, () => Promise<unknown>]>([
    ["the rules no longer name", () => world.demand({ approvals: 2, roles: ["admin"], members: ["editor2"] })],
    ["lost the role", async () => world.roles.set("editor1", "author")],
    ["was limited to languages", () => world.run("member.languages", { member: "editor1", languages: ["de"] })],
  ])("an earlier approval of a member whom %s does not count", async (_, happens) => {
    const request = await ask();
    await approve(request, "editor1");
    meanwhile(happens);
    expect((await approve(request, "editor2")).state).toBe("open");
    expect(await isShown()).toBe(false);
  });

  test("a publication is refused if an owner demands approvals", async () => {
    await world.demand(null);
    meanwhile(() => world.demand());
    expect(await world.refusal("editor1", "publish", PRICES)).toBe("review_needed");
    expect(await isShown()).toBe(false);
  });

  test("publications that share a release are refused if an owner demands approvals", async () => {
    await world.by("author1", "page.update", { page: "rooms", expected: 1, changes: { title: "Cheaper" } });
    await world.demand(null);
    const rooms = { only: { pages: ["rooms"] } };
    const first = world.refusal("editor1", "publish", PRICES);
    const others = [world.refusal("editor2", "publish", rooms), world.refusal("editor3", "publish", rooms)];
    await Promise.resolve();
    meanwhile(() => world.demand());
    const [alone, ...together] = await Promise.all([first, ...others]);
    expect(together).toEqual(["review_needed", "review_needed"]);
    expect(["done", "review_needed"]).toContain(alone);
    expect(await world.html("/rooms")).not.toContain("Cheaper");
  });

  test("other demands refuse nothing, and what is written meanwhile is not asked for", async () => {
    await world.demand({ types: ["acme.events/event"] });
    meanwhile(async () => {
      await world.by("author1", "navigation.put", { expected: 1, body: { menus: { header: [], footer: [] } } });
      await world.demand({ languages: ["de"] });
    });
    expect(await world.refusal("editor1", "publish", {})).toBe("done");
    expect(await isShown()).toBe(true);
  });

  test.each([
    [
      "without a request",
      async (at: number) => {
        await world.demand(null);
        await world.by("editor1", "schedule.create", { at, ...PRICES });
        return () => world.demand();
      },
    ],
    [
      "of an approved request",
      async (at: number) => {
        await world.demand();
        await approve(await ask(), "editor1", { at });
        return () => world.demand({ approvals: 2 });
      },
    ],
    [
      "of a request, one of whose approvers loses the role meanwhile,",
      async (at: number) => {
        const request = await ask();
        await approve(request, "editor1");
        await approve(request, "editor2", { at });
        return async () => world.roles.set("editor1", "author");
      },
    ],
  ])("a schedule %s fails if its approvals do not suffice any more", async (_, scheduled) => {
    const at = world.powers.now() + MINUTE;
    meanwhile(await scheduled(at));
    await world.passTo(at);
    expect(await isShown()).toBe(false);
    expect(world.powers.sql.all("SELECT state FROM schedules")).toEqual([{ state: "failed" }]);
  });
});

describe("two approvers at once", () => {
  test("publish once, if two approvals are demanded", async () => {
    const request = await ask();
    const both = await Promise.all([approve(request, "editor1"), approve(request, "editor2")]);
    expect(both.map(({ state }) => state).toSorted()).toEqual(["open", "published"]);
    expect(world.kernel.sites.get(SITE).release).toBe(2);
    expect(await isShown()).toBe(true);
  });

  test("publish once, if one is demanded: the second is told that it is over", async () => {
    await world.demand();
    const request = await ask();
    const both = await Promise.all(
      ["editor1", "editor2"].map((one) => world.refusal(one, "request.approve", { request })),
    );
    expect(both.toSorted()).toEqual(["done", "request_over"]);
    expect(world.kernel.sites.get(SITE).release).toBe(2);
  });

  test("one approves while another sends back: one of both happens", async () => {
    await world.demand();
    const request = await ask();
    const approved = world.refusal("editor1", "request.approve", { request });
    const returned = world.refusal("editor2", "request.return", { request, words: "No" });
    expect([await approved, await returned].toSorted()).toEqual(["done", "request_over"]);
    expect(await isShown()).toBe(world.request(request).state === "published");
  });

  test("an edit at the same moment is not published with it", async () => {
    await world.demand();
    const request = await ask();
    const approved = world.refusal("editor1", "request.approve", { request });
    await world.by("author1", "page.update", { page: "prices", expected: 2, changes: { title: "Sneaked in" } });
    expect(["done", "STALE_VERSION"]).toContain(await approved);
    expect(await world.html("/prices")).not.toContain("Sneaked in");
  });
});

describe("a request", () => {
  beforeEach(() => world.demand());

  test("whose page was deleted since is stale", async () => {
    const request = await ask();
    await world.by("author2", "page.delete", { page: "prices", expected: 2 });
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("STALE_VERSION");
    expect(world.request(request)).toMatchObject({ moved: [{ id: "prices", title: "Raised" }] });
    expect(await world.statusOf("/prices")).toBe(200);
  });

  test("whose page another one replaces at its path is stale", async () => {
    const request = await ask();
    await world.by("author2", "page.delete", { page: "prices", expected: 2 });
    await world.by("author2", "page.create", { id: "other", body: page("/prices") });
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("STALE_VERSION");
  });

  test("whose plugin was disabled publishes what any publication would", async () => {
    const request = await ask();
    await world.run("plugin.state", { plugin: "test.text", state: "disabled" });
    expect((await approve(request, "editor1")).state).toBe("published");
    expect(await world.html("/prices")).not.toContain("Text of /prices");
    expect(await isShown()).toBe(true);
  });

  test("of another site is unknown", async () => {
    const request = await ask();
    const envelope = {
      site: "main",
      actor: { kind: "member", id: "editor1" },
      role: "editor",
      key: "k",
      requestId: "r",
    } as const;
    await expect(
      world.kernel.execute("request.approve", { ...envelope, site: "other" }, { request }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(world.request(request).state).toBe("open");
  });

  test("is decided by nobody who may not publish", async () => {
    const request = await ask();
    for (const member of ["author1", "author2", "viewer1"]) {
      expect(await world.refusal(member, "request.approve", { request })).toBe("FORBIDDEN");
      expect(await world.refusal(member, "request.return", { request, words: "No" })).toBe("FORBIDDEN");
    }
    expect(world.request(request).state).toBe("open");
  });
});

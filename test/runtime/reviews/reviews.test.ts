import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  PUBLISH_ROLE_ASKED_MS,
  REQUEST_DOCUMENTS_LISTED,
  REQUEST_WORDS_MAX_CHARS,
  REQUESTS_CHOSEN_OF_MEMBER_MAX,
  REQUESTS_KEPT,
  REQUESTS_OPEN_MAX,
  REQUESTS_OPEN_OF_MEMBER_MAX,
  REVIEW_APPROVALS_MAX,
  REVIEW_MEMBERS_MAX,
  REVIEW_TYPES_MAX,
} from "../../../manifests/bounds/publishing.ts";
import type { ReleaseRow } from "../../../runtime/publishing/releases/releaseRow.ts";
import { neededReview, requestsFor } from "../../../runtime/reviews/reading.ts";
import type { RequestChanged } from "../../../runtime/reviews/views.ts";
import { page, SITE } from "../kernel/world.ts";
import { LANGUAGES } from "../languages/languagesWorld.ts";
import { RULES, type ReviewWorld, reviewWorld } from "./reviewWorld.ts";

const MINUTE = 60_000;
const CHANGED = "Better prices";
const PRICES = { only: { pages: ["prices"] } };

let world: ReviewWorld;

beforeEach(async () => {
  world = await reviewWorld();
  await world.by("author1", "page.update", { page: "prices", expected: 1, changes: { title: CHANGED } });
  await world.demand();
});

const ask = (more: object = PRICES, member = "author1"): Promise<RequestChanged> =>
  world.by(member, "request.create", { words: "Please look at the prices", ...more });

const approve = (request: string, member = "editor1", more: object = {}): Promise<RequestChanged> =>
  world.by(member, "request.approve", { request, ...more });

const isShown = async (): Promise<boolean> => (await world.html("/prices")).includes(CHANGED);

const reading = () => ({ ...world.kernel, powers: world.powers });

const forMember = (member: string, role: string) => requestsFor(reading(), SITE, { member, role });

describe("a request for publication", () => {
  test("names its documents, its words and the people who were asked", async () => {
    const { request } = await ask({ ...PRICES, asked: { members: ["editor2"], roles: ["owner"] } });
    expect(world.request(request)).toMatchObject({
      state: "open",
      isWhole: false,
      documents: [{ kind: "page", id: "prices", title: CHANGED, path: "/prices" }],
      total: 1,
      words: "Please look at the prices",
      asked: { members: ["editor2"], roles: ["owner"] },
      askedBy: "member:author1",
      needed: 1,
      moved: [],
    });
  });

  test("is approved: that publishes exactly what was asked for, and nothing else", async () => {
    await world.by("author1", "page.update", { page: "rooms", expected: 1, changes: { title: "Other rooms" } });
    const { request } = await ask();
    await world.by("author2", "page.update", { page: "rooms", expected: 2, changes: { title: "Still other rooms" } });
    const { state, release, approvals } = await approve(request);
    expect({ state, release, approvals }).toEqual({ state: "published", release: 2, approvals: 1 });
    expect(await isShown()).toBe(true);
    expect(await world.html("/rooms")).not.toContain("rooms</h1>".replace("rooms", "Other rooms"));
    expect(world.request(request).steps).toMatchObject([{ did: "approved", by: "member:editor1" }]);
  });

  test("is approved for a time, and published then", async () => {
    const { request } = await ask();
    const at = world.powers.now() + MINUTE;
    expect((await approve(request, "editor1", { at })).state).toBe("planned");
    expect(await isShown()).toBe(false);
    expect(world.request(request)).toMatchObject({ state: "planned", at });
    await world.passTo(at);
    expect(await isShown()).toBe(true);
    expect(world.request(request)).toMatchObject({ state: "published", release: 2 });
  });

  test("is sent back with words, and asked for again as it is then", async () => {
    const { request } = await ask();
    await world.by("editor1", "request.return", { request, words: "Say which year" });
    expect(world.request(request)).toMatchObject({
      state: "returned",
      steps: [{ did: "returned", by: "member:editor1", words: "Say which year" }],
    });
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("request_over");
    await world.by("author1", "page.update", { page: "prices", expected: 2, changes: { title: `${CHANGED} 2027` } });
    const again = await ask({ again: request });
    expect(world.request(again.request)).toMatchObject({ again: request, documents: [{ id: "prices" }] });
    await approve(again.request);
    expect(await world.html("/prices")).toContain("2027");
  });

  test.each([
    ["author1", "done"],
    ["editor1", "done"],
    ["author2", "FORBIDDEN"],
  ])("is withdrawn by who asked or who may publish: %s, %s", async (member, outcome) => {
    const { request } = await ask();
    expect(await world.refusal(member, "request.withdraw", { request })).toBe(outcome);
    expect(world.request(request).state).toBe(outcome === "done" ? "withdrawn" : "open");
  });

  test("is refused as stale if a document moved on, says which, and is asked for again", async () => {
    const { request } = await ask();
    await world.by("author2", "page.update", { page: "prices", expected: 2, changes: { title: "Worse prices" } });
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("STALE_VERSION");
    expect(world.request(request)).toMatchObject({
      moved: [{ kind: "page", id: "prices", changedBy: "member:author2" }],
      movedTotal: 1,
    });
    expect(await isShown()).toBe(false);
    const again = await ask({ again: request });
    expect(world.request(request).state).toBe("replaced");
    expect((await approve(again.request)).state).toBe("published");
    expect(await world.html("/prices")).toContain("Worse prices");
  });

  test("of everything is stale after any change, and publishes the whole draft", async () => {
    const { request } = await ask({});
    await world.by("author1", "page.create", { id: "new", body: page("/new") });
    expect(await world.refusal("editor1", "request.approve", { request })).toBe("STALE_VERSION");
    const again = await ask({ again: request });
    await approve(again.request);
    expect([await isShown(), await world.statusOf("/new")]).toEqual([true, 200]);
  });

  test("waits for the number of approvals that the site demands, each of another member", async () => {
    await world.demand({ approvals: 2 });
    const { request } = await ask();
    expect(await approve(request)).toMatchObject({ state: "open", approvals: 1, needed: 2 });
    expect(await approve(request)).toMatchObject({ state: "open", approvals: 1, needed: 2 });
    expect(await isShown()).toBe(false);
    expect(await approve(request, "editor2")).toMatchObject({ state: "published", approvals: 2 });
  });

  test("is refused for what visitors see already, for unknown pages and beside a choice", async () => {
    expect(await world.refusal("author1", "request.create", { words: "W", only: { pages: ["rooms"] } })).toBe(
      "request_empty",
    );
    for (const input of [
      { words: "W", only: { pages: ["nowhere"] } },
      { words: " " },
      { words: "W", again: (await ask()).request, ...PRICES },
    ])
      expect(await world.refusal("author1", "request.create", input)).toBe("INVALID_REQUEST");
    expect(await world.refusal("author1", "request.create", { words: "W", again: "none" })).toBe("NOT_FOUND");
  });

  test("waits for the members who may decide", async () => {
    await world.demand({ approvals: 2, roles: ["owner"], members: ["editor2"] });
    const { request } = await ask();
    expect(forMember("editor2", "editor")).toEqual([request]);
    expect(forMember("owner1", "owner")).toEqual([request]);
    expect(forMember("editor1", "editor")).toEqual([]);
    expect(forMember("author1", "author")).toEqual([]);
    await approve(request, "editor2");
    expect(forMember("editor2", "editor")).toEqual([]);
  });
});

describe("bounds", () => {
  test.each([
    [REQUEST_WORDS_MAX_CHARS - 1, "done"],
    [REQUEST_WORDS_MAX_CHARS, "done"],
    [REQUEST_WORDS_MAX_CHARS + 1, "INVALID_REQUEST"],
  ])("words of %i characters: %s", async (length, outcome) => {
    expect(await world.refusal("author1", "request.create", { words: "w".repeat(length), ...PRICES })).toBe(outcome);
  });

  const rules = (more: object) => world.refusal("owner1", "review.put", { review: { ...RULES, ...more } });
  const names = (n: number) => Array.from({ length: n }, (_, at) => `name-${at}`);

  test.each([
    [-1, "done"],
    [0, "done"],
    [1, "INVALID_REQUEST"],
  ])("rules with the greatest numbers and %i more: %s", async (more, outcome) => {
    expect(await rules({ approvals: REVIEW_APPROVALS_MAX + more })).toBe(outcome);
    expect(await rules({ members: names(REVIEW_MEMBERS_MAX + more) })).toBe(outcome);
    expect(await rules({ types: names(REVIEW_TYPES_MAX + more) })).toBe(outcome);
    const asked = { members: names(REVIEW_MEMBERS_MAX + more), roles: [] };
    expect(await world.refusal("author1", "request.create", { words: "W", ...PRICES, asked })).toBe(outcome);
  });

  test.each([
    [{ approvals: 0 }],
    [{ roles: [], members: [] }],
    [{ roles: ["author"] }],
    [{ types: [] }],
    [{ languages: ["not a tag"] }],
  ])("rules that say nothing are refused: %j", async (more) => {
    expect(await rules(more)).toBe("INVALID_REQUEST");
  });

  test.each([-1, 0, 1])("a request of as many documents as are listed, and %i more, counts all", async (more) => {
    const n = REQUEST_DOCUMENTS_LISTED + more;
    for (const id of names(n)) await world.by("author1", "page.create", { id, body: page(`/${id}`) });
    const { request } = await ask({ only: { pages: names(n) } });
    const { documents, total } = world.request(request);
    expect([documents.length, total]).toEqual([Math.min(n, REQUEST_DOCUMENTS_LISTED), n]);
  });

  test("of 500 requests at once, a member and a site have some open, and each is told", async () => {
    const asking = Array.from({ length: 500 }, (_, n) =>
      world.refusal(`author${(n % 10) + 1}`, "request.create", { words: `No. ${n}`, ...PRICES }),
    );
    const outcomes = Map.groupBy(await Promise.all(asking), String);
    expect([...outcomes].map(([outcome, all]) => [outcome, all.length])).toEqual([
      ["done", REQUESTS_OPEN_MAX],
      ["requests_full", 500 - REQUESTS_OPEN_MAX],
    ]);
    expect(world.kernel.publicationRequests.open(SITE)).toHaveLength(REQUESTS_OPEN_MAX);
  });

  test.each([
    [REQUESTS_OPEN_OF_MEMBER_MAX - 1, "done"],
    [REQUESTS_OPEN_OF_MEMBER_MAX, "requests_full"],
  ])("a member with %i open requests asks once more: %s", async (before, outcome) => {
    for (let n = 0; n < before; n += 1) await ask();
    expect(await world.refusal("author1", "request.create", { words: "More", ...PRICES })).toBe(outcome);
    expect(await world.refusal("author2", "request.create", { words: "More", ...PRICES })).toBe("done");
  });

  const MORE = JSON.stringify([{ kind: "page", id: "prices" }]).length;

  /** Opens a request of author1 whose stored choice has so many characters. */
  const askLong = (length: number): void => {
    const [empty] = [JSON.stringify([{ kind: "page", id: "" }])];
    world.kernel.publicationRequests.add({
      site: SITE,
      id: "long",
      change: 1,
      chosen: JSON.stringify([{ kind: "page", id: "x".repeat(length - empty.length) }]),
      words: "Long",
      asked: { members: [], roles: [] },
      askedBy: "member:author1",
      askers: ["member:author1"],
      askedAt: 0,
      again: null,
    });
  };

  test.each([
    [-1, "done"],
    [0, "done"],
    [1, "requests_long"],
  ])("a member's open requests with the longest choices, and %i more: %s", async (more, outcome) => {
    askLong(REQUESTS_CHOSEN_OF_MEMBER_MAX - MORE + more);
    expect(await world.refusal("author1", "request.create", { words: "More", ...PRICES })).toBe(outcome);
    expect(await world.refusal("author2", "request.create", { words: "More", ...PRICES })).toBe("done");
  });

  test("whether a request waits for a member is told without its choice, unless the member has a limit", async () => {
    askLong(REQUESTS_CHOSEN_OF_MEMBER_MAX);
    const all = vi.spyOn(world.powers.sql, "all");
    const choices = () =>
      all.mock.calls.filter(([query]) => /\bchosen\b.*FROM publication_requests/s.test(query)).length;
    for (const [member, role, found] of [
      ["author1", "author", []],
      ["editor1", "editor", ["long"]],
    ] as const)
      expect(forMember(member, role)).toEqual(found);
    expect(choices()).toBe(0);
    await world.run("member.languages", { member: "editor2", languages: ["de"] });
    const { request } = await ask(PRICES, "author2");
    expect(forMember("editor1", "editor")).toContain(request);
    all.mockClear();
    expect(forMember("editor2", "editor")).not.toContain(request);
    expect(choices()).toBeGreaterThan(0);
  });

  test("a new request removes ended ones beyond the last", async () => {
    for (let n = 0; n <= REQUESTS_KEPT + 1; n += 1) {
      const { request } = await ask();
      await world.by("author1", "request.withdraw", { request });
    }
    await ask();
    expect(world.powers.sql.all("SELECT id FROM publication_requests")).toHaveLength(REQUESTS_KEPT + 1);
  });

  test("the last ended requests are kept", async () => {
    for (let n = 0; n <= REQUESTS_KEPT; n += 1) {
      const { request } = await ask();
      await world.by("author1", "request.withdraw", { request });
    }
    world.powers.clock.now += 24 * 60 * MINUTE;
    world.kernel.publicationRequests.prune(SITE, () => false);
    expect(world.kernel.publicationRequests.ended(SITE)).toHaveLength(REQUESTS_KEPT);
    const rows = world.powers.sql.all("SELECT id FROM publication_requests");
    const steps = world.powers.sql.all("SELECT request FROM request_steps");
    expect([rows.length, steps.length]).toEqual([REQUESTS_KEPT, REQUESTS_KEPT]);
  });
});

describe("what needs an approval", () => {
  const needed = (only?: object) => neededReview(reading(), SITE, only);

  test("is everything, if the rules name neither types nor languages", () => {
    expect(needed()).toEqual([{ kind: "page", id: "prices" }]);
    expect(needed({ pages: ["rooms"] })).toEqual([]);
  });

  test("are only pages of the named languages, and documents that a site has once", async () => {
    await world.demand({ languages: ["de"] });
    expect(await world.refusal("editor1", "publish", PRICES)).toBe("done");
    await world.by("author1", "page.update", { page: "zimmer", expected: 1, changes: { title: "Neu" } });
    expect(await world.refusal("editor1", "publish", { only: { pages: ["zimmer"] } })).toBe("review_needed");
    await world.by("editor1", "navigation.put", { expected: 1, body: { menus: { header: [], footer: [] } } });
    expect(await world.refusal("editor1", "publish", { only: { documents: ["navigation"] } })).toBe("review_needed");
  });

  test("stays so for a page that is moved out of a language, and in settings that rename it", async () => {
    await world.demand({ languages: ["de"] });
    const changes = { language: null, translationOf: null, path: "/zimmer" };
    await world.by("editor1", "page.update", { page: "zimmer", expected: 1, changes });
    expect(await world.refusal("editor1", "publish", { only: { pages: ["zimmer"] } })).toBe("review_needed");
    await world.demand({ languages: ["en"] });
    const [, ...others] = LANGUAGES;
    await world.by("editor1", "settings.put", {
      expected: 1,
      body: { name: "Test", language: "fr", languages: [{ tag: "fr", name: "Français" }, ...others] },
    });
    expect(await world.refusal("editor1", "publish", PRICES)).toBe("review_needed");
  });

  test("are only pages of the named types, and pages without a type are called page", async () => {
    await world.demand({ types: ["acme.events/event"] });
    expect(await world.refusal("editor1", "publish", PRICES)).toBe("done");
    await world.demand({ types: ["page"] });
    await world.by("author1", "page.update", { page: "prices", expected: 2, changes: { title: "Again" } });
    expect(await world.refusal("editor1", "publish", PRICES)).toBe("review_needed");
  });

  test("is nothing without rules: a request is a message then, and own approval is allowed", async () => {
    await world.demand(null);
    const { request } = await ask(PRICES, "editor1");
    expect((await approve(request, "editor1")).state).toBe("published");
    await world.by("editor1", "page.update", { page: "prices", expected: 2, changes: { title: "Again" } });
    expect(await world.refusal("editor1", "publish", {})).toBe("done");
  });
});

describe("an owner", () => {
  const subjects = () =>
    world.powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit' ORDER BY number")
      .map(({ payload }) => JSON.parse(payload) as { command: string; about?: object })
      .filter(({ command }) => /^(publish|schedule|release)/.test(command))
      .map(({ command, about }) => [command, about]);

  test("publishes past the review only by saying so, and audit says it", async () => {
    expect(await world.refusal("owner1", "publish", {})).toBe("review_needed");
    expect(await world.by("owner1", "publish", { pastReview: true })).toMatchObject({ passedReview: true });
    expect(subjects().at(-1)).toEqual(["publish", { release: 2, passedReview: true }]);
    expect(await isShown()).toBe(true);
  });

  test.each([
    ["owner", "done"],
    ["editor", "FORBIDDEN"],
  ] as const)("who becomes %s while the publication waits: %s", async (role, outcome) => {
    let looks = 0;
    const { building } = world.kernel.releases;
    vi.spyOn(world.kernel.releases, "building").mockImplementation((site) => {
      if (++looks > 2) return building.call(world.kernel.releases, site);
      world.roles.set("owner1", role);
      world.powers.clock.now += PUBLISH_ROLE_ASKED_MS;
      return { id: 1 } as ReleaseRow;
    });
    expect(await world.refusal("owner1", "publish", { pastReview: true })).toBe(outcome);
    expect(looks).toBeGreaterThan(2);
    expect(await isShown()).toBe(outcome === "done");
  });

  test("does not pass it where nothing needed an approval", async () => {
    await world.demand({ types: ["acme.events/event"] });
    const done = await world.by("owner1", "publish", { pastReview: true });
    expect(done).not.toHaveProperty("passedReview");
  });

  test("schedules past it, while still an owner at the time", async () => {
    const at = world.powers.now() + MINUTE;
    await world.by("owner1", "schedule.create", { at, pastReview: true });
    await world.by("owner2", "schedule.create", { at: at + MINUTE, pastReview: true });
    world.roles.set("owner1", "editor");
    await world.passTo(at);
    expect(await isShown()).toBe(false);
    await world.passTo(at + MINUTE);
    expect(await isShown()).toBe(true);
    expect(subjects().at(-1)?.[1]).toMatchObject({ passedReview: true });
  });

  test("shows an earlier release past it, and nobody else does", async () => {
    await world.by("owner1", "publish", { pastReview: true });
    expect(await world.refusal("editor1", "release.restore", { release: 1 })).toBe("review_needed");
    const restored = await world.by("owner1", "release.restore", { release: 1, pastReview: true });
    expect(restored).toMatchObject({ release: 1, passedReview: true });
    expect(await isShown()).toBe(false);
  });
});

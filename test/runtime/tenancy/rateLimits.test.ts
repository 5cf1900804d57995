import { describe, expect, test } from "vitest";
import {
  BATCHES_PER_WINDOW,
  BATCHES_WINDOW_SECONDS,
  EXPORTS_PER_WINDOW,
  EXPORTS_WINDOW_SECONDS,
  RATE_SUBJECTS_KNOWN,
  READS_PER_WINDOW,
  READS_WINDOW_SECONDS,
  WRITES_PER_WINDOW,
  WRITES_WINDOW_SECONDS,
} from "../../../manifests/bounds/api.ts";
import { ARCHIVES_PER_WINDOW, ARCHIVES_WINDOW_SECONDS } from "../../../manifests/bounds/backups.ts";
import {
  ROUTE_CALLS_PER_PLUGIN,
  ROUTE_CALLS_PER_VISITOR,
  ROUTE_WINDOW_SECONDS,
  UNSIGNED_WEBHOOKS_PER_ADDRESS,
  WEBHOOKS_PER_PLUGIN,
} from "../../../manifests/bounds/calls.ts";
import {
  ACTIONS_PER_WINDOW,
  ACTIONS_WINDOW_SECONDS,
  PREVIEWS_PER_WINDOW,
  PREVIEWS_WINDOW_SECONDS,
} from "../../../manifests/bounds/editor.ts";
import {
  FORM_CONFIRM_WINDOW_SECONDS,
  FORM_CONFIRMS_PER_ADDRESS,
  FORM_CONFIRMS_PER_SITE,
  FORM_CONFIRMS_PER_VISITOR,
  FORM_LINK_CALLS_PER_FORM,
  FORM_LINK_CALLS_PER_SUBMISSION,
  FORM_POSTS_PER_FORM,
  FORM_POSTS_PER_VISITOR,
  FORM_ROOM_PER_VISITOR,
  FORM_ROOM_WINDOW_SECONDS,
  FORM_WINDOW_SECONDS,
  MAIL_ADDRESSES_PER_WINDOW,
  MAIL_ADDRESS_WINDOW_SECONDS,
  MAIL_INVITES_PER_WINDOW,
  MAIL_PER_PLUGIN,
  MAIL_PER_SITE,
  MAIL_PER_SITE_BY_VISITORS,
  MAIL_PER_TENANT,
  MAIL_PER_TENANT_BY_PLUGINS,
  MAIL_PER_TENANT_BY_VISITORS,
  MAIL_PLUGIN_PER_SUBMITTER,
  MAIL_REMARKS_PER_MEMBER,
  MAIL_REVIEWS_PER_MEMBER,
  MAIL_REVIEWS_PER_SITE,
  MAIL_WINDOW_SECONDS,
} from "../../../manifests/bounds/forms.ts";
import { GUEST_REMARKS_PER_WINDOW, GUEST_REMARKS_WINDOW_SECONDS } from "../../../manifests/bounds/publishing.ts";
import {
  INVITATIONS_PER_WINDOW,
  INVITATIONS_WINDOW_SECONDS,
  READER_FEED_READS,
  READER_FIRST_LETTERS,
  READER_LETTERS_PER_ADDRESS,
  READER_LETTERS_PER_CLIENT,
  READER_LETTERS_SECONDS,
  READER_LETTERS_TO_CHOSEN,
  READER_LETTERS_TO_READERS,
  READER_LETTERS_TO_STRANGERS,
} from "../../../manifests/bounds/logins.ts";
import { TIDY_EVERY_MS } from "../../../manifests/bounds/commands.ts";
import { type RateName, RATE_POLICIES, RateLimits } from "../../../runtime/tenancy/rateLimits.ts";
import { migrate } from "../../../runtime/schema.ts";
import { testPowers } from "../kernel/powers.ts";
import { statementsOf } from "../languages/statements.ts";

function limits() {
  const powers = testPowers();
  const start = powers.clock.now;
  migrate(powers.sql);
  return { powers, limits: new RateLimits(powers), at: (ms: number) => (powers.clock.now = start + ms) };
}

const NAMES = Object.keys(RATE_POLICIES) as RateName[];

/** The quota and window of each limit. Only this test would notice two swapped windows. */
const BOUNDS: Readonly<Record<RateName, readonly [number, number]>> = {
  writes: [WRITES_PER_WINDOW, WRITES_WINDOW_SECONDS],
  batches: [BATCHES_PER_WINDOW, BATCHES_WINDOW_SECONDS],
  invitations: [INVITATIONS_PER_WINDOW, INVITATIONS_WINDOW_SECONDS],
  archives: [ARCHIVES_PER_WINDOW, ARCHIVES_WINDOW_SECONDS],
  reads: [READS_PER_WINDOW, READS_WINDOW_SECONDS],
  previews: [PREVIEWS_PER_WINDOW, PREVIEWS_WINDOW_SECONDS],
  exports: [EXPORTS_PER_WINDOW, EXPORTS_WINDOW_SECONDS],
  "plugin-visitor": [ROUTE_CALLS_PER_VISITOR, ROUTE_WINDOW_SECONDS],
  plugin: [ROUTE_CALLS_PER_PLUGIN, ROUTE_WINDOW_SECONDS],
  webhook: [WEBHOOKS_PER_PLUGIN, ROUTE_WINDOW_SECONDS],
  "webhook-unsigned": [UNSIGNED_WEBHOOKS_PER_ADDRESS, ROUTE_WINDOW_SECONDS],
  actions: [ACTIONS_PER_WINDOW, ACTIONS_WINDOW_SECONDS],
  "form-visitor": [FORM_POSTS_PER_VISITOR, FORM_WINDOW_SECONDS],
  form: [FORM_POSTS_PER_FORM, FORM_WINDOW_SECONDS],
  "form-room": [FORM_ROOM_PER_VISITOR, FORM_ROOM_WINDOW_SECONDS],
  "form-link": [FORM_LINK_CALLS_PER_SUBMISSION, FORM_WINDOW_SECONDS],
  "form-links": [FORM_LINK_CALLS_PER_FORM, FORM_WINDOW_SECONDS],
  "mail-lent": [MAIL_PER_TENANT + MAIL_PER_TENANT_BY_PLUGINS, MAIL_WINDOW_SECONDS],
  "mail-site": [MAIL_PER_SITE, MAIL_WINDOW_SECONDS],
  "mail-tenant": [MAIL_PER_TENANT, MAIL_WINDOW_SECONDS],
  "mail-site-visitors": [MAIL_PER_SITE_BY_VISITORS, MAIL_WINDOW_SECONDS],
  "mail-tenant-visitors": [MAIL_PER_TENANT_BY_VISITORS, MAIL_WINDOW_SECONDS],
  "confirm-address": [FORM_CONFIRMS_PER_ADDRESS, FORM_CONFIRM_WINDOW_SECONDS],
  "confirm-visitor": [FORM_CONFIRMS_PER_VISITOR, FORM_CONFIRM_WINDOW_SECONDS],
  "confirm-site": [FORM_CONFIRMS_PER_SITE, MAIL_WINDOW_SECONDS],
  "mail-site-reviews": [MAIL_REVIEWS_PER_SITE, MAIL_WINDOW_SECONDS],
  "mail-review": [MAIL_REVIEWS_PER_MEMBER, MAIL_WINDOW_SECONDS],
  "mail-remark": [MAIL_REMARKS_PER_MEMBER, MAIL_WINDOW_SECONDS],
  "guest-remarks": [GUEST_REMARKS_PER_WINDOW, GUEST_REMARKS_WINDOW_SECONDS],
  "reader-address": [READER_LETTERS_PER_ADDRESS, READER_LETTERS_SECONDS],
  "reader-client": [READER_LETTERS_PER_CLIENT, READER_LETTERS_SECONDS],
  "reader-chosen": [READER_LETTERS_TO_CHOSEN, READER_LETTERS_SECONDS],
  "reader-first": [READER_FIRST_LETTERS, READER_LETTERS_SECONDS],
  "reader-feed": [READER_FEED_READS, READER_LETTERS_SECONDS],
  "reader-known": [READER_LETTERS_TO_READERS, READER_LETTERS_SECONDS],
  "reader-strangers": [READER_LETTERS_TO_STRANGERS, READER_LETTERS_SECONDS],
  "mail-plugin": [MAIL_PER_PLUGIN, MAIL_WINDOW_SECONDS],
  "mail-tenant-plugins": [MAIL_PER_TENANT_BY_PLUGINS, MAIL_WINDOW_SECONDS],
  "mail-submitter": [MAIL_PLUGIN_PER_SUBMITTER, MAIL_ADDRESS_WINDOW_SECONDS],
  "mail-invite": [MAIL_INVITES_PER_WINDOW, MAIL_ADDRESS_WINDOW_SECONDS],
  "mail-address": [MAIL_ADDRESSES_PER_WINDOW, MAIL_ADDRESS_WINDOW_SECONDS],
};

test.each(NAMES)("the limit on %s follows its own bounds", (name) => {
  const { quota, windowSeconds } = RATE_POLICIES[name];
  expect([quota, windowSeconds]).toEqual(BOUNDS[name]);
});

describe("several limits of one request", () => {
  const [visitor, form] = [
    { name: "form-visitor", subject: "v", quota: 2 },
    { name: "form", subject: "f", quota: 1 },
  ] as const;
  const left = ({ limits: counted }: ReturnType<typeof limits>) => [
    counted.spend("form-visitor", "v", visitor.quota).remaining,
    counted.spend("form", "f", form.quota).allowed,
  ];

  test("are spent together by one statement", async () => {
    const world = limits();
    world.limits.requireEach([visitor, form]);
    const statements = await statementsOf(world, () =>
      world.limits.requireEach([
        { ...visitor, subject: "other" },
        { ...form, subject: "other" },
      ]),
    );
    expect(statements.filter((text) => text.startsWith("INSERT"))).toHaveLength(1);
    expect(left(world)).toEqual([0, false]);
  });

  test("after one that refuses, no later one is spent, and those before it stay spent", () => {
    const world = limits();
    world.limits.requireEach([visitor, form]);
    expect(() => world.limits.requireEach([visitor, form])).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", detail: expect.objectContaining({ limit: "form" }) }),
    );
    const again = new RateLimits(world.powers);
    expect(() => again.requireEach([visitor, { ...form, subject: "g" }])).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ limit: "form-visitor" }) }),
    );
    expect(again.spend("form", "g", form.quota)).toMatchObject({ allowed: true });
  });
});

describe.each(NAMES)("the limit on %s", (name) => {
  const { quota, windowSeconds } = RATE_POLICIES[name];
  const interval = (windowSeconds * 1000) / quota;
  const spend = (world: ReturnType<typeof limits>, times: number) =>
    Array.from({ length: times }, () => world.limits.spend(name, "member:one"));

  test.each([
    [quota - 1, 1, true],
    [quota, 0, true],
    [quota + 1, 0, false],
  ])("leaves after %i at once %i, and the last is allowed: %s", (times, remaining, allowed) => {
    const world = limits();
    // A limit of one request has none before it.
    if (times > 0) expect(spend(world, times).at(-1)).toMatchObject({ remaining, allowed });
    else expect(spend(world, 1)).toMatchObject([{ remaining: remaining - 1, allowed }]);
  });

  test("gives one back after each interval and not a millisecond sooner, and all after a window", () => {
    const world = limits();
    spend(world, quota);
    world.at(interval - 1);
    expect(spend(world, 1)).toMatchObject([{ allowed: false, waitSeconds: 1 }]);
    world.at(interval);
    expect(spend(world, 2)).toMatchObject([
      { allowed: true, remaining: 0 },
      { allowed: false, waitSeconds: Math.ceil(interval / 1000) },
    ]);
    world.at(interval + windowSeconds * 1000);
    expect(spend(world, quota + 1).filter(({ allowed }) => allowed)).toHaveLength(quota);
  });

  test("counts each subject on its own, and no refused request", () => {
    const world = limits();
    spend(world, quota + 50);
    expect(world.limits.spend(name, "member:other")).toMatchObject({ allowed: true, remaining: quota - 1 });
    world.at(interval);
    expect(spend(world, 1)).toMatchObject([{ allowed: true }]);
  });

  test("is remembered by a new object of the same workspace, and forgotten when all is free again", () => {
    const world = limits();
    spend(world, quota);
    expect(new RateLimits(world.powers).spend(name, "member:one").allowed).toBe(false);
    world.limits.sweep();
    expect(spend(world, 1)).toMatchObject([{ allowed: false }]);
    world.at(windowSeconds * 1000);
    world.limits.sweep();
    expect(world.powers.sql.all("SELECT id FROM rate_limits")).toEqual([]);
  });

  test("locks nobody out when the clock is set back: a time more than a window ahead counts for nothing", () => {
    const world = limits();
    spend(world, quota);
    world.at(-1);
    expect(spend(world, quota + 1).filter(({ allowed }) => allowed)).toHaveLength(quota);
    world.at(-10 * windowSeconds * 1000);
    expect(spend(world, quota + 1).filter(({ allowed }) => allowed)).toHaveLength(quota);
  });

  test.each([
    [0, false],
    [1, true],
  ])("of a time a window and %i ms ahead, the next is allowed: %s", (more, allowed) => {
    const world = limits();
    world.at(more);
    spend(world, quota);
    world.at(0);
    expect(spend(world, 1)).toMatchObject([{ allowed }]);
  });
});

describe("what is wanted at once", () => {
  const [name, subject, quota, interval] = [
    "form-room",
    "one",
    RATE_POLICIES["form-room"].quota,
    (RATE_POLICIES["form-room"].windowSeconds * 1000) / RATE_POLICIES["form-room"].quota,
  ] as const;

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of a quota with %i more than it has is counted whole or not at all: %s", (more, allowed) => {
    const world = limits();
    expect(world.limits.spend(name, subject, quota, quota - 10).remaining).toBe(10);
    const standing = world.limits.spend(name, subject, quota, 10 + more);
    expect(standing).toMatchObject({ allowed, remaining: allowed ? 0 - more : 10 });
    expect(world.limits.spend(name, subject, quota, 10).allowed).toBe(!allowed);
  });

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("is there after as long as was said and %i ms: %s", (more, allowed) => {
    const world = limits();
    world.limits.spend(name, subject, quota, quota);
    const { waitSeconds } = world.limits.spend(name, subject, quota, 7);
    expect(waitSeconds * 1000).toBe(7 * interval);
    world.at(waitSeconds * 1000 + more);
    expect(world.limits.spend(name, subject, quota, 7).allowed).toBe(allowed);
  });
});

test.each([
  [-1, 21],
  [0, 1],
  [1, 1],
])("strangers who come once each are forgotten by those who come %i ms after it is time to tidy", (late, rows) => {
  const world = limits();
  for (let n = 0; n < 20; n++) world.limits.spend("plugin-visitor", `stranger ${n}`);
  world.at(TIDY_EVERY_MS + late);
  world.limits.spend("plugin-visitor", "the next");
  expect(world.powers.sql.all("SELECT id FROM rate_limits")).toHaveLength(rows);
});

describe("what is remembered of limits", () => {
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of %i subjects more than the bound: the first is asked for %i times again", (more, times) => {
    const world = limits();
    for (let n = 0; n < RATE_SUBJECTS_KNOWN + more; n++) world.limits.spend("writes", `member:${n}`);
    const { all } = world.powers.sql;
    let asked = 0;
    world.powers.sql.all = (query, ...values) => {
      if (query.startsWith("SELECT")) asked += 1;
      return all(query, ...values);
    };
    expect(world.limits.spend("writes", "member:0").remaining).toBe(RATE_POLICIES.writes.quota - 2);
    expect(asked).toBe(times);
  });

  test("is in the database, too, even when a transaction took back the first of it", () => {
    const world = limits();
    const spend = (): number => world.limits.spend("writes", "member:one").remaining;
    expect(() =>
      world.powers.sql.atomically(() => {
        spend();
        throw new Error("taken back");
      }),
    ).toThrow("taken back");
    const remaining = spend();
    expect(new RateLimits(world.powers).spend("writes", "member:one").remaining).toBe(remaining - 1);
  });
});

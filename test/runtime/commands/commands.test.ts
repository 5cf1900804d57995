import { describe, expect, test } from "vitest";
import {
  CLAIM_KEPT_MS,
  CLAIMS_LOOKED_AT,
  KEPT_ANSWER_MAX_BYTES,
  WRITES_PER_COMMAND,
} from "../../../manifests/bounds/commands.ts";
import { REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { Envelope } from "../../../runtime/area/command.ts";
import { redirects } from "../../../runtime/documents/content/content.ts";
import { MEMBER, SITE, page, textSection, themePlugin, worldWith, type World } from "../kernel/world.ts";

const envelope = (key: string, more: Partial<Envelope> = {}): Envelope => ({
  site: SITE,
  actor: MEMBER,
  key,
  requestId: "r1",
  ...more,
});
const create = (id: string, path = `/${id}`) => ({ writes: [{ kind: "page", id, expected: 0, body: page(path) }] });
const audits = (world: World): AuditPayload[] =>
  world.powers.sql
    .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit' ORDER BY rowid")
    .map(({ payload }) => JSON.parse(payload) as AuditPayload);
const refusal = (code: string) => expect.objectContaining({ code });

describe("idempotency", () => {
  test("an exact repeat gets the first answer, byte for byte, and does nothing", async () => {
    const world = await worldWith({ home: page("/") });
    const first = await world.kernel.execute("documents.write", envelope("k"), create("a"));
    const change = world.kernel.documents.change(SITE);
    const again = await world.kernel.execute("documents.write", envelope("k"), create("a"));
    expect(again).toEqual({ ...first, replayed: true });
    expect(world.kernel.documents.change(SITE)).toBe(change);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("an answer with %i bytes more than a claim keeps is taken: %s", async (more, isTaken) => {
    const world = await worldWith({ home: page("/") });
    const answer = "\u5c71".repeat((KEPT_ANSWER_MAX_BYTES - 4) / 3) + "x".repeat(2 + more);
    const command = {
      name: "test.answer",
      parse: () => ({ ok: true, value: {} }) as const,
      prepare: async () => () => {
        world.powers.sql.all(
          "INSERT INTO claims (scope, key, input_digest, answer, at) VALUES ('s', 'beside', 'd', '', 0)",
        );
        return answer;
      },
    };
    const done = world.kernel.commands.run(command, envelope("k"), {});
    const tried = world.kernel.commands.rehearse(command, envelope("k"), {});
    if (isTaken) {
      expect(await done).toMatchObject({ json: JSON.stringify(answer), replayed: false });
      expect(await tried).toBe(JSON.stringify(answer));
    } else {
      for (const one of [done, tried]) await expect(one).rejects.toEqual(refusal("TOO_LARGE"));
    }
    const kept = world.powers.sql.all("SELECT 1 FROM claims WHERE key IN ('k', 'beside')");
    expect(kept).toHaveLength(isTaken ? 2 : 0);
  });

  test("the order of members does not make another input", async () => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), {
      writes: [{ kind: "page", id: "a", expected: 0, body: page("/a") }],
    });
    const { replayed } = await world.kernel.execute("documents.write", envelope("k"), {
      writes: [
        { body: Object.fromEntries(Object.entries(page("/a")).toReversed()), expected: 0, id: "a", kind: "page" },
      ],
    });
    expect(replayed).toBe(true);
  });

  test("the same key with other input is refused and changes nothing", async () => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
    await expect(world.kernel.execute("documents.write", envelope("k"), create("b"))).rejects.toEqual(
      refusal("IDEMPOTENCY_KEY_REUSED"),
    );
    expect(world.kernel.documents.get(SITE, "page", "b")).toBeUndefined();
  });

  test.each([
    ["another member", { actor: { kind: "member", id: "m2" } }],
    ["an operator with the member's id", { actor: { kind: "operator", id: "m1" } }],
  ] as [string, Partial<Envelope>][])("the same key of %s is another claim", async (_claim, more) => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
    await world.kernel.execute("documents.write", envelope("k", more), create("b"));
    expect(world.kernel.documents.get(SITE, "page", "b")?.version).toBe(1);
  });

  test("twenty at once have one effect; the others hear that it is running", async () => {
    const world = await worldWith({ home: page("/") });
    await world.write("home", page("/", { title: "Changed" }));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.kernel.execute("publish", envelope("k"), {})),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(["IDEMPOTENCY_IN_PROGRESS"]));
    expect(world.kernel.sites.get(SITE).sequence).toBe(2);
  });

  test("a refused command leaves its key free", async () => {
    const world = await worldWith({ home: page("/") });
    const stale = { writes: [{ kind: "page", id: "home", expected: 7, body: page("/") }] };
    await expect(world.kernel.execute("documents.write", envelope("k"), stale)).rejects.toEqual(
      refusal("STALE_VERSION"),
    );
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
  });

  test("a command without key is refused", async () => {
    const world = await worldWith({ home: page("/") });
    await expect(world.kernel.execute("publish", envelope(""), {})).rejects.toEqual(refusal("IDEMPOTENCY_KEY_MISSING"));
  });

  test.each([
    [CLAIM_KEPT_MS - 1, true],
    [CLAIM_KEPT_MS, true],
    [CLAIM_KEPT_MS + 1, false],
  ])("after %i ms the claim is kept: %s", async (age, kept) => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
    world.powers.clock.now += age;
    world.kernel.claims.sweep(world.powers.now());
    expect(world.powers.sql.all("SELECT key FROM claims WHERE key = 'k'")).toHaveLength(kept ? 1 : 0);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of as many old ones as are looked at and %i, %i are left for the next time", async (more, left) => {
    const world = await worldWith({ home: page("/") });
    const { claims } = world.kernel;
    world.powers.sql.all(
      `INSERT INTO claims (scope, key, input_digest, answer, at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT 's' || i % 7, 'k' || i, 'd', '{}', 0 FROM n`,
      CLAIMS_LOOKED_AT + more,
    );
    const old = () => world.powers.sql.all("SELECT key FROM claims").length;
    claims.sweep(world.powers.now());
    expect(old()).toBe(left);
    claims.sweep(world.powers.now());
    expect(old()).toBe(0);
  });
});

describe("several writes in one command", () => {
  test("are all refused when one is stale, and the refusal says what is current", async () => {
    const world = await worldWith({ home: page("/") });
    const writes = [
      ...create("a").writes,
      { kind: "theme", id: "site", expected: 9, body: { theme: "test.theme/plain", scheme: "dark", tokens: {} } },
    ];
    await expect(world.run("documents.write", { writes })).rejects.toMatchObject({
      code: "STALE_VERSION",
      detail: { kind: "theme", id: "site", current: 1 },
    });
    expect(world.kernel.documents.get(SITE, "page", "a")).toBeUndefined();
  });

  test("are all refused when two want one path", async () => {
    const world = await worldWith({ home: page("/") });
    const writes = [...create("a", "/same").writes, ...create("b", "/same").writes];
    await expect(world.run("documents.write", { writes })).rejects.toEqual(refusal("CONFLICT"));
    expect(world.kernel.documents.get(SITE, "page", "a")).toBeUndefined();
  });

  test.each([
    [WRITES_PER_COMMAND - 1, true],
    [WRITES_PER_COMMAND, true],
    [WRITES_PER_COMMAND + 1, false],
  ])("%i of them are accepted: %s", async (count, accepted) => {
    const world = await worldWith({ home: page("/") });
    const writes = Array.from({ length: count }, (_, n) => create(`p${n}`).writes[0]);
    const done = world.run("documents.write", { writes });
    if (accepted) await expect(done).resolves.toBeDefined();
    else await expect(done).rejects.toEqual(refusal("INVALID_REQUEST"));
  });

  test("a deleted page can be written again and goes on counting its versions", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    await world.write("about", null);
    expect(await world.write("about", page("/about"))).toBe(3);
  });
});

describe("what a write accepts", () => {
  const writing = (world: World, body: unknown, kind = "page", id = "home", expected = 1) =>
    world.run("documents.write", { writes: [{ kind, id, expected, body }] });

  test.each([
    ["an unknown member", { ...page("/"), draft: true }, "/writes/0/body/draft"],
    ["a path that leaves the site", page("//evil"), "/writes/0/body/path"],
    ["a path with a space", page("/a b"), "/writes/0/body/path"],
    ["a title with a line break", page("/", { title: "a\nb" }), "/writes/0/body/title"],
    [
      "two sections of one id",
      page("/", { sections: [textSection("a"), textSection("b")] }),
      "/writes/0/body/sections",
    ],
    [
      "an unknown section type",
      page("/", { sections: [{ id: "x", type: "no.such/type", fields: {} }] }),
      "/writes/0/body/sections/0/type",
    ],
    [
      "fields that break their schema",
      page("/", { sections: [{ id: "x", type: "test.text/text", fields: { text: 1 } }] }),
      "/writes/0/body/sections/0/fields/text",
    ],
    [
      "a field the schema does not know",
      page("/", { sections: [{ id: "x", type: "test.text/text", fields: { text: "a", b: 1 } }] }),
      "/writes/0/body/sections/0/fields/b",
    ],
    [
      "a variant that does not exist",
      page("/", { sections: [{ ...textSection("a"), variant: "loud" }] }),
      "/writes/0/body/sections/0/variant",
    ],
  ])("refuses %s, and says where", async (_claim, body, pointer) => {
    const world = await worldWith({ home: page("/") });
    const failure = await writing(world, body).then(
      () => undefined,
      (error: unknown) => error as { code: string; detail: { issues: { pointer: string }[] } },
    );
    expect(failure?.code).toBe("INVALID_REQUEST");
    expect(failure?.detail.issues.map((issue) => issue.pointer)).toContain(pointer);
  });

  test.each([
    [REDIRECTS_MAX_ENTRIES - 1, true],
    [REDIRECTS_MAX_ENTRIES, true],
    [REDIRECTS_MAX_ENTRIES + 1, false],
  ])("%i redirects: %s", (count, accepted) => {
    const entries = Array.from({ length: count }, (_, n) => ({ from: `/old/${n}`, to: "/", status: 301 }));
    expect(redirects.safeParse({ entries }).success).toBe(accepted);
  });

  test("lets an editor keep, move and remove sections of a plugin that is away, not change or add them", async () => {
    const world = await worldWith({
      home: page("/", { sections: [textSection("kept", "k"), textSection("other", "o")] }),
    });
    const away = world.restart([themePlugin]);
    await writing(away, page("/", { sections: [textSection("other", "o"), textSection("kept", "k")] }));
    await writing(away, page("/", { sections: [textSection("kept", "k")] }), "page", "home", 2);
    const changed = writing(away, page("/", { sections: [textSection("changed", "k")] }), "page", "home", 3);
    await expect(changed).rejects.toEqual(refusal("INVALID_REQUEST"));
  });
});

describe("audit", () => {
  test("has one row for each success and each replay, and none for refusals", async () => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
    await world.kernel.execute("documents.write", envelope("k"), create("a"));
    await expect(world.kernel.execute("documents.write", envelope("k"), create("b"))).rejects.toBeDefined();
    expect(audits(world).map(({ command, outcome, actor }) => [command, outcome, actor])).toEqual([
      ["documents.write", "done", "member:m1"],
      ["documents.write", "replayed", "member:m1"],
    ]);
  });

  test("holds a digest of the input and none of its words", async () => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("documents.write", envelope("k"), {
      writes: [{ kind: "page", id: "a", expected: 0, body: page("/a", { title: "Very private" }) }],
    });
    const [row] = audits(world);
    expect(row?.inputDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain("private");
  });
});

import { describe, expect, test } from "vitest";
import { covers, difference, grantHash, wishesOf, type Requested } from "../../../runtime/contributions/grant.ts";
import { fileDigest } from "../../capabilities/asking.ts";

const DIGEST = "sha256-a";
const ASKED: Requested = {
  storage: { maxBytes: 10, maxKeys: 2, reason: "to count" },
  http: { hosts: ["a.example.com", "b.example.com"], methods: ["GET"] },
};
const more = (change: Partial<Requested>): Requested => ({ ...ASKED, ...change });

describe("a grant", () => {
  test.each<readonly [string, Requested, boolean]>([
    ["the request that was read", ASKED, true],
    [
      "the same in another order and other words",
      {
        http: { hosts: ["b.example.com", "a.example.com"], methods: ["GET"] },
        storage: { maxKeys: 2, maxBytes: 10, reason: "otherwise" },
      },
      true,
    ],
    [
      "a host more",
      more({ http: { hosts: ["a.example.com", "b.example.com", "c.example.com"], methods: ["GET"] } }),
      false,
    ],
    ["a host less", more({ http: { hosts: ["a.example.com"], methods: ["GET"] } }), false],
    ["a method more", more({ http: { hosts: ["a.example.com", "b.example.com"], methods: ["GET", "POST"] } }), false],
    ["a byte more", more({ storage: { maxBytes: 11, maxKeys: 2 } }), false],
    ["another capability", more({ media: { read: true } }), false],
    ["nothing", {}, false],
  ])("covers %s: %s", (_, requested, covered) => {
    expect(covers({ digest: DIGEST, capabilities: ASKED }, DIGEST, requested)).toBe(covered);
  });

  test("covers one version only", () => {
    expect(covers({ digest: DIGEST, capabilities: ASKED }, "sha256-b", ASKED)).toBe(false);
  });

  test("tells what an update asks for beside what was granted", () => {
    expect(difference(ASKED, more({ storage: { maxBytes: 20, maxKeys: 2 }, media: { read: true } }))).toEqual({
      added: [
        { pointer: "/media/read", value: true },
        { pointer: "/storage/maxBytes", value: 20 },
      ],
      removed: [{ pointer: "/storage/maxBytes", value: 10 }],
    });
  });

  test("has the name of what it grants: the order and the words do not matter, everything else does", async () => {
    const name = (capabilities: Requested, digest = DIGEST) => grantHash({ digest, capabilities }, fileDigest);
    expect(await name(ASKED)).toBe(
      await name({
        http: { hosts: ["b.example.com", "a.example.com"], methods: ["GET"] },
        storage: { maxBytes: 10, maxKeys: 2 },
      }),
    );
    const others = await Promise.all([
      name(ASKED),
      name({}),
      name(ASKED, "sha256-b"),
      name(more({ media: { read: true } })),
    ]);
    expect(new Set(others).size).toBe(others.length);
  });

  test("lists each thing once", () => {
    expect(wishesOf({ http: { hosts: ["a.example.com", "a.example.com"], methods: ["GET"] } })).toHaveLength(2);
  });
});

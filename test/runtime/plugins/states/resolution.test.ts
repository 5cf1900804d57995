import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  resolve,
  type InstalledPlugin,
  type Resolution,
  type ResolutionInput,
} from "../../../../runtime/plugins/states/resolution.ts";
import type { Grant } from "../../../../runtime/contributions/grant.ts";
import { fileAt, installed, packed } from "../packed.ts";

const resolved = (plugins: readonly InstalledPlugin[], rest: Partial<ResolutionInput> = {}): Resolution =>
  resolve({ installed: plugins, engine: "1.2.0", loader: { available: true }, ...rest });
const ids = ({ active }: Resolution): string[] => active.map(({ id }) => id);
const reasons = ({ skipped }: Resolution): string[] => skipped.map(({ id, reason }) => `${id}: ${reason}`);

const storage = {
  capabilities: { storage: { maxBytes: 1, maxKeys: 1 } },
  kind: "executable",
  main: "main.js",
} as const;
const granted = (rest: Partial<Grant> = {}): Grant => ({
  digest: "sha256-a.a@1.0.0",
  capabilities: storage.capabilities,
  ...rest,
});

describe("one plugin is skipped", () => {
  test.each<[string, InstalledPlugin, Partial<ResolutionInput>, string, string]>([
    [
      "when its grant was taken back",
      installed({ id: "a.a" }, { state: "revoked" }),
      {},
      "revoked",
      "its grant was revoked",
    ],
    [
      "when the signature of the index is wrong",
      installed({ id: "a.a" }, { distrust: { reason: "signature_invalid" } }),
      {},
      "signature_invalid",
      "does not verify",
    ],
    [
      "when its files are others",
      installed({ id: "a.a" }, { distrust: { reason: "digest_mismatch" } }),
      {},
      "digest_mismatch",
      "not the ones",
    ],
    [
      "when no trusted key signed it",
      installed({ id: "a.a" }, { distrust: { reason: "untrusted_key", detail: "key k1 was removed" } }),
      {},
      "untrusted_key",
      "key k1 was removed",
    ],
    [
      "when it is in quarantine",
      installed({ id: "a.a" }, { state: "quarantined" }),
      {},
      "quarantined",
      "failed repeatedly",
    ],
    [
      "when it was uploaded under an id of the deployment",
      installed({ id: "a.a" }, { shadowed: true }),
      {},
      "conflict",
      "this deployment already has a plugin with that id",
    ],
    ["when it is switched off", installed({ id: "a.a" }, { state: "disabled" }), {}, "disabled", "switched off"],
    [
      "when it is for an older engine",
      installed({ id: "a.a", engine: "^0.9.0" }),
      {},
      "engine_incompatible",
      "it needs engine ^0.9.0, but this is engine 1.2.0",
    ],
    [
      "when it is for a newer engine",
      installed({ id: "a.a", engine: ">=1.2.1" }),
      {},
      "engine_incompatible",
      ">=1.2.1",
    ],
    [
      "when it has code and no loader is there",
      installed({ id: "a.a", kind: "executable", main: "main.js" }),
      { loader: { available: false, reason: "no PLUGIN_LOADER" } },
      "loader_unavailable",
      "no PLUGIN_LOADER",
    ],
    ["when nobody granted what it asks for", installed({ id: "a.a", ...storage }), {}, "not_granted", "storage"],
    [
      "when its grant was taken back",
      installed({ id: "a.a", ...storage }, { grant: null }),
      {},
      "not_granted",
      "storage",
    ],
    [
      "when its grant is for another version",
      installed({ id: "a.a", ...storage }, { grant: granted({ digest: "sha256-a.a@0.9.0" }) }),
      {},
      "not_granted",
      "another version",
    ],
    [
      "when its grant is for less",
      installed({ id: "a.a", ...storage }, { grant: granted({ capabilities: {} }) }),
      {},
      "not_granted",
      "other capabilities",
    ],
    [
      "when its grant is for more",
      installed(
        { id: "a.a", ...storage },
        { grant: granted({ capabilities: { storage: { maxBytes: 2, maxKeys: 1 } } }) },
      ),
      {},
      "not_granted",
      "other capabilities",
    ],
    [
      "when what it requires is not installed",
      installed({ id: "a.a", requires: { "b.b": "^1.0.0" } }),
      {},
      "dependency_missing",
      "it needs b.b ^1.0.0, which is not installed",
    ],
    ["when it requires itself", installed({ id: "a.a", requires: { "a.a": "*" } }), {}, "dependency_cycle", "itself"],
  ])("%s", (_, plugin, rest, reason, detail) => {
    const result = resolved([plugin], rest);
    expect(ids(result)).toEqual([]);
    expect(result.skipped).toEqual([{ id: "a.a", version: "1.0.0", reason, detail: expect.stringContaining(detail) }]);
  });
});

describe("of several reasons", () => {
  test.each<[string, InstalledPlugin, string]>([
    [
      "distrust before a grant that was taken back",
      installed({ id: "a.a" }, { state: "revoked", distrust: { reason: "untrusted_key" } }),
      "untrusted_key",
    ],
    [
      "a grant that was taken back before one nobody gave",
      installed({ id: "a.a", ...storage }, { state: "revoked", grant: null }),
      "revoked",
    ],
    [
      "distrust before being switched off",
      installed({ id: "a.a" }, { state: "disabled", distrust: { reason: "untrusted_key" } }),
      "untrusted_key",
    ],
    [
      "quarantine before the engine",
      installed({ id: "a.a", engine: "^9.0.0" }, { state: "quarantined" }),
      "quarantined",
    ],
    ["the engine before the grant", installed({ id: "a.a", engine: "^9.0.0", ...storage }), "engine_incompatible"],
    ["the grant before dependencies", installed({ id: "a.a", requires: { "b.b": "*" }, ...storage }), "not_granted"],
  ])("%s", (_, plugin, reason) => expect(reasons(resolved([plugin]))).toEqual([`a.a: ${reason}`]));
});

describe("a plugin is active", () => {
  test.each<[string, InstalledPlugin, Partial<ResolutionInput>]>([
    ["without code and without a loader", installed({ id: "a.a" }), { loader: { available: false } }],
    ["with code and a loader", installed({ id: "a.a", kind: "executable", main: "main.js" }), {}],
    ["with everything it asks for granted", installed({ id: "a.a", ...storage }, { grant: granted() }), {}],
  ])("%s", (_, plugin, rest) => expect(ids(resolved([plugin], rest))).toEqual(["a.a"]));
});

describe("plugins together", () => {
  test("stand after what they require, otherwise in the order of ids", () => {
    const plugins = [
      installed({ id: "a.top", requires: { "z.base": "^1.0.0", "m.middle": "*" } }),
      installed({ id: "b.free" }),
      installed({ id: "m.middle", requires: { "z.base": "*" } }),
      installed({ id: "z.base" }),
    ];
    expect(ids(resolved(plugins))).toEqual(["z.base", "m.middle", "a.top", "b.free"]);
  });

  test("a skip reaches everything that depends on it, and each is told why", () => {
    const plugins = [
      installed({ id: "a.a", requires: { "b.b": "*" } }),
      installed({ id: "b.b", requires: { "c.c": "*" } }),
      installed({ id: "c.c" }, { state: "disabled" }),
      installed({ id: "d.d" }),
    ];
    const result = resolved(plugins);
    expect(ids(result)).toEqual(["d.d"]);
    expect(reasons(result)).toEqual(["a.a: dependency_missing", "b.b: dependency_missing", "c.c: disabled"]);
    expect(result.skipped[1]?.detail).toBe("it needs c.c *, which is skipped (disabled: it is switched off)");
    expect(result.skipped[0]?.detail).toContain("it needs b.b *, which is skipped (dependency_missing");
  });

  test("a dependency in another version than is needed counts as missing", () => {
    const result = resolved([installed({ id: "a.a", requires: { "b.b": "^2.0.0" } }), installed({ id: "b.b" })]);
    expect(ids(result)).toEqual(["b.b"]);
    expect(result.skipped[0]?.detail).toBe("it needs b.b ^2.0.0, but 1.0.0 is installed");
  });

  test("a cycle takes out its members; what hangs on it is missing a dependency", () => {
    const plugins = [
      installed({ id: "a.a", requires: { "b.b": "*" } }),
      installed({ id: "b.b", requires: { "c.c": "*" } }),
      installed({ id: "c.c", requires: { "a.a": "*" } }),
      installed({ id: "d.hangs", requires: { "b.b": "*" } }),
      installed({ id: "e.free" }),
    ];
    const result = resolved(plugins);
    expect(ids(result)).toEqual(["e.free"]);
    expect(reasons(result)).toEqual([
      "a.a: dependency_cycle",
      "b.b: dependency_cycle",
      "c.c: dependency_cycle",
      "d.hangs: dependency_missing",
    ]);
  });

  test("a cycle through a plugin that is off is none", () => {
    const plugins = [
      installed({ id: "a.a", requires: { "b.b": "*" } }),
      installed({ id: "b.b", requires: { "a.a": "*" } }, { state: "disabled" }),
    ];
    expect(reasons(resolved(plugins))).toEqual(["a.a: dependency_missing", "b.b: disabled"]);
  });

  test("the second to claim a path of the site is in conflict, and the detail names the first", () => {
    const result = resolved([
      installed({ id: "b.b", contributes: fileAt("/x.txt") }),
      installed({ id: "a.a", contributes: fileAt("/x.txt") }),
    ]);
    expect(ids(result)).toEqual(["a.a"]);
    expect(result.skipped).toEqual([
      { id: "b.b", version: "1.0.0", reason: "conflict", detail: "a.a already provides the file /x.txt" },
    ]);
  });

  test("a plugin that is out for another reason claims nothing", () => {
    const result = resolved([
      installed({ id: "a.a", contributes: fileAt("/x.txt"), requires: { "c.c": "*" } }),
      installed({ id: "b.b", contributes: fileAt("/x.txt") }),
    ]);
    expect(ids(result)).toEqual(["b.b"]);
  });

  test("of two versions the newer is active", () => {
    const result = resolved([installed({ id: "a.a", version: "1.9.0" }), installed({ id: "a.a", version: "1.10.0" })]);
    expect(result.active[0]?.version).toBe("1.10.0");
    expect(result.skipped).toEqual([
      { id: "a.a", version: "1.9.0", reason: "conflict", detail: "version 1.10.0 is also installed" },
    ]);
  });

  test("of two versions the older is active when the newer is out", () => {
    const result = resolved([
      installed({ id: "a.a", version: "1.9.0" }),
      installed({ id: "a.a", version: "2.0.0" }, { state: "revoked" }),
    ]);
    expect(result.active[0]?.version).toBe("1.9.0");
    expect(reasons(result)).toEqual(["a.a: revoked"]);
  });

  test("a second package of the same version does not push out the first", () => {
    const twin = { ...packed({ id: "a.a" }), digest: "sha256-zzz" };
    const result = resolved([installed({ id: "a.a" }), installed({ id: "a.a" }, { plugin: twin })]);
    expect(result.active.map(({ plugin }) => plugin.digest)).toEqual(["sha256-a.a@1.0.0"]);
    expect(reasons(result)).toEqual(["a.a: conflict"]);
  });

  test("names every object has are ordinary ids that nobody installed", () => {
    const result = resolved([installed({ id: "a.a", requires: { constructor: "*" } as Record<string, string> })]);
    expect(result.skipped[0]?.detail).toBe("it needs constructor *, which is not installed");
  });
});

/** Few ids, so that dependencies, cycles, conflicts and duplicates all occur. */
const id = fc.constantFrom("a.a", "b.b", "c.c", "d.d", "e.e");
const plugin = fc
  .record({
    id,
    version: fc.constantFrom("1.0.0", "1.1.0", "2.0.0"),
    requires: fc.dictionary(id, fc.constantFrom("*", "^1.0.0", "^2.0.0"), { maxKeys: 2 }),
    path: fc.constantFrom("/x.txt", "/y.txt", undefined),
    state: fc.constantFrom("enabled", "enabled", "enabled", "disabled", "revoked"),
  })
  .map(({ path, state, ...wish }) =>
    installed({ ...wish, contributes: path ? fileAt(path) : {} }, { state } as Partial<InstalledPlugin>),
  );
const plugins = fc.uniqueArray(plugin, { selector: ({ plugin: { digest } }) => digest, maxLength: 9 });

describe("for any set of plugins", () => {
  test("the order they come in changes nothing", () => {
    fc.assert(
      fc.property(
        plugins.chain((set) => fc.tuple(fc.constant(set), fc.shuffledSubarray(set, { minLength: set.length }))),
        ([set, shuffled]) => {
          expect(resolved(shuffled)).toEqual(resolved(set));
        },
      ),
    );
  });

  test("each is either active or skipped, once", () => {
    fc.assert(
      fc.property(plugins, (set) => {
        const { active, skipped } = resolved(set);
        const seen = [...active, ...skipped].map(({ id, version }) => `${id}@${version}`);
        expect(seen.toSorted()).toEqual(
          set.map(({ plugin: { manifest } }) => `${manifest.id}@${manifest.version}`).toSorted(),
        );
      }),
    );
  });

  test("everything active stands after what it requires, and no path is claimed twice", () => {
    fc.assert(
      fc.property(plugins, (set) => {
        const { active } = resolved(set);
        const order = active.map(({ id }) => id);
        for (const {
          id,
          plugin: { manifest },
        } of active) {
          for (const needed of Object.keys(manifest.requires ?? {}))
            expect(order.indexOf(needed)).toBeLessThan(order.indexOf(id));
          for (const needed of Object.keys(manifest.requires ?? {})) expect(order).toContain(needed);
        }
        const paths = active.flatMap(({ plugin: { manifest } }) =>
          (manifest.contributes.files ?? []).map(({ path }) => path),
        );
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});

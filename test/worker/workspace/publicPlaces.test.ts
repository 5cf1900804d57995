import { describe, expect, test } from "vitest";
import { PUBLIC_CALL_MAX_CHARS } from "../../../manifests/bounds/publicContent.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import type { PublicStore } from "../../../sites/workers/workspace/bindings/powers.ts";
import { publicPlaces } from "../../../sites/workers/workspace/storage/publicPlaces.ts";

const noPages = { purge: async () => undefined };

/** A store that stores several values at once, and remembers the calls. */
function fakeStore() {
  const calls: { readonly key: string; readonly text: string; readonly sha256: string }[][] = [];
  const store: PublicStore = {
    get: async () => null,
    put: async () => undefined,
    putAll: async (values) => void calls.push([...values]),
    delete: async () => undefined,
    list: async () => ({ list_complete: true, keys: [] }),
  };
  return { calls, places: publicPlaces(store, "boats", noPages) };
}

describe("values for a store that takes several at once", () => {
  test("come in one call, in their order, each below its tenant and with its digest", async () => {
    const { calls, places } = fakeStore();
    await places.putAll?.([
      ["sites/main/pages/home/1", ""],
      ["sites/main/current", "{}"],
      ["hosts/boats.example", '{"site":"main"}'],
    ]);
    const host = '{"tenant":"boats","site":"main"}';
    expect(calls).toEqual([
      [
        { key: "tenants/boats/sites/main/pages/home/1", text: "", sha256: await sha256Hex("") },
        { key: "tenants/boats/sites/main/current", text: "{}", sha256: await sha256Hex("{}") },
        { key: "hosts/boats.example", text: host, sha256: await sha256Hex(host) },
      ],
    ]);
  });

  test.each([
    [PUBLIC_CALL_MAX_CHARS - 1, [["a", "b"], ["c"]]],
    [PUBLIC_CALL_MAX_CHARS, [["a"], ["b", "c"]]],
    [PUBLIC_CALL_MAX_CHARS + 1, [["a"], ["b", "c"]]],
  ])("fill a call with at most its characters: the first has %i", async (chars, expected) => {
    const { calls, places } = fakeStore();
    const texts = { a: "x".repeat(chars), b: "y", c: "zz" };
    await places.putAll?.(Object.entries(texts));
    expect(calls.map((values) => values.map(({ key }) => key.replace("tenants/boats/", "")))).toEqual(expected);
  });

  test("are none without values", async () => {
    const { calls, places } = fakeStore();
    await places.putAll?.([]);
    expect(calls).toEqual([]);
  });
});

test("a store that takes one value at a time offers no more than that", () => {
  const { putAll: _, ...store }: PublicStore = {
    get: async () => null,
    put: async () => undefined,
    delete: async () => undefined,
    list: async () => ({ list_complete: true, keys: [] }),
  };
  expect(publicPlaces(store, "boats", noPages).putAll).toBeUndefined();
});

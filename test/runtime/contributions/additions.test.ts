import { describe, expect, test } from "vitest";
import { ADDITIONS_MAX_CHARS, POINT_ADDITIONS_MAX } from "../../../manifests/bounds/manifest.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { combine } from "../../../runtime/contributions/points.ts";
import { resolve, type InstalledPlugin } from "../../../runtime/plugins/states/resolution.ts";
import { installed } from "../../runtime/plugins/packed.ts";

const DATA = {
  type: "object",
  properties: {
    path: { type: "string", title: "Path", maxLength: 20 },
    rank: { type: "integer", title: "Rank", default: 5 },
  },
  required: ["path"],
  additionalProperties: false,
};

type Provided = NonNullable<Contributes["provides"]>[number];

const host = (point: Partial<Provided> = {}, rest: Partial<InstalledPlugin> = {}, version = "1.2.0") =>
  installed(
    { id: "acme.host", version, contributes: { provides: [{ name: "list", title: "List", data: DATA, ...point }] } },
    rest,
  );

interface Given {
  readonly id?: string;
  readonly data?: object;
  readonly version?: string;
  readonly point?: string;
  readonly place?: number;
  readonly state?: InstalledPlugin["state"];
}

const guest = ({
  id = "acme.guest",
  data = { path: "/a" },
  version = "^1.0.0",
  point = "acme.host/list",
  place = 2,
  state = "enabled",
}: Given = {}): InstalledPlugin =>
  installed({ id, contributes: { extends: [{ name: "one", point, version, data: { ...data } }] } }, { place, state });

function additionsOf(...plugins: readonly InstalledPlugin[]) {
  const { active, skipped } = resolve({ installed: plugins, engine: "1.2.0", loader: { available: true } });
  return { active: active.map(({ id }) => id), additions: combine(active, skipped).additions };
}
const leftOut = (...plugins: readonly InstalledPlugin[]) => {
  const { active, additions } = additionsOf(...plugins);
  return { active, why: additions.leftOut("acme.guest/one"), taken: additions.at("acme.host/list") };
};

describe("data that a plugin adds to another's point", () => {
  test("reaches the plugin of the point, with defaults", () => {
    const { additions } = additionsOf(host(), guest());
    expect(additions.dataOf("acme.host")).toEqual({ list: [{ path: "/a", rank: 5 }] });
  });

  test.each(["disabled", "quarantined", "revoked"] as const)("is gone as soon as its plugin is %s", (state) => {
    const { additions } = additionsOf(host(), guest({ state }));
    expect(additions.dataOf("acme.host")).toEqual({ list: [] });
  });

  test("reaches no plugin without points", () => {
    expect(additionsOf(host(), guest()).additions.dataOf("acme.guest")).toBeUndefined();
  });

  test("is an empty list where nobody adds anything", () => {
    expect(additionsOf(host()).additions.dataOf("acme.host")).toEqual({ list: [] });
  });

  test("comes in the order in which owners enabled the plugins, whatever their ids", () => {
    const { additions } = additionsOf(
      guest({ id: "a.late", place: 9, data: { path: "/late" } }),
      host(),
      guest({ id: "z.early", place: 3, data: { path: "/early" } }),
    );
    expect(additions.at("acme.host/list")).toEqual(["z.early/one", "a.late/one"]);
  });

  test("makes another release input of the plugin whose templates read it", () => {
    expect(additionsOf(host(), guest()).additions.sourcesOf("acme.host")).toEqual(["sha256-acme.guest@1.0.0"]);
    expect(additionsOf(host()).additions.sourcesOf("acme.host")).toEqual([]);
  });
});

describe("an addition is left out, and its plugin stays active,", () => {
  test.each<[string, InstalledPlugin[], string, string]>([
    ["without the plugin of the point", [], "dependency_missing", "acme.host ^1.0.0, which is not installed"],
    [
      "when that plugin is switched off",
      [host({}, { state: "disabled" })],
      "dependency_missing",
      "which is skipped (disabled: it is switched off)",
    ],
    [
      "when that plugin has a version for others",
      [host({}, {}, "2.0.0")],
      "dependency_missing",
      "the installed version is 2.0.0",
    ],
    ["when there is no such point", [host({ name: "other" })], "point_missing", "no point acme.host/list"],
    [
      "when the point takes other data",
      [host({ data: { ...DATA, properties: { path: { type: "integer", title: "Path" } } } })],
      "data_refused",
      "/path: found",
    ],
    [
      "when another plugin in an earlier place adds the same",
      [host({ unique: "path" }), guest({ id: "acme.first", place: 1, data: { path: "/A" } })],
      "conflict",
      "acme.first already adds the same entry",
    ],
    [
      "when the point is full",
      [host({ max: 1 }), guest({ id: "acme.first", place: 1, data: { path: "/b" } })],
      "point_full",
      "takes 1 additions",
    ],
  ])("%s", (_when, others, reason, detail) => {
    const { active, why, taken } = leftOut(...others, guest());
    expect(active).toContain("acme.guest");
    expect(why).toEqual({ reason, detail: expect.stringContaining(detail) });
    expect(taken).not.toContain("acme.guest/one");
  });
});

test("a plugin that needs the point's plugin for more says so under requires, and is skipped without it", () => {
  const needy = guest();
  const { manifest } = needy.plugin;
  const plugin = { ...needy.plugin, manifest: { ...manifest, requires: { "acme.host": "^1.0.0" } } };
  expect(additionsOf({ ...needy, plugin }).active).toEqual([]);
});

test("a version under development stands in for the one it leads to", () => {
  expect(additionsOf(host({}, {}, "1.2.0-dev.1"), guest()).additions.at("acme.host/list")).toEqual(["acme.guest/one"]);
});

test.each([POINT_ADDITIONS_MAX - 1, POINT_ADDITIONS_MAX, POINT_ADDITIONS_MAX + 1])(
  "a point without a bound of its own takes no more than the most of all points: %d",
  (count) => {
    const guests = Array.from({ length: count }, (_, index) => guest({ id: `acme.guest-${index}`, place: index + 2 }));
    const { additions } = additionsOf(host(), ...guests);
    expect(additions.at("acme.host/list")).toHaveLength(Math.min(count, POINT_ADDITIONS_MAX));
  },
);

test.each([-1, 0, 1])("the lists of a plugin hold so many characters of JSON together: %i more", (more) => {
  const long = { ...DATA, properties: { path: { type: "string", title: "Path", maxLength: ADDITIONS_MAX_CHARS } } };
  const first = JSON.stringify({ path: "/first" }).length;
  const path = "x".repeat(ADDITIONS_MAX_CHARS + more - first - JSON.stringify({ path: "" }).length);
  const before = guest({ id: "acme.first", place: 1, data: { path: "/first" } });
  const after = guest({ id: "acme.last", place: 3, data: { path: "/last" } });
  const { taken, why } = leftOut(host({ data: long }), before, guest({ data: { path } }), after);
  expect(why?.reason).toBe(more > 0 ? "point_full" : undefined);
  // A later small addition still fits after a large one was refused.
  expect(taken).toEqual(["acme.first/one", more > 0 ? "acme.last/one" : "acme.guest/one"]);
});

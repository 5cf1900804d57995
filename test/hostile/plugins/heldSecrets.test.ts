/** Updates that would hand plugin code a secret that its owner gave for one host alone. */
import { describe, expect, test } from "vitest";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Requested } from "../../../runtime/contributions/grant.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { migratingWorld, TOOL, version } from "../../runtime/plugins/migrations/migratingWorld.ts";

const HOSTS = ["api.example.com", "other.example.com"];
const secret = (title: string) => ({ type: "string", title, writeOnly: true });
const settings = {
  type: "object",
  properties: { key: secret("Key"), key2: secret("Second key"), open: secret("Open") },
  additionalProperties: false,
};
const asking = (secrets: Readonly<Record<string, string>>): Requested => ({
  http: { hosts: HOSTS, methods: ["GET"], secrets },
});
const BEFORE = asking({ key: "api.example.com" });
const AFTER = { contributes: { settings }, migrate: [{ of: "settings", since: "1.0.1" }] };

const unlessUnconvertible = ({ detail }: Refusal): void => {
  expect(detail).toMatchObject({ conflict: "plugin_data_unconvertible" });
};

/** Installs the first version with its secrets, then an update that answers with these new names. */
async function updated(held: Readonly<Record<string, string>>, renamed: Readonly<Record<string, string>>) {
  const world = await migratingWorld({ settings: () => ({ values: {}, secrets: renamed }) });
  await world.install(version("1.0.0", { contributes: { settings } }, BEFORE));
  await world.set(TOOL, 0, { key: "sk_live_1", open: "shared" });
  await world.grant(TOOL, BEFORE);
  await world.state(TOOL, "enabled");
  const after = asking(held);
  const { waiting } = await world.install(version("1.0.1", AFTER, after));
  if (waiting?.why === "asks_more") await world.grant(TOOL, after, waiting.digest).catch(unlessUnconvertible);
  const { kernel } = world;
  const now = kernel.pluginReads.view(SITE, TOOL);
  const values = await kernel.pluginSettings.read(SITE, kernel.pluginReads.find(SITE, TOOL).plugin);
  return { now, values, asked: waiting?.why };
}

const KEPT = { key: "sk_live_1", open: "shared" };

describe("a secret that goes to one host alone", () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["the code gets", { key: "api.example.com" }, { key2: "key" }],
    ["the code gets already", { key: "api.example.com" }, { open: "key" }],
    ["goes to another host", { key: "api.example.com", key2: "other.example.com" }, { key2: "key" }],
  ])("does not move to a name that %s", async (_, held, renamed) => {
    const { now, values } = await updated(held, renamed);
    expect([now.version, now.waiting?.failure?.fault?.issues]).toEqual([
      "1.0.0",
      [
        {
          pointer: `/secrets/${Object.keys(renamed)[0]}`,
          found: '"key"',
          allowed: "a secret that does not go to api.example.com alone",
        },
      ],
    ]);
    expect(values).toEqual(KEPT);
  });

  test("moves to a name with the same host", async () => {
    const { now, values } = await updated({ key: "api.example.com", key2: "api.example.com" }, { key2: "key" });
    expect([now.version, values]).toEqual(["1.0.1", { key2: "sk_live_1", open: "shared" }]);
  });

  test("is asked about when an update keeps it no longer", async () => {
    const { asked, now, values } = await updated({}, { key2: "key" });
    expect([asked, now.version, values]).toEqual(["asks_more", "1.0.1", { key2: "sk_live_1", open: "shared" }]);
  });
});

test("a secret that the code gets may become one for a host alone", async () => {
  const { values } = await updated({ key: "api.example.com", key2: "other.example.com" }, { key2: "open" });
  expect(values).toEqual({ key: "sk_live_1", key2: "shared" });
});

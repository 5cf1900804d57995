import { describe, expect, test } from "vitest";
import {
  ACTION_PICTURE_MAX_BYTES,
  ACTION_SNAPSHOT_MAX_CHARS,
  PROPOSAL_KEPT_MS,
} from "../../../manifests/bounds/editor.ts";
import { Actions, type ActionParts } from "../../../runtime/actions/actions.ts";
import { findAction } from "../../../runtime/actions/offered.ts";
import type { RunAction } from "../../../runtime/actions/views.ts";
import type { Requested } from "../../../runtime/contributions/grant.ts";
import { provenAction, writtenBy } from "../../../runtime/editing/provenAction.ts";
import type { PageOperation } from "../../../runtime/editing/operations/pageOperation.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import type { PluginCalls, PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";
import { inTurns } from "../../../runtime/plugins/calls/turns.ts";
import { SITE, page, textSection } from "../kernel/world.ts";
import { type Managed, executableText, managedWorld, packageText, refused } from "../plugins/manager.ts";

const TOOL = "acme.tool";
const CALLER = { id: "member:one", role: "editor" } as const;
const ACTIONS: Requested = { actions: { on: ["page", "picture"], bytes: true, reason: "to read pages" } };
const CONTRIBUTES = {
  actions: [
    {
      name: "act",
      title: "Act",
      on: {
        page: {
          reads: ["title"],
          proposes: ["description"],
          sections: { types: ["test.text/text"], reads: ["text"], proposes: ["text"] },
        },
        picture: { reads: ["bytes"], proposes: ["alt"] },
      },
    },
  ],
};

type Handed = Readonly<Record<string, unknown>>;

/** A site with a plugin that answers every action with a description and records its input. */
async function acting(): Promise<{ readonly world: Managed; readonly handed: Handed[] }> {
  const handed: Handed[] = [];
  const answered = (snapshot: Handed): PluginOutcome => {
    handed.push(snapshot);
    const operations = [{ op: "page", changes: { description: "Short." } }];
    return { ok: true, value: { version: snapshot["version"], ...("page" in snapshot && { operations }) } };
  };
  const calls: PluginCalls = {
    all: (asked) => Promise.all(asked.map((call) => inTurns(call, async ({ input }) => answered(input as Handed)))),
  };
  const world = await managedWorld({ pluginCalls: () => calls });
  await world.install(executableText(ACTIONS, { contributes: CONTRIBUTES }));
  await world.grant(TOOL, ACTIONS);
  await world.state(TOOL, "enabled");
  return { world, handed };
}

const run = ({ kernel, powers }: Managed, wanted: RunAction, parts: Partial<ActionParts> = {}) => {
  const actions = new Actions({ ...kernel, powers, ...parts });
  return actions.run(SITE, CALLER, { plugin: TOOL, action: "act", wanted });
};

/** Writes a page whose snapshot has this many characters of JSON. Answers the recorded number. */
async function written({ world, handed }: Awaited<ReturnType<typeof acting>>, chars: number): Promise<number> {
  const texts = (length: number): string[] =>
    length <= 40_000 ? ["x".repeat(length)] : ["x".repeat(40_000), ...texts(length - 40_000)];
  const write = (length: number) =>
    world.write("home", page("/", { sections: texts(length).map((text, at) => textSection(text, `s${at}`)) }));
  const near = chars - 10_000;
  const version = await write(near);
  await run(world, { target: { page: "home" }, version });
  const { target, page: snapshot } = handed.splice(0)[0] ?? {};
  return write(near + chars - JSON.stringify({ target, version: version + 1, page: snapshot }).length);
}

describe("a snapshot for an action", () => {
  test.each([
    [-1, undefined],
    [0, undefined],
    [1, "TOO_LARGE"],
  ])("of its most characters and %i: %s", async (more, code) => {
    const site = await acting();
    const { world, handed } = site;
    const version = await written(site, ACTION_SNAPSHOT_MAX_CHARS + more);
    const outcome = run(world, { target: { page: "home" }, version });
    if (code) expect(await refused(outcome)).toMatchObject({ code, detail: { maxChars: ACTION_SNAPSHOT_MAX_CHARS } });
    else expect((await outcome).version).toBe(version);
    expect(handed).toHaveLength(code ? 0 : 1);
  });
});

describe("a picture for an action", () => {
  test.each([
    [-1, undefined],
    [0, undefined],
    [1, "TOO_LARGE"],
  ])("of its most bytes and %i: %s", async (more, code) => {
    const { world, handed } = await acting();
    const bytes = ACTION_PICTURE_MAX_BYTES + more;
    const id = "a".repeat(64);
    const file = { id, version: 1, path: "/media/a.png", type: "image/png", bytes, alt: "" } as MediaView;
    const mediaFiles = { require: () => file } as unknown as ActionParts["mediaFiles"];
    let reads = 0;
    const readMedia = async () => ((reads += 1), new Uint8Array(3));
    const outcome = run(world, { target: { media: id }, version: 1 }, { mediaFiles, readMedia });
    if (code) expect(await refused(outcome)).toMatchObject({ code, detail: { maxBytes: ACTION_PICTURE_MAX_BYTES } });
    else expect((await outcome).media).toBe(id);
    expect([reads, handed.length]).toEqual(code ? [0, 0] : [1, 1]);
  });
});

describe("the proof of a proposal", () => {
  test.each([
    [-1, `${TOOL}/act 1.0.0`],
    [0, `${TOOL}/act 1.0.0`],
    [1, undefined],
  ])("names its action after the time it is kept and %i ms: %s", async (more, named) => {
    const { world } = await acting();
    const version = await world.write("home", page("/", { title: "Home" }));
    const { proof, operations } = await run(world, { target: { page: "home" }, version });
    const proving = { signs: world.kernel.ownSecret, now: world.powers.clock.now + PROPOSAL_KEPT_MS + more };
    const about = { site: SITE, member: CALLER.id, document: "page:home" };
    const values = writtenBy(operations as unknown as PageOperation[]);
    expect(await provenAction(proving, about, proof, values)).toBe(named);
  });
});

describe("an action that no plugin declares", () => {
  const findIn = ({ kernel }: Managed, plugin: string, action: string): Promise<unknown> =>
    Promise.resolve().then(() => findAction(kernel.plugins, SITE, plugin, action));

  test("is not found, also of an installed plugin, because it will not be there later either", async () => {
    const { world } = await acting();
    await world.install(packageText());
    expect(await refused(findIn(world, "acme.notices", "act"))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refused(findIn(world, TOOL, "other"))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("differs from one of a disabled plugin, which is unavailable for now", async () => {
    const { world } = await acting();
    await world.state(TOOL, "disabled");
    expect(await refused(findIn(world, TOOL, "act"))).toMatchObject({ code: "PLUGIN_UNAVAILABLE" });
  });
});

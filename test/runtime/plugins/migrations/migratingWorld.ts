/** A site with a plugin whose `migrate` is a function of the test. */
import type { Requested } from "../../../../runtime/contributions/grant.ts";
import type { PluginCall, PluginCalls, PluginOutcome } from "../../../../runtime/plugins/calls/calls.ts";
import { inTurns } from "../../../../runtime/plugins/calls/turns.ts";
import {
  type SettingsQuestion,
  type StorageQuestion,
  MIGRATION_ANSWERS,
} from "../../../../runtime/plugins/migrations/answers.ts";
import { lendStorage } from "../../../../capabilities/storage.ts";
import { MEMBER, SITE } from "../../kernel/world.ts";
import type { TestPowers } from "../../kernel/powers.ts";
import { type Managed, executableText, managedWorld } from "../manager.ts";

export const TOOL = "acme.tool";
export const ROOM: Requested = { storage: { maxBytes: 100_000, maxKeys: 2_000, reason: "to count" } };

export interface Code {
  storage?(question: StorageQuestion, call: PluginCall): unknown;
  settings?(question: SettingsQuestion): unknown;
}

type Failure = Extract<PluginOutcome, { readonly ok: false }>;

/** The outcome of a plugin that throws, as the sandbox reports it. */
export const threw = (name: string, message: string): Failure => ({
  ok: false,
  code: "plugin_failed",
  message: `The plugin failed. ${message}`,
  fault: { name, message, places: [{ function: "storage", file: "main.js", line: 1, column: 1 }], issues: [] },
});

export interface Migrating extends Managed {
  /** The calls of `migrate` so far, by version and kind. */
  readonly called: string[];
  /** The plugin's code, which a test may change between attempts. */
  code: Code;
  stored(): Record<string, unknown>;
  put(entries: Readonly<Record<string, unknown>>): void;
  rehearse<T>(name: "plugin.install" | "plugin.grant", input: unknown): Promise<T>;
}

export const SINCE = { migrate: [{ of: "storage", since: "1.1.0" }] };

export const version = (number: string, change: object = {}, capabilities = ROOM): string =>
  executableText(capabilities, { version: number, ...change });

function callsOf(world: { called: string[]; code: Code }): PluginCalls {
  const ask = async (call: PluginCall): Promise<PluginOutcome> => {
    const { name, plugin, input } = call;
    world.called.push(`${plugin.version} ${name}`);
    if (call.plugin.grant !== null || !call.isApart) throw new Error("something was lent to it");
    const run = name === "storage" ? world.code.storage : world.code.settings;
    const value: unknown = await run?.(JSON.parse(JSON.stringify(input)) as never, call);
    if (isFailure(value)) return value;
    const read = MIGRATION_ANSWERS[name as "storage"].safeParse(JSON.parse(JSON.stringify(value ?? null)));
    return read.success ? { ok: true, value: read.data } : { ok: false, code: "plugin_answer", message: "" };
  };
  return { all: (calls) => Promise.all(calls.map((call) => inTurns(call, ask))) };
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === "object" && value !== null && "ok" in value && value.ok === false;

export async function migratingWorld(code: Code = {}, powers?: TestPowers): Promise<Migrating> {
  const shared = { called: [] as string[], code };
  const managed = await managedWorld({ pluginCalls: () => callsOf(shared) }, powers);
  const { powers: made, kernel } = managed;
  const quota = { maxBytes: 100_000, maxKeys: 2_000 };
  const verbs = lendStorage(made.sql, { site: SITE, plugin: TOOL }, quota);
  return Object.assign(shared, managed, {
    stored: () =>
      Object.fromEntries(
        made.sql
          .all<{ key: string; value: string }>("SELECT key, value FROM plugin_storage ORDER BY key")
          .map(({ key, value }) => [key, JSON.parse(value) as unknown]),
      ),
    put(entries: Readonly<Record<string, unknown>>): void {
      const all = Object.entries(entries).map(([key, value]) => ({ key, value }));
      for (let at = 0; at < all.length; at += 100)
        verbs["storage.put"]?.({ entries: all.slice(at, at + 100) }, () => new AbortController().signal);
    },
    rehearse: async (name: "plugin.install" | "plugin.grant", input: unknown) =>
      JSON.parse(
        await kernel.rehearse(name, { site: SITE, actor: MEMBER, key: made.newId(), requestId: "r" }, input),
      ) as never,
  });
}

/** The site with version 1.0.0 in use and stored data. */
export async function inUse(
  code: Code,
  entries: Readonly<Record<string, unknown>> = { a: 1, b: 2 },
  change: object = {},
): Promise<Migrating> {
  const world = await migratingWorld(code);
  await world.install(version("1.0.0", change));
  await world.grant(TOOL, ROOM);
  await world.state(TOOL, "enabled");
  world.put(entries);
  return world;
}

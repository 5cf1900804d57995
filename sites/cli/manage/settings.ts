/** Reads a plugin's settings, or replaces them with a file's. */
import { readFileSync } from "node:fs";
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { sessionFor } from "../site/session.ts";
import { type SettingsView, pluginPath } from "./plugins.ts";

/** Settings come from a file. A command line stays in the shell's history, and other users can read it. */
function valuesIn(file: string): unknown {
  const text = readFileSync(file === "-" ? process.stdin.fd : file, "utf8");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
}

/** Settings without a value, each with the default that the plugin gets. */
function unset({ schema, values, secrets }: SettingsView): string[] {
  const known = new Set([...Object.keys(values), ...secrets.map(({ name }) => name)]);
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => !known.has(name))
    .map(
      ([name, { default: given }]) =>
        `${name}: ${given === undefined ? "(not set)" : `${JSON.stringify(given)} (not set, its default)`}`,
    );
}

function linesOf(view: SettingsView): string[] {
  const { values, secrets, issues } = view;
  const lines = [
    ...Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...unset(view),
    ...secrets.map(({ name, set }) => `${name}: ${set ? "(set, never shown)" : "(a secret, not set)"}`),
    ...issues.map(({ pointer, found, allowed }) => `${pointer}: found ${found}; allowed: ${allowed}`),
  ].map(printable);
  return lines.length > 0 ? lines : ["The plugin has no settings."];
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
  } = invocation;
  const session = sessionFor(invocation);
  const path = pluginPath(id, "/settings");
  const before = await session.get<SettingsView>(path);
  const file = options.text("set");
  if (file !== undefined)
    await session.change("PUT", path, { body: { values: valuesIn(file) }, version: before.version });
  const settings = file === undefined ? before : await session.get<SettingsView>(path);
  return { ok: settings.issues.length === 0, lines: linesOf(settings), data: { site: session.site, id, settings } };
}

export const settings: CliCommand = {
  name: "settings",
  summary: "Show the settings of a plugin, or replace them. Secrets can be set but are never shown.",
  argument: ["<id>", "the plugin's id"],
  options: [
    SITE_OPTION,
    ["--set <file>", "JSON file with all values, - for stdin; a secret that is left out stays, null deletes it"],
  ],
  examples: [
    "svc plugin settings acme.notices --site http://demo.localhost:8787",
    "svc plugin settings acme.notices --set settings.json",
  ],
  run,
};

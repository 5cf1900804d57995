/** What people read about a plugin on a terminal. Names and reasons are the plugin's own words, and printed as text only. */
import { printable, TRUSTING } from "../site/problem.ts";
import type { PluginView, RouteView, Wish } from "./plugins.ts";
import { isGranted } from "./plugins.ts";

const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(", ") : String(value));

const WHO: Readonly<Record<string, string>> = { public: "everybody", member: "every member" };

const routeLine = ({ path, methods, access }: RouteView): string =>
  printable(`  answers  ${methods.join(", ")} ${path}, to ${WHO[access] ?? `members with ${access}`}`);

/**
 * Each capability with what exactly is asked for, and the reason its author gives. Addresses need no grant, so whoever
 * switches a plugin on reads here to whom they are open.
 */
export function requestLines(plugin: PluginView): string[] {
  return [...capabilityLines(plugin), ...plugin.contributes.routes.map(routeLine)];
}

function capabilityLines({ id, version, requested }: PluginView): string[] {
  const entries = Object.entries(requested);
  if (entries.length === 0) return [printable(`${id} ${version} asks for nothing.`)];
  const lines = entries.flatMap(([name, { reason, ...wishes }]) => [
    `  ${name.padEnd(8)} ${Object.entries(wishes).map(([wish, value]) => `${wish} ${list(value)}`).join("; ")}`,
    ...(typeof reason === "string" ? [`  ${"".padEnd(8)} it says: ${reason}`] : []),
  ]);
  return [`${id} ${version} asks for`, ...lines].map(printable);
}

const wishText = ({ pointer, value }: Wish): string => `${pointer.slice(1).replaceAll("/", " ")} ${String(value)}`;

/** What an update wants beside what was granted before. */
export function differenceLines({ grant, difference: { added, removed } }: PluginView): string[] {
  if (!grant) return [];
  return [...added.map((wish) => `  more: ${wishText(wish)}`), ...removed.map((wish) => `  less: ${wishText(wish)}`)].map(printable);
}

export const standing = ({ active, state, skipped }: PluginView): string =>
  printable(active ? "active" : `${state === "disabled" ? "disabled" : "skipped"}${skipped && skipped.reason !== "disabled" ? ` (${skipped.reason}: ${skipped.detail})` : ""}`);

export const pluginLine = (plugin: PluginView): string =>
  `${printable(plugin.id).padEnd(28)} ${plugin.version.padEnd(12)} ${plugin.source.padEnd(12)} ${standing(plugin)}`;

/** What its owner would do next. */
export function nextSteps(plugin: PluginView, site: string): string[] {
  const { id, state, skipped } = plugin;
  // Granting again what was taken back switches it on as well.
  const isSwitchedOn = state === "enabled" || (state === "revoked" && !isGranted(plugin));
  return [
    ...(skipped?.reason === "untrusted_key" ? [TRUSTING] : []),
    ...(isGranted(plugin) ? [] : [`Grant it, or leave it: svc plugin grant ${id} --site ${site}`]),
    ...(isSwitchedOn ? [] : [`Switch it on: svc plugin enable ${id} --site ${site}`]),
  ];
}

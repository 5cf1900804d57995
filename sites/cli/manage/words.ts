/** What people read about a plugin on a terminal. Names and reasons are the plugin's own words, and printed as text only. */
import { printable, TRUSTING } from "../site/problem.ts";
import type { PluginView, Wish } from "./plugins.ts";
import { isGranted } from "./plugins.ts";

const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(", ") : String(value));

/**
 * Each capability with what exactly is asked for, and the reason its author gives; then what it does to the site, which
 * needs no grant and is read before it is switched on.
 */
export function requestLines(plugin: PluginView): string[] {
  return [...capabilityLines(plugin), ...effectLines(plugin)];
}

export function effectLines({ id, version, effects }: PluginView): string[] {
  if (effects.length === 0) return [printable(`${id} ${version} does nothing to the site by itself.`)];
  return [`${id} ${version} does this`, ...effects.map((effect) => `  ${effect}`)].map(printable);
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
export function differenceLines({ grant, difference, effectChanges }: PluginView): string[] {
  const wished = (wishes: readonly Wish[]): readonly string[] => (grant ? wishes.map(wishText) : []);
  const more = [...wished(difference.added), ...(effectChanges?.added ?? [])];
  const less = [...wished(difference.removed), ...(effectChanges?.removed ?? [])];
  return [...more.map((line) => `  more: ${line}`), ...less.map((line) => `  less: ${line}`)].map(printable);
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

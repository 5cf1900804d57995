/** Texts about a plugin for a terminal. Names and reasons are the plugin's own words and are printed as text only. */
import { printable, TRUSTING } from "../site/problem.ts";
import type { InstalledView, PluginView, Wish } from "./plugins.ts";
import { isGranted } from "./plugins.ts";

const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(", ") : String(value));

/**
 * Lists each capability with its request and the author's reason, then the effects on the site, which need no grant.
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
    `  ${name.padEnd(8)} ${Object.entries(wishes)
      .map(([wish, value]) => `${wish} ${list(value)}`)
      .join("; ")}`,
    ...(typeof reason === "string" ? [`  ${"".padEnd(8)} it says: ${reason}`] : []),
  ]);
  return [`${id} ${version} asks for`, ...lines].map(printable);
}

const wishText = ({ pointer, value }: Wish): string => `${pointer.slice(1).replaceAll("/", " ")} ${String(value)}`;

/** Lists what an update asks for beyond the present grant. */
export function differenceLines({ grant, difference, effectChanges }: PluginView): string[] {
  const wished = (wishes: readonly Wish[]): readonly string[] => (grant ? wishes.map(wishText) : []);
  const more = [...wished(difference.added), ...(effectChanges?.added ?? [])];
  const less = [...wished(difference.removed), ...(effectChanges?.removed ?? [])];
  return [...more.map((line) => `  more: ${line}`), ...less.map((line) => `  less: ${line}`)].map(printable);
}

/** Lists the additions of others to its lists, and the fate of its own to theirs. */
export function additionLines({ id, contributes: { provides = [], extends: added = [] } = {} }: PluginView): string[] {
  return [
    ...provides.map(({ name, additions }) => `  list     ${id}/${name}: ${additions.join(", ") || "nothing added"}`),
    ...added.map(
      ({ name, point, skipped }) =>
        `  adds     ${name} to ${point}: ${skipped ? `left out (${skipped.reason}: ${skipped.detail})` : "taken"}`,
    ),
  ].map(printable);
}

/** The effect of the next publication on a section's content. */
const TOUCHES = {
  moved: "its fields are read at their new places",
  kept: "it keeps fields that this version does not show",
  held: "this version cannot show it: visitors see what it showed before, until somebody mends it",
  gone: "this version has no such section: visitors see nothing in its place",
} as const;

export function touchedLines({ touched: { total, listed } = { total: 0, listed: [] } }: InstalledView): string[] {
  if (total === 0) return [];
  const more = total > listed.length ? [`  and ${total - listed.length} more`] : [];
  return [
    `The next publication shows ${total} ${total === 1 ? "page" : "pages"} in another way`,
    ...listed.map(({ path, section, touch }) => printable(`  ${path} #${section}: ${TOUCHES[touch]}`)),
    ...more,
  ];
}

export const standing = ({ active, state, skipped, probation }: PluginView): string =>
  printable(
    active
      ? `active${probation ? ` (on probation: ${probation.reason})` : ""}`
      : `${state === "disabled" ? "disabled" : "skipped"}${skipped && skipped.reason !== "disabled" ? ` (${skipped.reason}: ${skipped.detail})` : ""}`,
  );

export const pluginLine = (plugin: PluginView): string =>
  `${printable(plugin.id).padEnd(28)} ${plugin.version.padEnd(12)} ${plugin.source.padEnd(12)} ${standing(plugin)}`;

/** Suggests the owner's next step. */
export function nextSteps(plugin: PluginView, site: string): string[] {
  const { id, state, skipped } = plugin;
  // Granting a revoked plugin again also enables it.
  const isSwitchedOn = state === "enabled" || (state === "revoked" && !isGranted(plugin));
  return [
    ...(skipped?.reason === "untrusted_key" ? [TRUSTING] : []),
    ...(isGranted(plugin) ? [] : [`Grant it, or leave it: svc plugin grant ${id} --site ${site}`]),
    ...(isSwitchedOn ? [] : [`Switch it on: svc plugin enable ${id} --site ${site}`]),
  ];
}

/** Texts about a plugin for a terminal. Names and reasons are the plugin's own words and are printed as text only. */
import type { Waits } from "../../../runtime/plugins/updates/waits.ts";
import { failureLines } from "../site/migrationFailure.ts";
import { printable, TRUSTING } from "../site/problem.ts";
import type { Consent, InstalledView, PluginView } from "./plugins.ts";
import { isGranted } from "./plugins.ts";

type Asked = Pick<PluginView, "id" | "version" | "consent">;

/** A mark before a sentence that differs from what was agreed to before. */
const MARKS = {
  added: "new: ",
  widened: "further: ",
  narrowed: "less far: ",
  changed: "otherwise: ",
  removed: "no longer: ",
} as const;

const itemLines = ({ says, reason, change, was }: Consent): string[] => [
  `  ${change === null ? "" : MARKS[change]}${says}`,
  ...(was === null ? [] : [`${" ".repeat(11)}before: ${was}`]),
  ...(reason === null ? [] : [`${" ".repeat(11)}it says: ${reason}`]),
];

function linesOf(title: string, none: string, items: readonly Consent[]): string[] {
  if (items.length === 0) return [printable(none)];
  return [title, ...items.flatMap(itemLines)].map(printable);
}

/** Lists what an owner grants, with the author's reasons and the differences from the last grant. */
const grantLines = ({ id, version, consent }: Asked): string[] =>
  linesOf(
    `${id} ${version} asks you to allow`,
    `${id} ${version} asks for nothing.`,
    consent.filter(({ needsGrant }) => needsGrant),
  );

/** Lists what switching the plugin on allows, with the differences from what was switched on before. */
export const effectLines = ({ id, version, consent }: Asked): string[] =>
  linesOf(
    `${id} ${version} does this`,
    `${id} ${version} does nothing to the site by itself.`,
    consent.filter(({ needsGrant }) => !needsGrant),
  );

/** Lists everything that an owner agrees to. */
export const consentLines = (plugin: Asked): string[] => [...grantLines(plugin), ...effectLines(plugin)];

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
  held: "this version cannot show it: visitors see what it showed before, until a member mends it",
  gone: "this version has no such section: visitors see nothing in its place",
} as const;

const WAITS: Readonly<Record<Waits, string>> = {
  older: "it goes back to an older version",
  other_key: "another key has signed it than the one in use",
  asks_more: "it does something that nobody has allowed yet",
  rule: "you want to be asked about such updates",
  migration: "the data could not be brought over to it",
};

/** Says that a version waits, and why; the version in use goes on. */
export const waitingLines = ({ id, version, waiting }: PluginView): string[] =>
  waiting === null
    ? []
    : [
        `${id} ${waiting.version} waits; ${version} goes on. It waits because ${WAITS[waiting.why]}.`,
        ...(waiting.distrust === null ? [] : [`It cannot be granted: ${waiting.distrust}.`]),
        ...(waiting.failure ? failureLines(waiting.failure) : []),
      ].map(printable);

export const migratedLines = ({ migrated }: InstalledView): string[] =>
  migrated
    ? [
        `It brought its data over from ${migrated.from}: ${migrated.written} entries written, ${migrated.deleted} deleted${migrated.settings ? ", and its settings" : ""}.`,
      ]
    : [];

export function touchedLines(touched: InstalledView["touched"] | null | undefined): string[] {
  const { total, listed } = touched ?? { total: 0, listed: [] };
  if (total === 0) return [];
  const more = total > listed.length ? [`  and ${total - listed.length} more`] : [];
  return [
    `With it, the next publication shows ${total} ${total === 1 ? "page" : "pages"} in another way`,
    ...listed.flatMap(({ path, section, touch, each = [{ section, touch }] }) =>
      each.map((one) => printable(`  ${path} #${one.section}: ${TOUCHES[one.touch]}`)),
    ),
    ...more,
  ];
}

/** Says which names of others keep it from being switched on. */
export const takenLines = ({ id, taken = [] }: InstalledView): string[] =>
  taken.length === 0
    ? []
    : [
        `It cannot be switched on beside what has its names:`,
        ...taken.map(({ name, by }) => `  ${by} has ${name}; switch off ${by} first, or leave ${id} off`),
      ].map(printable);

export const stateText = ({ active, state, skipped, probation }: PluginView): string =>
  printable(
    active
      ? `active${probation ? ` (on probation: ${probation.reason})` : ""}`
      : `${state === "disabled" ? "disabled" : "skipped"}${skipped && skipped.reason !== "disabled" ? ` (${skipped.reason}: ${skipped.detail})` : ""}`,
  );

export const pluginLine = (plugin: PluginView): string =>
  `${printable(plugin.id).padEnd(28)} ${plugin.version.padEnd(12)} ${plugin.source.padEnd(12)} ${stateText(plugin)}`;

/** Suggests the owner's next step. */
export function nextSteps(plugin: PluginView, site: string): string[] {
  const { id, state, skipped, waiting } = plugin;
  // Granting a revoked plugin again also enables it.
  const isSwitchedOn = state === "enabled" || (state === "revoked" && !isGranted(plugin));
  return [
    ...(skipped?.reason === "untrusted_key" ? [TRUSTING] : []),
    ...(waiting
      ? [
          `Let ${waiting.version} take over, or take it away: svc plugin grant ${id} --site ${site}, or svc plugin discard ${id} --site ${site}`,
        ]
      : []),
    ...(isGranted(plugin) || waiting ? [] : [`Grant it, or leave it: svc plugin grant ${id} --site ${site}`]),
    ...(isSwitchedOn ? [] : [`Switch it on: svc plugin enable ${id} --site ${site}`]),
  ];
}

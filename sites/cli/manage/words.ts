/** Describes plugins for a terminal. Names and reasons are the plugin's own text, so control characters are removed. */
import type { UpdateRule } from "../../../runtime/plugins/updates/updateRules.ts";
import type { Waits } from "../../../runtime/plugins/updates/waits.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { failureLines } from "../site/migrationFailure.ts";
import { printable, TRUSTING } from "../site/problem.ts";
import { type Consent, type InstalledView, type PluginList, type PluginView, isGranted } from "./plugins.ts";

type Asked = Pick<PluginView, "id" | "version" | "consent">;

/** The mark of a sentence that differs from the earlier consent. */
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

/** Lists the requested capabilities, with the author's reasons and the differences from the last grant. */
const grantLines = ({ id, version, consent }: Asked): string[] =>
  linesOf(
    `${id} ${version} asks you to allow`,
    `${id} ${version} asks for nothing.`,
    consent.filter(({ needsGrant }) => needsGrant),
  );

/** Lists the effects of enabling the plugin, with the differences from the enabled version. */
export const effectLines = ({ id, version, consent }: Asked): string[] =>
  linesOf(
    `${id} ${version} does this`,
    `${id} ${version} changes nothing at the site on its own.`,
    consent.filter(({ needsGrant }) => !needsGrant),
  );

export const consentLines = (plugin: Asked): string[] => [...grantLines(plugin), ...effectLines(plugin)];

/** Lists what other plugins added to its lists, and whether its own additions were taken. */
export function additionLines({ id, contributes: { provides = [], extends: added = [] } = {} }: PluginView): string[] {
  return [
    ...provides.map(({ name, additions }) => `  list     ${id}/${name}: ${additions.join(", ") || "nothing added"}`),
    ...added.map(
      ({ name, point, skipped }) =>
        `  adds     ${name} to ${point}: ${skipped ? `left out (${skipped.reason}: ${skipped.detail})` : "taken"}`,
    ),
  ].map(printable);
}

/** The effect of the next publication on a section. */
const TOUCHES = {
  moved: "its fields are moved to their new names",
  kept: "it has fields that this version does not show; they are kept",
  held: "this version cannot show it: visitors see the previous state until a member corrects it",
  gone: "this version does not have this section: visitors see nothing in its place",
} as const;

const WAITS: Readonly<Record<Waits, string>> = {
  older: "it is older than the version in use",
  other_key: "another key signed it than the version in use",
  asks_more: "it does something that nobody has granted yet",
  shares_values: "translations show other values with it",
  rule: "the update rule says to ask about such updates",
  migration: "the data could not be migrated to it",
};

export const RULE_SAYS: Readonly<Record<UpdateRule, string>> = {
  ask: "Every update waits until a member grants it.",
  patch:
    "Patch updates (1.2.x) are activated without asking if they need no further grant, and translations keep their values.",
  minor:
    "Minor and patch updates (1.x.x) are activated without asking if they need no further grant, and translations keep their values.",
};

/** Names the demands of a site on new packages, beyond those of every site. */
export const demandLines = ({ days, signatures }: PluginList["demands"]): string[] => [
  ...(days === 0 ? [] : [`A version of an index is taken ${countOf(days, "day")} after it was first read there.`]),
  ...(signatures === 1 ? [] : [`A package needs signatures of ${countOf(signatures, "trusted key")}.`]),
];

/** Names the rule for which an update waits, and what a member may do. */
function ruleLines({ id, version, updates: { rule, own }, waiting }: PluginView): string[] {
  if (waiting?.why !== "rule") return [];
  const isEarly = rule === "minor" && version.startsWith("0.") && waiting.version.startsWith("0.");
  return [
    `The rule of ${own ? id : "the site"} is ${rule}: ${RULE_SAYS[rule]}`,
    ...(isEarly
      ? [
          "Before 1.0.0, a new middle number may break something, so only patch updates (0.2.x) are activated without asking.",
        ]
      : []),
    `To activate ${waiting.version}: svc plugin grant ${id}. To set another rule: svc plugin updates ${id} --rule <rule>.`,
  ];
}

/** States that a version waits, and why. The version in use keeps running. */
export function waitingLines(plugin: PluginView): string[] {
  const { id, version, waiting } = plugin;
  return waiting === null
    ? []
    : [
        `${id} ${waiting.version} waits; ${version} stays in use. Reason: ${WAITS[waiting.why]}.`,
        ...ruleLines(plugin),
        ...(waiting.distrust === null ? [] : [`The waiting version cannot be granted: ${waiting.distrust}.`]),
        ...(waiting.failure ? failureLines(waiting.failure) : []),
      ].map(printable);
}

export const migratedLines = ({ migrated }: InstalledView): string[] =>
  migrated
    ? [
        `The plugin migrated its data from ${migrated.from}: ${migrated.written} entries written, ${migrated.deleted} deleted${migrated.settings ? ", and its settings" : ""}.`,
      ]
    : [];

export function touchedLines(touched: InstalledView["touched"] | null | undefined): string[] {
  const { total, listed } = touched ?? { total: 0, listed: [] };
  if (total === 0) return [];
  const more = total > listed.length ? [`  and ${total - listed.length} more`] : [];
  return [
    `With it, the next publication shows ${total} ${total === 1 ? "page" : "pages"} differently`,
    ...listed.flatMap(({ path, section, touch, each = [{ section, touch }] }) =>
      each.map((one) => printable(`  ${path} #${one.section}: ${TOUCHES[one.touch]}`)),
    ),
    ...more,
  ];
}

/** Lists the values of translations that a version shows differently. */
export function sharingLines(sharing: InstalledView["sharing"] | null): string[] {
  const { total, listed } = sharing ?? { total: 0, listed: [] };
  if (total === 0) return [];
  const more = total > listed.length ? [`  and ${total - listed.length} more`] : [];
  const shown = (value: unknown): string => JSON.stringify(value) ?? "none";
  return [
    `With it, translations show ${total} other ${total === 1 ? "value" : "values"}; history keeps those before`,
    ...listed.map(({ path, field, before, after }) =>
      printable(`  ${path}, ${field}: ${shown(before)} becomes ${shown(after)}`),
    ),
    ...more,
  ];
}

/** Lists the names of other plugins that keep this plugin from being enabled. */
export const takenLines = ({ id, taken = [] }: InstalledView): string[] =>
  taken.length === 0
    ? []
    : [
        `The plugin cannot be enabled, because other plugins already use its names:`,
        ...taken.map(({ name, by }) => `  ${by} has ${name}; disable ${by} first, or leave ${id} disabled`),
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
          `Activate ${waiting.version}, or discard it: svc plugin grant ${id} --site ${site}, or svc plugin discard ${id} --site ${site}`,
        ]
      : []),
    ...(isGranted(plugin) || waiting ? [] : [`To grant it: svc plugin grant ${id} --site ${site}`]),
    ...(isSwitchedOn ? [] : [`To enable it: svc plugin enable ${id} --site ${site}`]),
  ];
}

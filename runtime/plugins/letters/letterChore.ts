/** Daily and weekly letters of plugins. They tell what visitors sent since the last one. */
import { MAIL_CLOCK_HOUR } from "../../../manifests/bounds/forms.ts";
import { numberOfDay } from "../../../manifests/shapes/calendar.ts";
import type { Chore } from "../../area/chore.ts";
import { UNNAMED_ZONE, dayAt, dayBegins, nextDay } from "../../documents/content/timeZone.ts";
import type { Documents } from "../../documents/documents.ts";
import type { LetterClock, LetterClocks } from "../../mail/letterClocks.ts";
import type { LetterSources } from "../../mail/sources.ts";
import type { Powers } from "../../powers/powers.ts";
import { EDITOR_PATH } from "../../rendering/editorEntry.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { OwnLetter } from "./declaredLetters.ts";
import type { PluginLetters } from "./pluginLetters.ts";

interface LetterChoreParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly pluginLetters: PluginLetters;
  readonly letterClocks: LetterClocks;
  readonly letterSources: LetterSources;
}

const EVENTS = ["daily", "weekly"] as const;
type Period = (typeof EVENTS)[number];

interface Timed extends OwnLetter {
  readonly site: string;
  readonly period: Period;
}

const HOUR_MS = 3_600_000;
/** The longest time from one letter of the clock to the next, with a day for the change of clocks. */
const MOST_MS: Readonly<Record<Period, number>> = { daily: 2 * 24 * HOUR_MS, weekly: 8 * 24 * HOUR_MS };

const isMonday = (day: string): boolean => ((numberOfDay(day) ?? 0) + 3) % 7 === 0;

/** The next morning in a zone, or the next morning of a Monday. */
export function nextMorning(period: Period, now: number, timeZone: string): number {
  let day = dayAt(now, timeZone);
  for (;;) {
    // Clocks change in the night, so the hours after the morning are those of any day.
    const at = dayBegins(nextDay(day), timeZone) - (24 - MAIL_CLOCK_HOUR) * HOUR_MS;
    if (at > now && (period === "daily" || isMonday(day))) return at;
    day = nextDay(day);
  }
}

/** Writes the daily and weekly letters that are due. */
export function letterChore(parts: LetterChoreParts): Chore {
  const { powers, tenant } = parts;
  return {
    turn: "tidy",
    run() {
      if (tenant.status !== "active") return;
      for (const timed of timedLetters(parts)) powers.sql.atomically(() => ring(parts, timed));
    },
    nextDue() {
      if (tenant.status !== "active") return undefined;
      const times = timedLetters(parts).map((timed) => clockOf(parts, timed)?.dueAt ?? powers.now());
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}

/** A workspace that has just woken does not know the active plugins yet; the event that woke it resolves them. */
function timedLetters({ sites, plugins, pluginLetters }: LetterChoreParts): Timed[] {
  if (!plugins.isPrepared) return [];
  return sites
    .all()
    .flatMap(({ site }) =>
      EVENTS.flatMap((period) => pluginLetters.sentOn(site, period).map((entry) => ({ ...entry, site, period }))),
    );
}

/**
 * The stored time. One too far ahead comes from a clock that was set back. One too old is from before the letter was
 * switched off.
 */
function clockOf(
  { powers, letterClocks }: LetterChoreParts,
  { site, plugin, letter, period }: Timed,
): LetterClock | undefined {
  const clock = letterClocks.of(site, plugin.id, letter.name);
  return clock && Math.abs(clock.dueAt - powers.now()) <= MOST_MS[period] ? clock : undefined;
}

function ring(parts: LetterChoreParts, timed: Timed): void {
  const { powers, documents, pluginLetters, letterClocks, letterSources } = parts;
  const { site, plugin, letter, period } = timed;
  const [now, clock] = [powers.now(), clockOf(parts, timed)];
  if (clock && clock.dueAt > now) return;
  const zone = documents.only(site, "settings", documents.change(site)).body.timeZone ?? UNNAMED_ZONE;
  letterClocks.set(site, plugin.id, letter.name, { since: now, dueAt: nextMorning(period, now, zone) });
  // The first ring only starts the clock: nothing was promised for the time before.
  if (!clock) return;
  const forms = letterSources.received(site, clock.since, now);
  if (forms.length === 0) return;
  pluginLetters.add(site, timed, { about: String(clock.dueAt), data: JSON.stringify(digestFacts(parts, site, forms)) });
}

function digestFacts({ sites }: LetterChoreParts, site: string, forms: ReturnType<LetterSources["received"]>): object {
  const { origin } = sites.get(site);
  return {
    total: forms[0]?.total ?? 0,
    forms: forms.map(({ total: _total, ...one }) => ({ ...one, url: `${origin}${EDITOR_PATH}/forms/${one.form}` })),
    url: `${origin}${EDITOR_PATH}/forms`,
  };
}

/** Converts local times of a zone. Only the platform knows each zone's clock changes. */

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A formatter for a zone, cached. Sites choose from a few hundred zones, which bounds the cache. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const [digits, year] = ["2-digit", "numeric"] as const;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    hourCycle: "h23",
    year,
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  });
  clocks.set(timeZone, made);
  return made;
}

/** The local time of a zone at a moment, written as milliseconds of a UTC time. */
export function shownAt(at: number, timeZone: string): number {
  const parts = new Map(
    clockIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    "year",
    "month",
    "day",
    "hour",
    "minute",
    "second",
  ].map((part) => parts.get(part as Intl.DateTimeFormatPartTypes));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export interface Meant {
  /**
   * The moment in milliseconds. If the local time is skipped, the end of the gap; if it occurs twice, the earlier
   * moment.
   */
  readonly at: number;
  /**
   * The number of times that the local time occurs. Clocks skip times when they go forward, and repeat times when they
   * go back.
   */
  readonly times: 0 | 1 | 2;
}

/** The moment of a local time, which is given as milliseconds of a UTC time. */
export function meantAt(shown: number, timeZone: string): Meant {
  const whole = Math.floor(shown / 1000) * 1000;
  const offsets = [whole - DAY_MS, whole + DAY_MS].map((near) => shownAt(near, timeZone) - near);
  const tried = [...new Set(offsets.map((offset) => whole - offset))];
  const found = tried.filter((at) => shownAt(at, timeZone) === whole).toSorted((one, other) => one - other);
  const [first] = found;
  if (first !== undefined) return { at: first + shown - whole, times: found.length === 1 ? 1 : 2 };
  return { at: endOfGap(Math.min(...tried), Math.max(...tried), timeZone), times: 0 };
}

/** The first moment after the clock went forward, which lies between `before` and `after`. Found by bisection. */
function endOfGap(before: number, after: number, timeZone: string): number {
  const offset = (at: number): number => shownAt(at, timeZone) - at;
  let [low, high] = [before, after];
  const early = offset(low - DAY_MS);
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offset(middle) === early) low = middle;
    else high = middle;
  }
  return high;
}

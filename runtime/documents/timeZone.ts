/** Names of time zones, as IANA gives them. */

/** Longest name of a time zone in characters. The longest one today has half as many. */
export const TIME_ZONE_MAX_CHARS = 64;

export const TIME_ZONE_SAYS = "the name of a time zone such as Europe/Berlin";

/** The time zone of a site that has none. */
export const UNNAMED_ZONE = "UTC";

/** Tells whether an IANA time zone exists. Offsets such as +02:00 are refused, because they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

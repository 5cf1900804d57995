/** Names of time zones, as IANA gives them. */

/** Longest of them today is half as long. */
export const TIME_ZONE_MAX_CHARS = 64;

export const TIME_ZONE_SAYS = "the name of a time zone such as Europe/Berlin";

/** The zone of a site that names none. */
export const UNNAMED_ZONE = "UTC";

/** The platform also takes offsets such as +02:00, which know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

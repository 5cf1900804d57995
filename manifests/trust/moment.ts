const DAY = 86_400;
/** Days from 0000-03-01 to 1970-01-01. A year that begins in March has its leap day at its end. */
const EPOCH_DAYS = 719_468;
const ERA_DAYS = 146_097;

const two = (value: number): string => String(value).padStart(2, "0");

/** Year, month and day, computed without `Date`: this folder has no clock and no time zone. */
function dateOf(days: number): string {
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const day = shifted - era * ERA_DAYS;
  const year = Math.floor((day - Math.floor(day / 1_460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365);
  const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const index = Math.floor((5 * ofYear + 2) / 153);
  const month = index < 10 ? index + 3 : index - 9;
  const ofMonth = ofYear - Math.floor((153 * index + 2) / 5) + 1;
  return `${String(year + era * 400 + (month <= 2 ? 1 : 0)).padStart(4, "0")}-${two(month)}-${two(ofMonth)}`;
}

/** A time in milliseconds since the epoch as text: UTC, whole seconds. */
export function momentText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const ofDay = seconds - Math.floor(seconds / DAY) * DAY;
  const time = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two).join(":");
  return `${dateOf(Math.floor(seconds / DAY))}T${time}Z`;
}

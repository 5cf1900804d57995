import { reader } from "./reader.ts";

/** The platform's description of a locale's weeks. Its older name is an accessor. */
interface WithWeeks {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

const MONDAY = 1;

/** The weekday with which a week begins in the reader's country: 1 for Monday up to 7 for Sunday. */
export function firstWeekday(): number {
  const { language, locale = language } = reader();
  const known = new Intl.Locale(locale) as Intl.Locale & WithWeeks;
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY;
}

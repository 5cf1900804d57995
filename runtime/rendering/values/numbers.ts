/** Writes numbers and amounts of money in the language of the reader. */
import { isCurrencyCode } from "../../../manifests/fields/currency.ts";
import type { ShownForm } from "../../../manifests/fields/shownForms.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import { writingLocale } from "../../documents/content/dates.ts";

/** Formatters that a process keeps. A site needs a few for each language. */
const FORMATS_KEPT = 50;

/** Digits behind the point without a currency. More are noise of the computation. */
const DIGITS_MAX = 10;

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

const FORMS: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  plain: { useGrouping: false },
  whole: { minimumFractionDigits: 0, maximumFractionDigits: 0 },
  cents: CENTS,
};

/** Years and other short numbers stay in one piece. */
const NUMBER = { useGrouping: "min2", maximumFractionDigits: DIGITS_MAX } as const;

type Key = readonly [language: string, form: string, currency: string];

function makeFormat([language, form, currency]: Key): Intl.NumberFormat {
  const options: Intl.NumberFormatOptions = {
    // A currency brings its own digits.
    ...(currency === "" ? NUMBER : { style: "currency", currency }),
    ...FORMS[form],
  };
  try {
    return new Intl.NumberFormat([writingLocale(language), "en-GB"], options);
  } catch {
    // A language tag may be well-formed and not exist.
    return new Intl.NumberFormat("en-GB", options);
  }
}

const formatOf = remembering(FORMATS_KEPT, (key: string) => makeFormat(JSON.parse(key) as Key));

/** Writes a number. With a currency such as EUR, it is an amount of money. */
export function writtenNumber(
  value: number,
  language: string,
  form: ShownForm = "grouped",
  currency?: unknown,
): string {
  const code = isCurrencyCode(currency) ? currency : "";
  return formatOf(JSON.stringify([language, form, code])).format(value);
}

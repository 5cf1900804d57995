/** Titles of a list's further pages. */
import type { ListPart } from "../../../manifests/shapes/furtherAddress.ts";
import { monthName } from "../../documents/content/dates.ts";
import { type InEach, inLanguage } from "../../documents/inLanguage.ts";

const PAGE: InEach<(number: number) => string> = {
  en: (number) => `Page ${number}`,
  de: (number) => `Seite ${number}`,
  fr: (number) => `Page ${number}`,
  es: (number) => `Página ${number}`,
  it: (number) => `Pagina ${number}`,
  pt: (number) => `Página ${number}`,
  nl: (number) => `Pagina ${number}`,
  pl: (number) => `Strona ${number}`,
  ja: (number) => `${number}ページ`,
  ar: (number) => `الصفحة ${number}`,
};

/** A year, or a month in words. */
export const periodTitle = (period: string, language: string): string =>
  period.length === 4 ? period : monthName(period, language);

/** The title of a part of a list, such as "Journal – November 2026 – Page 2". */
export const furtherTitle = (title: string, { number, period }: ListPart, language: string): string =>
  [
    title,
    ...(period === undefined ? [] : [periodTitle(period, language)]),
    ...(number > 1 ? [inLanguage(PAGE, language)(number)] : []),
  ].join(" – ");

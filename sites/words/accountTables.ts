import { ACCOUNT as EN, type AccountWords } from "./en/joining/account.ts";
import { ACCOUNT as DE } from "./de/joining/account.ts";
import { ACCOUNT as FR } from "./fr/joining/account.ts";
import { ACCOUNT as ES } from "./es/joining/account.ts";
import { ACCOUNT as PT_BR } from "./pt-BR/joining/account.ts";
import { ACCOUNT as AR } from "./ar/joining/account.ts";
import { ACCOUNT as JA } from "./ja/joining/account.ts";
import type { Language } from "./shape/languages.ts";
import { completed, type Unfinished } from "./shape/translated.ts";

/** The words of the account pages in each language, as its folder has them. */
export const ACCOUNT_WRITTEN: Readonly<Record<Language, Unfinished<AccountWords>>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  "pt-BR": PT_BR,
  ar: AR,
  ja: JA,
};

/** The words of the account pages, which no worker carries. */
export const ACCOUNT_TABLES = Object.fromEntries(
  (Object.entries(ACCOUNT_WRITTEN) as [Language, Unfinished<AccountWords>][]).map(([language, table]) => [
    language,
    completed<AccountWords>(language, table, EN),
  ]),
) as Readonly<Record<Language, AccountWords>>;

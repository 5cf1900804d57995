import { ACCOUNT_TABLES } from "../../../words/accountTables.ts";
import { languageAccepted } from "../../../words/asked.ts";
import type { AccountWords } from "../../../words/en/joining/account.ts";
import { type Language, LANGUAGES } from "../../../words/shape/languages.ts";

/** The words of the account pages in a reader's language, and the attributes that a page needs for it. */
export interface AccountSpeech extends AccountWords {
  readonly lang: Language;
  readonly direction: "ltr" | "rtl";
}

/** The speech for an Accept-Language header. */
export function accountWords(accepted = ""): AccountSpeech {
  const lang = languageAccepted(accepted);
  return { ...ACCOUNT_TABLES[lang], lang, direction: LANGUAGES[lang].direction };
}

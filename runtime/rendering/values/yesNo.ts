/** The words for true and false. */
import type { InEach } from "../../documents/inLanguage.ts";

export const YES_NO: InEach<{ readonly yes: string; readonly no: string }> = {
  en: { yes: "Yes", no: "No" },
  de: { yes: "Ja", no: "Nein" },
  fr: { yes: "Oui", no: "Non" },
  es: { yes: "Sí", no: "No" },
  it: { yes: "Sì", no: "No" },
  pt: { yes: "Sim", no: "Não" },
  nl: { yes: "Ja", no: "Nee" },
  pl: { yes: "Tak", no: "Nie" },
  ja: { yes: "はい", no: "いいえ" },
  ar: { yes: "نعم", no: "لا" },
};

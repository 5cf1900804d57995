import type { Words } from "../en/index.ts";

export const DOMAINS: Words["domains"] = {
  title: "Adressen",
  intro: "Die Namen, unter denen Besucher diese Website finden.",
  list: "Alle Adressen",
  primary: "Hauptadresse",
  verified: "In Gebrauch",
  pending: "Wartet",
  leads: "Führt Besucher zur Hauptadresse.",
  isPrimary: "Unter dieser Adresse werden Seiten veröffentlicht.",
  waits:
    "Angefragt. Der Betreiber prüft, ob sie Ihnen gehört, und nimmt sie dann in Gebrauch. Fragen Sie nach {days} Tagen noch einmal an, wenn nichts geschehen ist.",
  next: "Wie es weitergeht",
  nextHelp:
    "Sagen Sie dem Betreiber, dass Sie angefragt haben. Er sagt Ihnen, was Sie dort eintragen, wo Sie den Namen gekauft haben, prüft ihn und nimmt ihn in Gebrauch. Bis dahin führt der Name nirgendwohin.",
  since: "seit",
  addTitle: "Adresse anfragen",
  hostname: "Adresse",
  hostnameHelp: "Zum Beispiel www.example.com, ohne https://",
  add: "Anfragen",
  done: { asked: "Angefragt. Jetzt ist der Betreiber an der Reihe." },
};

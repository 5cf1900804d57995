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
    "Sie haben diese Adresse angefragt. Der Betreiber prüft, ob sie Ihnen gehört, und nimmt sie dann in Gebrauch. Geschieht {days} Tage lang nichts, fragen Sie noch einmal an.",
  next: "Wie es weitergeht",
  nextHelp:
    "Sagen Sie dem Betreiber, dass Sie angefragt haben. Er sagt Ihnen, was Sie dort eintragen, wo Sie den Namen gekauft haben. Dann prüft er ihn und nimmt ihn in Gebrauch. Bis dahin führt der Name nirgendwohin.",
  since: "seit",
  addTitle: "Adresse anfragen",
  hostname: "Adresse",
  hostnameHelp: "Zum Beispiel www.example.com, ohne https://",
  add: "Anfragen",
  done: { asked: "Angefragt. Jetzt ist der Betreiber an der Reihe." },
};

import type { Words } from "../en/index.ts";

export const SETTINGS: Words["settings"] = {
  title: "Einstellungen",
  site: "Die Website",
  name: "Name",
  tagline: "Einige Worte neben dem Namen",
  description: "Beschreibung",
  descriptionHelp: "Wovon die Website handelt, für Suchergebnisse und Agenten.",
  language: "Sprache",
  languageHelp: "Die ihrer Texte, zum Beispiel en-GB, de oder pt-BR.",
  timeZone: "Zeitzone",
  timeZoneHelp:
    "Zum Beispiel Europe/Berlin. Listen zeigen ihre Uhrzeit, und Veröffentlichungen werden darin geplant. Bleibt sie leer, gilt UTC.",
  logo: "Logo",
  logoHelp: "Zu sehen neben dem Namen oder an seiner Stelle.",
  icon: "Symbol",
  iconHelp: "Browser zeigen es neben dem Titel. Ein quadratisches Bild.",
  organization: "Wer dahintersteht",
  legalName: "Rechtlicher Name",
  email: "E-Mail",
  telephone: "Telefon",
  telephoneHelp: "Mit Ländervorwahl.",
  address: "Postanschrift",
  addressHelp: "In einer Zeile.",
  entry: "Den Weg zum Editor auf veröffentlichten Seiten auffindbar machen",
  entryHelp:
    "Eine Zeile, die Besucher nicht sehen und die für alle gleich ist. Eine Browsererweiterung öffnet damit den Editor.",
  social: "Anderswo",
  socialHelp: "Wo die Website sonst noch zu finden ist. Ein Eintrag ohne Text entfällt.",
  socialEntry: "Eintrag {n}",
  label: "Text",
  link: "Führt zu",
  theirs:
    "Jemand anders hat hier „{text}“ geschrieben. Speichern Sie noch einmal, um Ihren Text an diese Stelle zu setzen.",
  theirsEmpty: "Jemand anders hat dies geleert. Speichern Sie noch einmal, um Ihren Text an diese Stelle zu setzen.",
  theirChoice: "Jemand anders hat dies geändert. Speichern Sie noch einmal, damit Ihre Wahl gilt.",
  done: { saved: "Im Entwurf gespeichert. Besucher sehen es nach der Veröffentlichung." },
};

import type { Words } from "../en/index.ts";

export const BACKUPS: Words["backups"] = {
  title: "Sicherungen",
  intro:
    "Eine Sicherung bewahrt alles auf: Seiten, Einstellungen, Plugins und Dateien aller Websites, die zusammengehören.",
  list: "Was aufbewahrt wird",
  none: "Es gibt noch keine Sicherung.",
  platform: "Außerdem kann die Plattform selbst zu einem früheren Zeitpunkt zurück. Fragen Sie den Betreiber.",
  noPlatform: "Die Plattform selbst kann nicht zurück, deshalb sind diese Sicherungen der einzige Weg.",
  facts: "{size}, {name}",
  files: { one: "1 Datei, {size}", other: "{n} Dateien, {size}" },
  missing: { one: "1 Datei fehlte bereits", other: "{n} Dateien fehlten bereits" },
  withSubmissions: "mit Einsendungen",
  makeTitle: "Jetzt sichern",
  make: "Sicherung anlegen",
  submissions: "Mit dem, was Besucher über Formulare gesendet haben",
  submissionsHelp: "Darin kann stehen, was sie über sich selbst geschrieben haben.",
  verify: "Prüfen",
  verifyOf: "Prüfen: Sicherung {id}",
  remove: "Löschen",
  removeQuestion: "Diese Sicherung löschen? Niemand kann sie zurückholen.",
  removeSure: "Endgültig löschen",
  exportTitle: "Kopie von allem herunterladen",
  exportHelp:
    "Eine Datei mit allem außer den Mediendateien, um sie anderswo aufzubewahren. Sie lässt sich einen Tag lang herunterladen.",
  export: "Export anlegen",
  download: "Export herunterladen",
  restoring: "Zurückspielen kann eine Sicherung nur der Betreiber: Sie ersetzt alles, was jetzt da ist.",
  done: {
    kept: "Die Sicherung ist angelegt.",
    sound: "Sie wurde bis zum Ende gelesen, und alles ist da.",
    broken: "Etwas stimmt nicht damit: Verlassen Sie sich nicht darauf, und legen Sie eine neue an.",
    removed: "Gelöscht.",
    exported: "Der Export ist fertig.",
  },
};

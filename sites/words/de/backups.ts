import type { Words } from "../en/index.ts";

export const BACKUPS: Words["backups"] = {
  title: "Sicherungen",
  intro:
    "Eine Sicherung bewahrt alles auf: Seiten, Einstellungen, Plugins und Dateien aller Websites, die zusammengehören.",
  list: "Was aufbewahrt wird",
  none: "Es gibt noch keine Sicherung.",
  platform:
    "Der Betreiber kann auch ohne Sicherung alles auf einen früheren Zeitpunkt zurücksetzen. Fragen Sie ihn, wenn Sie das brauchen.",
  noPlatform: "Nur eine Sicherung bringt einen früheren Stand zurück. Die Plattform selbst bewahrt keinen auf.",
  facts: "{size}, {name}",
  files: { one: "1 Datei, {size}", other: "{n} Dateien, {size}" },
  missing: { one: "1 Datei fehlte bereits", other: "{n} Dateien fehlten bereits" },
  withSubmissions: "mit Einsendungen",
  makeTitle: "Jetzt sichern",
  make: "Sicherung anlegen",
  submissions: "Auch sichern, was Besucher mit Formularen gesendet haben",
  submissionsHelp: "Das kann persönliche Daten von Besuchern enthalten.",
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
  restoring: "Nur der Betreiber kann eine Sicherung zurückspielen. Sie ersetzt dann alles, was jetzt da ist.",
  done: {
    kept: "Die Sicherung ist angelegt.",
    sound: "Die Sicherung ist vollständig. Alles darin ließ sich lesen.",
    broken: "Die Sicherung ist beschädigt. Verlassen Sie sich nicht darauf: Legen Sie eine neue an.",
    removed: "Gelöscht.",
    exported: "Der Export ist fertig.",
  },
};

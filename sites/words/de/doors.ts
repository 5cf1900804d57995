import { byRole } from "../shape/byRole.ts";
import type { DoorWords } from "../en/doors.ts";
import { ROLES } from "./roles.ts";

export const DOORS: DoorWords = {
  again: "Noch einmal anmelden",
  failed:
    "Versuchen Sie es noch einmal. Wenn es wieder scheitert, sagen Sie es denen, die diese Website betreiben. Der Grund steht in ihrem Protokoll.",
  unavailable:
    "Ein weiterer Versuch hilft vielleicht nicht. Sagen Sie es denen, die diese Website betreiben. Der Grund steht in ihrem Protokoll.",
  invitation:
    "Schicken Sie diesen Code der Person, die Sie einladen will. Melden Sie sich wieder an, wenn sie Sie eingeladen hat.",
  issuer: "Wo Sie sich angemeldet haben",
  subject: "Ihr Code",
  refused: {
    INVALID_REQUEST: "Diese Anfrage ist unvollständig oder falsch. Gehen Sie zurück und versuchen Sie es noch einmal.",
    LOGIN_FAILED: "Diese Anmeldung ließ sich nicht abschließen.",
    FORBIDDEN: "Ihre Rolle erlaubt das nicht.",
    ORIGIN_MISMATCH: "Diese Anfrage kommt nicht von dieser Website.",
    NOT_INVITED: "Sie sind hier nicht eingeladen.",
    NOT_FOUND: "Hier ist nichts.",
    METHOD_NOT_ALLOWED: "So lässt sich diese Adresse nicht aufrufen.",
    RATE_LIMITED: "Das waren zu viele Anfragen. Warten Sie etwas und versuchen Sie es noch einmal.",
    INTERNAL: "Bei uns ist etwas schiefgegangen.",
    LOGIN_UNAVAILABLE: "Im Augenblick kann sich hier niemand anmelden.",
    UNAVAILABLE: "Das antwortet im Augenblick nicht. Versuchen Sie es noch einmal.",
  },
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "Bei {name} anmelden?",
    sent: "Eine andere Website hat Sie hierher geschickt. Melden Sie sich nur an, wenn Sie an {name} arbeiten wollen.",
    go: "Anmelden",
  },
  program: {
    title: "Darf die Kommandozeile auf diesem Computer für Sie handeln?",
    asks: "Sie will an {name} arbeiten, wo Sie {role} sind. Sie darf dort alles, was Sie dürfen. Das endet, wenn Ihre Anmeldung in diesem Browser endet oder wenn Sie {logout} aufrufen.",
    check:
      "Prüfen Sie, ob Ihr Terminal {check} zeigt. Zeigt es etwas anderes, oder haben Sie nicht {login} eingegeben, dann erlauben Sie dies nicht.",
    yes: "Erlauben",
    no: "Nicht erlauben",
  },
  agent: {
    title: "Darf ein Agent für Sie handeln?",
    claims: "Ein Programm, das sich {name} nennt, fragt an. Ihre Antwort geht an {host}.",
    proven: "{name} von {domain} fragt an. Ihre Antwort geht an {host}.",
    local: "Das Programm läuft auf diesem Computer. Erlauben Sie es nur, wenn Sie es gerade gestartet haben.",
    unnamed: "(ohne Namen)",
    site: "Für welche Website?",
    choice: "{name} ({hostname}), wo Sie {role} sind",
    scope: "Was darf der Agent dort für Sie tun?",
    scopes: {
      "site:read": "die Website lesen, mit Entwurf, Verlauf und Medien",
      "content:write":
        "den Entwurf ändern: Seiten, Abschnitte, Menüs, Weiterleitungen, Design und Einstellungen; Mediendateien beschreiben und unbenutzte entfernen",
      "content:publish": "veröffentlichen, Veröffentlichungen planen und zu früheren Ausgaben zurückkehren",
      "plugins:use": "benutzen, was die Plugins der Website für Agenten anbieten",
    },
    notAt: "(nicht bei {hostnames}: Ihre Rolle dort erlaubt es nicht)",
    limits:
      "Der Agent darf nie mehr, als Ihre Rolle erlaubt. Diese Erlaubnis endet nach 30 Tagen oder wenn Sie kein Mitglied mehr sind.",
    yes: "Erlauben",
    no: "Nicht erlauben",
    unreadable: "Die Beschreibung dieses Programms ließ sich nicht lesen.",
  },
};

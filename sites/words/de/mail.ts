import type { Words } from "../en/index.ts";

export const MAIL: Words["mail"] = {
  title: "Briefe",
  intro: "Sie bekommen einen Brief, wenn ein Besucher ein Formular sendet. Hier wählen Sie, welche Briefe und wohin.",
  noServer:
    "Diese Installation hat noch keinen Mailserver, deshalb bekommt niemand Briefe. Was gesendet worden wäre, steht unten.",
  addressTitle: "Ihre Adresse",
  address: "Mailadresse",
  addressHelp: "Wir senden einen Code dorthin, damit niemand Briefe bekommt, der sie nicht will.",
  enter: "Code senden",
  proven: "bekommt Briefe",
  unproven: "wartet auf den Code",
  code: "Code",
  codeHelp: "Er steht im Brief an Ihre Adresse und gilt eine Stunde.",
  prove: "Diese Adresse verwenden",
  forget: "Meine Adresse löschen",
  choicesTitle: "Was Sie bekommen möchten",
  choicesHelp:
    "Ohne Auswahl bekommen Inhaber zu jedem Formular und jeder gescheiterten Veröffentlichung einen Brief, und alle zu einer Anmeldung mit einem neuen Browser.",
  notices: {
    login: "Eine Anmeldung mit einem neuen Browser",
    publication: "Eine geplante Veröffentlichung, die scheitert",
  },
  everyForm: "Jedes Formular",
  choice: { default: "Keine Auswahl", yes: "Brief senden", no: "Keinen Brief senden" },
  save: "Speichern",
  lettersTitle: "Die letzten Briefe",
  none: "Es gibt noch keinen Brief.",
  gone: "Die Einsendung wurde gelöscht",
  kinds: {
    address: "Ein Code für eine Adresse",
    confirm: "Ein Besucher bestätigt eine Adresse",
    invitation: "Eine Einladung",
    login: "Eine neue Anmeldung",
    publication: "Eine gescheiterte Veröffentlichung",
  },
  states: { waiting: "Wartet", sent: "Gesendet", kept: "An niemanden gesendet", dead: "Nicht zustellbar" },
  tried: "Versuche: {n}",
  all: "Alle Briefe",
  replyTo: "Antworten gehen an",
  done: {
    entered: "Der Code ist unterwegs. Das kann eine Minute dauern.",
    proven: "Sie bekommen jetzt Briefe an diese Adresse.",
    wrong: "Der Code ist falsch oder zu alt. Sehen Sie noch einmal nach, oder lassen Sie einen neuen senden.",
    forgotten: "Ihre Adresse ist gelöscht. Sie bekommen keine Briefe mehr.",
    chosen: "Gespeichert.",
  },
};

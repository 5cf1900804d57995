import type { Words } from "../../en/index.ts";

export const REDIRECTS: Words["redirects"] = {
  title: "Weiterleitungen",
  intro:
    "Eine Weiterleitung schickt Besucher von einer alten Adresse zu einer neuen. Was in der Adresse auf ? folgt, geht mit.",
  list: "Alle Weiterleitungen",
  from: "Von",
  fromHelp:
    "Beispiel: /alte-seite. Mit /* am Ende gilt sie auch für alle Adressen darunter. :name steht für einen beliebigen Teil, ?p=12 für einen Parameter.",
  to: "Nach",
  toHelp:
    "Eine Seite dieser Website oder eine andere Adresse. Mit /* am Ende bleibt der Rest der Adresse erhalten. Namen setzen ihre Teile ein, wie in /beitraege/:name.",
  kind: "Wie lange",
  kinds: {
    301: "Dauerhaft",
    302: "Vorübergehend",
    307: "Vorübergehend, auch für Formulare",
    308: "Dauerhaft, auch für Formulare",
    410: "Die Seite ist weg, ohne neue Adresse",
  },
  gone: "weg",
  addTitle: "Weiterleitung hinzufügen",
  add: "Hinzufügen",
  remove: "Entfernen",
  removeOf: "Weiterleitung von {from} entfernen",
  searchFor: "Adresse",
  none: "Noch gibt es keine Weiterleitung. Mit einer führt eine alte Adresse zu einer neuen.",
  noneFound: "Keine Weiterleitung hat „{text}“ in ihren Adressen.",
  older: "Weitere Weiterleitungen",
  newest: "Erste Weiterleitungen",

  missed: {
    title: "Vergeblich aufgerufen",
    help: "Unter diesen Adressen fanden Besucher keine Seite. Eine Weiterleitung führt sie weiter. Adressen, die eine Person nennen könnten, zählen nicht.",
    times: "Aufrufe: {n}. Der letzte:",
    redirect: "Weiterleiten…",
    redirectOf: "{path} weiterleiten",
    gone: "Für immer weg",
    goneOf: "{path} ist für immer weg",
    more: "Weitere Adressen: {n}",
  },

  testTitle: "Adresse testen",
  test: "Testen",
  address: "Adresse",
  steps: "Was unter {path} geschieht",
  leadsTo: "führt zu",
  isPage: "ist die Seite „{title}“",
  isFile: "ist eine alte Adresse der Datei „{name}“",
  isNothing: "gibt es nicht: Besucher sehen die Seite „nicht gefunden“",
  isGone: "gilt als entfernt",
  isElsewhere: "liegt außerhalb dieser Website",
  tooLong: "führt über zu viele Weiterleitungen, deshalb geben Browser auf",

  importTitle: "Viele auf einmal hinzufügen",
  rows: "Zeilen aus einer Tabelle oder CSV-Datei",
  rowsHelp:
    "Schreiben Sie eine Weiterleitung je Zeile: die alte Adresse, die neue und auf Wunsch 301, 302, 307, 308 oder 410. Trennen Sie sie mit Komma, Semikolon, Tabulator oder Leerzeichen.",
  file: "oder Datei auswählen",
  preview: "Vorschau der Änderungen",
  line: "Zeile {n}",
  states: { added: "Neu", replaced: "Ersetzt eine andere", same: "Schon da", refused: "Nicht übernommen" },
  counts: { one: "1 Weiterleitung würde sich ändern.", other: "{n} Weiterleitungen würden sich ändern." },
  nothingNew: "Nichts würde sich ändern.",
  refused: { one: "1 Zeile wird nicht übernommen.", other: "{n} Zeilen werden nicht übernommen." },
  linesMore: { one: "1 weitere Zeile", other: "{n} weitere Zeilen" },
  import: "Hinzufügen",
  faults: {
    pattern:
      "Das ist ein Muster, das keine Weiterleitung ausdrücken kann. Schreiben Sie :name für einen Teil der Adresse, oder beenden Sie sie mit /* für alles darunter.",
    inside: "Diese Zeile schreibt Adressen nur im Server um und leitet niemanden weiter.",
    switchedOff: "Diese Weiterleitung ist in der Datei ausgeschaltet.",
    otherSite:
      "Die alte Adresse liegt auf einer anderen Website. Nötig: eine Adresse dieser Website, etwa /alte-seite.",
  },
  anchorLeftOut: "Was nach # steht, fällt weg, weil Browser es nie senden.",
  twice: "Eine frühere Zeile hat dieselbe Adresse.",
  incomplete: "Diese Zeile braucht eine alte und eine neue Adresse.",
  endless: "Diese Weiterleitung würde im Kreis führen.",
  tooMany: "Eine Website hat höchstens {most} Weiterleitungen.",
  allowed: "Nötig: {allowed}.",
  done: {
    added: "Zum Entwurf hinzugefügt. Sie wirkt, sobald der Entwurf veröffentlicht ist.",
    removed: "Aus dem Entwurf entfernt.",
    imported: "Zum Entwurf hinzugefügt. Sie wirken, sobald der Entwurf veröffentlicht ist.",
  },
};

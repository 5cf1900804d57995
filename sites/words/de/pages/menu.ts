import type { Words } from "../../en/index.ts";

export const MENU: Words["menu"] = {
  title: "Menü",
  menus: { header: "Menü oben", footer: "Menü unten" },
  empty: "In diesem Menü steht noch nichts.",
  label: "Text",
  target: "Führt zu",
  targetHelp: "Wählen Sie eine Seite, oder schreiben Sie eine Adresse wie /leistungen oder https://example.org.",
  addTo: "Zum Menü oben hinzufügen",
  addToFooter: "Zum Menü unten hinzufügen",
  add: "Hinzufügen",
  change: "Ändern",
  changeOf: "„{label}“ ändern",
  up: "Nach oben",
  down: "Nach unten",
  in: "Dem Eintrag darüber unterordnen",
  out: "Eine Ebene höher",
  remove: "Entfernen",
  ofItem: "{what}: {label}",
  brokenSome: { one: "1 Eintrag führt nirgendwohin.", other: "{n} Einträge führen nirgendwohin." },
  place: "„{label}“ ist jetzt {n} von {most}.",
  placeBelow: "„{label}“ ist jetzt {n} von {most} unter „{parent}“.",
  done: {
    added: "Der Eintrag ist im Menü des Entwurfs. Besucher sehen ihn nach der Veröffentlichung.",
    changed: "Geändert.",
    removed: "Aus dem Menü entfernt.",
  },
};

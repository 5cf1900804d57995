import type { Words } from "../../en/index.ts";
import { ABOUT_PAGE } from "./aboutPage.ts";

export const PAGES: Words["pages"] = {
  ...ABOUT_PAGE,
  title: "Seiten",
  all: "Alle Seiten",
  add: "Neue Seite",
  searchFor: "Titel oder Adresse",
  noneFound: "Keine Seite hat „{text}“ im Titel oder in der Adresse.",
  none: {
    published: "Keine Seite ist ohne Änderungen veröffentlicht.",
    changed: "Keine Seite hat Änderungen.",
    new: "Keine Seite ist neu.",
    deleted: "Keine Seite wurde gelöscht.",
  },
  older: "Weitere Seiten",
  newest: "Erste Seiten",
  list: "Seiten",
  states: { published: "Veröffentlicht", changed: "Geändert", new: "Neu", deleted: "Gelöscht" },
  held: "Zurückgehalten",
  visibleFrom: "Sichtbar ab",
  visibleUntil: "Sichtbar bis",
  show: "Zeigen",
  everything: "Alle",
  below: { one: "1 Seite darunter", other: "{n} Seiten darunter" },
  under: "Seiten unter {path}",
  levelUp: "Eine Ebene höher",
  edit: "Bearbeiten",
  settings: "Einstellungen",
  view: "Auf der Website ansehen",
  changedBy: "Geändert: {name}",
  unreachable: "Besucher können diese Seite nicht erreichen, weil ihre Adresse schon benutzt wird.",
  hidden: "Nicht in Suchergebnissen",

  deletedBy: "Gelöscht: {name}",
  restore: "Zurückholen",
  elsewhere: "Eine andere Adresse für diese Seite",
  elsewhereHelp: "Ihre Adresse hat jetzt eine andere Seite.",

  newTitle: "Neue Seite",
  path: "Adresse",
  pathHelp: "Beispiel: /leistungen/reparatur. Wenn Sie nichts eingeben, entsteht die Adresse aus dem Titel.",
  begin: "Beginnen mit",
  blank: "Leere Seite",
  menu: "Ins Menü aufnehmen",
  create: "Seite anlegen",

  noPicture: "Keines",
  keptPicture: "Das bisherige",

  previews: "So zeigen andere Websites die Seite",
  shared: "Als geteilter Link",

  address: "Adresse",
  move: "Adresse ändern",
  redirect: "Besucher von der alten Adresse zur neuen leiten",
  along: { one: "Die Seite darunter mitnehmen", other: "Die {n} Seiten darunter mitnehmen" },

  entry: "Inhaltstyp",
  entryOf: "Zu einem Eintrag machen von",
  entryHelp:
    "Adresse, Wörter und Abschnitte bleiben. Was der Typ verlangt, beginnt mit einem Beispiel. Hat der Typ keine Adresse, erhalten Besucher die Seite nicht mehr.",
  makeEntry: "Zum Eintrag machen",

  copy: "Kopieren",
  copyTitle: "Kopie von {title}",
  makeCopy: "Kopie anlegen",
  template: "Seitenvorlage",
  templateHelp:
    "Neue Seiten können mit einer Kopie der Abschnitte dieser Seite beginnen. Sie steht unter „Beginnen mit“.",
  templateName: "Name der Vorlage",
  makeTemplate: "Als Vorlage speichern",

  links: "Was hierher verlinkt oder sich darauf bezieht",
  noLinks: "Keine Seite, kein Menü und keine Weiterleitung führt hierher.",
  linksMore: "und weitere",
  kinds: {
    page: "Seite",
    navigation: "Das Menü",
    redirects: "Die Weiterleitungen",
    settings: "Die Einstellungen",
    types: "Die Inhaltstypen",
    theme: "Das Design",
  },

  remove: "Diese Seite löschen",
  removeHelp: "Sie können sie aus der Liste der gelöschten Seiten zurückholen.",
  removeTitle: "Löschen",
  removeLinked: {
    one: "1 Stelle verlinkt auf diese Seite oder bezieht sich auf sie.",
    other: "{n} Stellen verlinken auf diese Seite oder beziehen sich auf sie.",
  },
  removeAsked: "Diese Seite löschen?",
  removeAnyway: "Löschen",
  done: {
    typed: "Die Seite ist im Entwurf ein Eintrag. Füllen Sie ihre Werte aus.",
    created: "Die Seite ist im Entwurf. Besucher sehen sie nach der Veröffentlichung.",
    moved: "Die Adresse ist im Entwurf geändert.",
    copied: "Die Seite ist kopiert. Sie sehen die Kopie.",
    removed: "Die Seite ist aus dem Entwurf gelöscht. Besucher sehen sie, bis der Entwurf veröffentlicht ist.",
    restored: "Die Seite ist wieder im Entwurf.",
  },
};

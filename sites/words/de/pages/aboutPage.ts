import type { Translated } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Translated<typeof ENGLISH> = {
  about: "Über diese Seite",
  titleHelp: "Browser, Listen und Suchergebnisse zeigen ihn.",
  pageTitle: "Titel",
  description: "Beschreibung",
  descriptionHelp: "Ein oder zwei Sätze. Suchmaschinen und geteilte Links zeigen sie.",
  collection: "Sammlung",
  collectionHelp:
    "Eine Liste zeigt die Seiten einer Sammlung, etwa journal. Schreiben Sie ein Wort in Kleinbuchstaben.",
  date: "Datum",
  dateHelp: "Listen sind nach diesem Datum sortiert. Beispiel: 2026-03-12.",
  author: "Autor",
  audience: "Nur für diese Leserinnen und Leser",
  audienceHelp: "Namen von Gruppen, etwa paid; readers steht für alle mit einem Konto. Leer: Die Seite ist für alle.",
  teaser: "Listen und Menüs dürfen Titel, Beschreibung und Bild trotzdem zeigen",
  noindex: "Diese Seite vor Suchmaschinen, Feeds und Listen verbergen",
  held: "Diese Seite zurückhalten",
  heldHelp: "„Veröffentlichen“ lässt sie aus, bis sie dort jemand anhakt.",
  from: "Sichtbar ab",
  fromHelp: "Ab dann sehen Besucher die veröffentlichte Seite, und bis zum Ende darunter.",
  until: "Sichtbar bis",
  zone: "In der Zeitzone {zone}.",
  picture: "Bild",
  pictureHelp: "Listen zeigen es, und ebenso andere Websites, die auf diese Seite verlinken.",
  inSearch: "In Suchergebnissen",
  noDescription: "Ohne Beschreibung wählen Suchmaschinen selbst einen Text der Seite aus.",
  pageless: "Nur in Listen, ohne eigene Seite",
};

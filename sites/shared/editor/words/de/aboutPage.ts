import type { Translated } from "../translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../en/aboutPage.ts";

export const ABOUT_PAGE: Translated<typeof ENGLISH> = {
  about: "Über diese Seite",
  titleHelp: "Zu sehen im Browser, in Listen und in Suchergebnissen.",
  pageTitle: "Titel",
  description: "Beschreibung",
  descriptionHelp: "Ein oder zwei Sätze. Suchmaschinen und geteilte Links zeigen sie.",
  collection: "Sammlung",
  collectionHelp: "Listen zeigen Seiten derselben Sammlung, etwa journal. Ein Wort in Kleinbuchstaben.",
  date: "Datum",
  dateHelp: "Listen ordnen danach. Zum Beispiel 2026-03-12.",
  author: "Autor",
  noindex: "Aus Suchmaschinen, Feeds und Listen heraushalten",
  picture: "Bild",
  pictureHelp: "Für Listen und für Links auf diese Seite anderswo.",
  inSearch: "In Suchergebnissen",
  noDescription: "Ohne Beschreibung wählen Suchmaschinen selbst Wörter der Seite aus.",
};

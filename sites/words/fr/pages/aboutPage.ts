import type { Translated, Unfinished } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Unfinished<Translated<typeof ENGLISH>> = {
  about: "À propos de cette page",
  titleHelp: "Affiché par les navigateurs, les listes et les résultats de recherche.",
  pageTitle: "Titre",
  description: "Description",
  descriptionHelp: "Une ou deux phrases. Les moteurs de recherche et les liens partagés l’affichent.",
  collection: "Collection",
  collectionHelp:
    "Une liste affiche les pages d’une collection, par exemple journal. Écrivez un seul mot en minuscules.",
  date: "Date",
  dateHelp: "Les listes sont triées par cette date. Exemple : 2026-03-12.",
  author: "Auteur",
  audience: "Réservée à ces lecteurs",
  audienceHelp:
    "Noms de groupes, par exemple paid ; readers désigne tous ceux qui ont un compte. Vide : la page est pour tous.",
  teaser: "Les listes et les menus peuvent montrer son titre, sa description et son image",
  noindex: "Cacher cette page aux moteurs de recherche, aux flux et aux listes",
  held: "Retenir cette page",
  heldHelp: "« Publier » la laisse de côté jusqu’à ce qu’un membre l’y coche.",
  from: "Visible à partir du",
  fromHelp: "Les visiteurs voient la page publiée à partir de ce moment, et jusqu’à la fin indiquée ci-dessous.",
  until: "Visible jusqu’au",
  zone: "Dans le fuseau horaire {zone}.",
  picture: "Image",
  pictureHelp: "Les listes l’affichent, ainsi que les autres sites qui renvoient à cette page.",
  inSearch: "Dans les résultats de recherche",
  noDescription: "Sans description, les moteurs de recherche choisissent un extrait de la page.",
  pageless: "Dans les listes seulement, sans page à soi",
};

import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "Aperçu",
  waiting: "En attente de vous",
  nothing: "Rien ne vous attend.",
  remarks: "Remarques pour vous",
  differing: "Modifié dans le brouillon",
  none: "Les visiteurs voient le brouillon tel qu’il est. Modifiez le site, et vos modifications figurent ici.",
  all: "Toutes les modifications",
  planned: "Prévu",
  stops: "Une modification faite depuis l’empêchera.",
  whole: "tout le brouillon",
  allSchedules: "Toutes les publications prévues",
  write: "Modifier le site",
  pages: "Toutes les pages",
};

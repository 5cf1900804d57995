import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "Filtres enregistrés",
  manage: "Enregistrer ce filtre",
  name: "Nom",
  shared: "Pour tous les membres du site",
  keep: "Enregistrer le filtre",
  remove: "Supprimer « {name} »",
  sharedMark: "partagé",
  filterFirst: "Filtrez d’abord la liste, puis enregistrez sous un nom ce que vous voyez.",
  columns: "Colonnes",
  showColumns: "Afficher ces colonnes",
  done: {
    filterSaved: "Le filtre est enregistré.",
    filterRemoved: "Le filtre est supprimé.",
    columnsChosen: "Vous voyez ces colonnes désormais.",
  },
};

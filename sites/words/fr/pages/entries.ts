import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const ENTRIES: Unfinished<Words["entries"]> = {
  newOf: "Ajouter : {title}",
  inactive:
    "L’extension {plugin} de ce type n’est pas active. Les entrées restent telles quelles. On ne peut pas en créer avant.",
  lists: "Listes",
  filters: "Filtres",
  filter: "Afficher",
  any: "Toutes",
  state: "État",
  from: "{title}, de",
  to: "{title}, à",
  contains: "{title} contient",
  truths: { true: "Oui", false: "Non" },
  found: { one: "{n} entrée", many: "{n} d’entrées", other: "{n} entrées" },
  none: "Aucune entrée ne correspond.",
  noneYet: "Il n’y a pas encore d’entrée. Ajoutez la première, et les listes la montrent.",
  entryTitle: "Titre",
  changed: "Modifiée",
  gone: "Une page supprimée",
  first: "Premières entrées",
  further: "Entrées suivantes",
  import: "Importer depuis un fichier",
  export: "Télécharger en CSV",
  moveTitle: "Apporter un site",
  importTitle: "{plural} : importer depuis un fichier",
  importNeeds: "Cette page nécessite JavaScript, car le fichier est lu dans votre navigateur.",
  done: {},
};

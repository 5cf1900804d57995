import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "Pages des extensions",
  intro: "Les extensions ajoutent ces pages pour ce qu’elles conservent.",
  none: "Aucune extension n’a de page pour vous.",
  lists: "Listes",
  empty: "Cette liste est vide.",
  further: "Entrées suivantes",
  find: "Chercher dans les entrées",
  notFound: "Aucune des entrées parcourues ne contient « {text} ».",
  yes: "Oui",
  no: "Non",
  done: { done: "C’est fait.", refused: "L’extension ne l’a pas fait." },
};

import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Unfinished<Words["everyPage"]> = {
  colon: " : ",
  draft: "Voir le brouillon",
  canvas: "Éditer le site",
  menu: "Menu",
  areas: "Éditeur",
  skip: "Aller au contenu",
  login: "Se connecter",
  logout: "Se déconnecter",
  loginElsewhere: "Se connecter dans un autre onglet",
  sendAgain: "Renvoyer ce que j’ai écrit",
  keep: "Conserver",
  toEditor: "Aller à l’éditeur",
  search: "Rechercher",
  clear: "Tout afficher",
  save: "Enregistrer",
  actors: {
    member: "un ancien membre",
    operator: "l’exploitant",
    plugin: "une extension",
    system: "le système",
    visitor: "un visiteur",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "Pour l’assistance",
  merged: {
    byOthers: {
      text: "Un autre membre a écrit ici : « {text} ». Enregistrez de nouveau pour mettre votre texte à la place.",
      empty: "Un autre membre a vidé ce champ. Enregistrez de nouveau pour mettre votre texte à la place.",
      choice: "Un autre membre a changé ce choix. Enregistrez de nouveau pour mettre le vôtre à la place.",
    },
    byYou: {
      text: "C’est vous qui avez enregistré en dernier, peut-être dans un autre onglet. Il y est écrit « {text} » : enregistrez de nouveau pour mettre ce texte à la place.",
      empty:
        "C’est vous qui avez enregistré en dernier, peut-être dans un autre onglet. Ce champ y est vide : enregistrez de nouveau pour mettre ce texte à la place.",
      choice:
        "C’est vous qui avez enregistré en dernier, peut-être dans un autre onglet. Le choix y est différent : enregistrez de nouveau pour mettre celui-ci à la place.",
    },
  },
  link: {
    deleted: "La page « {title} » a été supprimée.",
    lost: "Il n’y a pas de page à cette adresse.",
    now: "Mène à {target}.",
  },
  done: { saved: "Enregistré." },
  groups: {
    write: "Écrire",
    look: "Apparence",
    site: "Site",
    publish: "Publier",
    manage: "Gérer",
    own: "Vous",
  },
};

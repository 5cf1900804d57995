import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";
import { ABOUT_PAGE } from "./aboutPage.ts";

export const PAGES: Unfinished<Words["pages"]> = {
  ...ABOUT_PAGE,
  title: "Pages",
  all: "Toutes les pages",
  add: "Nouvelle page",
  searchFor: "Titre ou adresse",
  noneFound: "Aucune page n’a « {text} » dans son titre ou son adresse.",
  none: {
    published: "Aucune page n’est publiée sans modifications.",
    changed: "Aucune page n’a de modifications.",
    new: "Aucune page n’est nouvelle.",
    deleted: "Aucune page n’a été supprimée.",
  },
  older: "Pages suivantes",
  newest: "Premières pages",
  list: "Pages",
  states: { published: "Publiée", changed: "Modifiée", new: "Nouvelle", deleted: "Supprimée" },
  held: "Retenue",
  visibleFrom: "Visible à partir du",
  visibleUntil: "Visible jusqu’au",
  show: "Afficher",
  everything: "Toutes",
  below: { one: "{n} sous-page", many: "{n} de sous-pages", other: "{n} sous-pages" },
  under: "Pages sous {path}",
  levelUp: "Remonter d’un niveau",
  edit: "Éditer",
  settings: "Réglages",
  view: "Voir sur le site",
  changedBy: "Modifiée par {name}",
  unreachable: "Les visiteurs ne peuvent pas atteindre cette page, car son adresse est déjà utilisée.",
  hidden: "Absente des résultats de recherche",

  deletedBy: "Supprimée par {name}",
  restore: "Rétablir",
  elsewhere: "Autre adresse pour cette page",
  elsewhereHelp: "Une autre page a maintenant son adresse.",

  newTitle: "Nouvelle page",
  path: "Adresse",
  pathHelp: "Exemple : /services/reparations. Si vous laissez ce champ vide, l’adresse vient du titre.",
  begin: "Point de départ",
  blank: "Une page vide",
  menu: "L’ajouter au menu",
  create: "Créer la page",

  noPicture: "Aucune",
  keptPicture: "L’image actuelle",

  previews: "Comment d’autres sites l’affichent",
  shared: "Comme lien partagé",

  address: "Adresse",
  move: "Changer l’adresse",
  redirect: "Conduire les visiteurs de l’ancienne adresse à la nouvelle",
  along: {
    one: "Déplacer aussi sa sous-page",
    many: "Déplacer aussi ses {n} de sous-pages",
    other: "Déplacer aussi ses {n} sous-pages",
  },

  entry: "Type de contenu",
  entryOf: "En faire une entrée de",
  entryHelp:
    "Son adresse, ses mots et ses sections restent. Ce que le type exige commence par un exemple. Si le type n’a pas d’adresse, les visiteurs n’ont plus la page.",
  makeEntry: "En faire une entrée",

  copy: "Copie",
  copyTitle: "Copie de {title}",
  makeCopy: "Créer une copie",
  template: "Modèle de page",
  templateHelp: "Les nouvelles pages peuvent commencer par une copie des sections de cette page.",
  templateName: "Nom du modèle",
  makeTemplate: "Enregistrer comme modèle",

  links: "Ce qui renvoie ou fait référence ici",
  noLinks: "Aucune page, aucun menu et aucune redirection ne renvoie ici.",
  linksMore: "et d’autres",
  kinds: {
    page: "Page",
    navigation: "Le menu",
    redirects: "Les redirections",
    settings: "Les réglages",
    types: "Les types de contenu",
    theme: "Le thème",
  },

  remove: "Supprimer cette page",
  removeHelp: "Vous pourrez la rétablir depuis la liste des pages supprimées.",
  removeTitle: "Supprimer",
  removeLinked: {
    one: "{n} endroit renvoie ou fait référence à cette page, et la perdrait.",
    many: "{n} d’endroits renvoient ou font référence à cette page, et la perdraient.",
    other: "{n} endroits renvoient ou font référence à cette page, et la perdraient.",
  },
  removeAsked: "Supprimer cette page ?",
  removeAnyway: "Supprimer",
  done: {
    typed: "La page est une entrée dans le brouillon. Remplissez ses valeurs.",
    created: "La page est dans le brouillon. Les visiteurs la verront après la publication.",
    moved: "L’adresse est changée dans le brouillon.",
    copied: "La page est copiée. Vous voyez la copie.",
    removed: "La page est supprimée du brouillon. Les visiteurs la voient jusqu’à la publication du brouillon.",
    restored: "La page est de nouveau dans le brouillon.",
  },
};

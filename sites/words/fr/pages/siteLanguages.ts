import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const SITE_LANGUAGES: Unfinished<Words["siteLanguages"]> = {
  title: "Langues",
  intro:
    "Un site peut avoir plusieurs langues. Chaque page est dans l’une d’elles, et ses traductions sont des pages à part entière.",
  one: "Ce site a une langue : {name}. Ajoutez-en une autre pour traduire des pages.",
  list: "Langues de ce site",
  source: "Les autres en sont traduites",
  own: "Les pages qui n’indiquent pas de langue ont celle-ci",
  noPrefix: "Toutes les adresses en dehors des autres",
  home: "Page d’accueil : {path}",
  noHome: "Pas encore de page d’accueil : le sélecteur omet cette langue là où une traduction manque.",
  change: "Modifier",
  changeOf: "Modifier {name}",
  up: "Monter",
  down: "Descendre",
  remove: "Retirer",
  removeAsked: "Retirer {name} ?",
  removeHelp: "Ses pages gardent leur langue et leurs adresses. Ses textes ci-dessus sont retirés.",
  removeYes: "Retirer la langue",
  ownStays: "Pour la retirer, choisissez d’abord une autre langue dans les réglages.",
  ofLanguage: "{what} : {name}",
  addTitle: "Ajouter une langue",
  add: "Ajouter la langue",
  tag: "Langue",
  tagHelp: "Une étiquette de langue. Exemples : fr, pt-BR ou zh-Hant-TW.",
  name: "Nom",
  nameHelp: "Dans la langue elle-même, par exemple Deutsch. Si vous laissez ce champ vide, le nom habituel est repris.",
  prefix: "Les adresses commencent par",
  prefixHelp: "Exemple : /fr. Si vous laissez ce champ vide, l’étiquette de langue est reprise.",
  prefixStays:
    "Une seule langue peut ne pas en avoir. Les pages restent à leurs adresses jusqu’à ce que vous les déplaciez.",
  texts: "Textes du site dans cette langue",
  textsHelp: "Un texte vide ici est celui des réglages.",
  menus: "Menus dans cette langue",
  done: {
    added: "La langue est dans le brouillon. Les visiteurs la verront après la publication.",
    saved: "Modifié dans le brouillon.",
    moved: "Langue déplacée.",
    removed: "La langue est retirée du brouillon.",
  },
};

import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const THEME: Unfinished<Words["theme"]> = {
  title: "Thème",
  choose: "Choisir un thème",
  present: "Le thème actuel",
  look: "Aperçu",
  lookTitle: "Le site avec le thème « {title} »",
  lookHelp:
    "Rien n’a encore changé. Si vous suivez un lien ici, vous verrez de nouveau le brouillon avec son thème actuel.",
  back: "Revenir au thème actuel",
  use: "Utiliser ce thème",
  values: "Couleurs, polices et tailles",
  valuesFrom: {
    earlier: "Comme la dernière fois que ce site avait ce thème",
    present: "Mes valeurs actuelles, là où ce thème les a aussi",
    own: "Comme le thème est fourni",
  },
  valuesHelp: "Le thème actuel conserve les siennes, et les retrouve quand vous le choisissez de nouveau.",
  notTaken: {
    one: "{n} de vos valeurs actuelles n’a pas de place dans ce thème.",
    many: "{n} de vos valeurs actuelles n’ont pas de place dans ce thème.",
    other: "{n} de vos valeurs actuelles n’ont pas de place dans ce thème.",
  },

  scheme: "Clair et sombre",
  schemes: {
    auto: "Selon la préférence de l’appareil de chaque visiteur",
    light: "Toujours clair",
    dark: "Toujours sombre",
  },
  tokens: "Couleurs, polices et tailles",
  groups: { base: "Polices et tailles", light: "Couleurs en clair", dark: "Couleurs en sombre" },
  away: "L’extension de ce thème n’est pas active, vous ne pouvez donc pas modifier ses couleurs et ses polices.",
  own: "Modifié",
  ownChoice: "{choice} (du thème)",
  pixels: { one: "{n} pixel", many: "{n} de pixels", other: "{n} pixels" },
  weights: {
    400: "Normal",
    500: "Moyen",
    600: "Demi-gras",
    700: "Gras",
    800: "Extra-gras",
    900: "Très gras",
  },
  reset: "Rétablir la valeur du thème",
  preview: "Apparence",
  previewHelp:
    "Vous voyez ici une couleur pendant que vous la choisissez. Les visiteurs la verront une fois enregistrée et publiée.",

  contrast: "Tout le monde peut-il lire ?",
  contrastHelp:
    "Le nombre indique à quel point le texte se détache de son fond. Un texte demande 4,5, un grand texte ou un bouton demande 3.",
  pair: "{text} sur {ground}",
  grades: {
    enough: "convient à tous les textes",
    large: "seulement pour les grands textes",
    little: "trop faible : beaucoup de personnes ne peuvent pas lire",
  },
  low: {
    one: "{n} paire de couleurs est difficile à lire.",
    many: "{n} de paires de couleurs sont difficiles à lire.",
    other: "{n} paires de couleurs sont difficiles à lire.",
  },
  done: {
    saved: "Enregistré dans le brouillon. Les visiteurs le verront après la publication.",
    chosen: "Le brouillon a maintenant ce thème.",
    reset: "Le brouillon utilise de nouveau la valeur du thème.",
  },
};

import type { Words } from "../../en/index.ts";

export const MENU: Words["menu"] = {
  title: "Menu",
  menus: { header: "Menu du haut", footer: "Menu du bas" },
  empty: "Ce menu est encore vide.",
  label: "Nom dans le menu",
  target: "Mène à",
  targetHelp: "Choisissez une page, ou saisissez une adresse comme /services ou https://example.org.",
  addTo: "Ajouter au menu du haut",
  addToFooter: "Ajouter au menu du bas",
  add: "Ajouter",
  change: "Modifier",
  changeOf: "Modifier « {label} »",
  up: "Monter",
  down: "Descendre",
  in: "Placer sous l’entrée précédente",
  out: "Remonter d’un niveau",
  remove: "Retirer",
  ofItem: "{what} : {label}",
  brokenSome: {
    one: "1 entrée ne mène nulle part.",
    many: "{n} d’entrées ne mènent nulle part.",
    other: "{n} entrées ne mènent nulle part.",
  },
  place: "« {label} » est maintenant en position {n} sur {most}.",
  placeBelow: "« {label} » est maintenant en position {n} sur {most} sous « {parent} ».",
  done: {
    added: "L’entrée est dans le menu du brouillon. Les visiteurs la verront après la publication.",
    changed: "Entrée modifiée.",
    removed: "Retirée du menu.",
  },
};

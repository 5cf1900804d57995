import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const BACKUPS: Unfinished<Words["backups"]> = {
  title: "Sauvegardes",
  intro: "Une sauvegarde conserve tout : pages, réglages, extensions et fichiers, de tous les sites qui vont ensemble.",
  list: "Sauvegardes conservées",
  none: "Il n’y a pas encore de sauvegarde.",
  platform:
    "L’exploitant peut aussi tout ramener à un moment antérieur sans sauvegarde. Adressez-vous à lui si vous en avez besoin.",
  noPlatform: "Seule une sauvegarde peut rétablir un état antérieur. La plateforme n’en conserve aucun elle-même.",
  facts: "{size}, par {name}",
  files: { one: "{n} fichier, {size}", many: "{n} de fichiers, {size}", other: "{n} fichiers, {size}" },
  missing: {
    one: "{n} fichier manquait déjà",
    many: "{n} de fichiers manquaient déjà",
    other: "{n} fichiers manquaient déjà",
  },
  withSubmissions: "avec les envois de formulaires",
  makeTitle: "Sauvegarder maintenant",
  make: "Créer une sauvegarde",
  submissions: "Inclure ce que les visiteurs ont envoyé par formulaire",
  submissionsHelp: "Cela peut contenir des données personnelles de visiteurs.",
  verify: "Vérifier",
  verifyOf: "Vérifier la sauvegarde {id}",
  remove: "Supprimer",
  removeQuestion: "Supprimer cette sauvegarde ? Personne ne pourra la récupérer.",
  removeSure: "Supprimer définitivement",
  exportTitle: "Télécharger une copie de tout",
  exportHelp:
    "Un seul fichier avec tout sauf les médias, à conserver ailleurs. Vous pouvez le télécharger pendant un jour.",
  export: "Créer un export",
  download: "Télécharger l’export",
  restoring: "Seul l’exploitant peut restaurer une sauvegarde. La restauration remplace tout ce qui se trouve ici.",
  done: {
    kept: "La sauvegarde est créée.",
    sound: "La sauvegarde est complète. Toutes ses parties sont lisibles.",
    broken: "La sauvegarde est endommagée. Ne comptez pas dessus : créez-en une autre.",
    removed: "Sauvegarde supprimée.",
    exported: "L’export est prêt.",
  },
};

import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Unfinished<Words["script"]> = {
  lost: "La connexion a été perdue.",
  unsaved: "Ce que vous avez écrit ailleurs sur cette page n’est pas enregistré et serait perdu. Continuer sans cela ?",
  again: "Réessayer",
  waiting: "en attente",
  stored: "Enregistré",
  known: "Déjà ici, avec son premier nom et sa première description",
  sending: "Envoi de {name}",
  done: {
    one: "{n} fichier est enregistré.",
    many: "{n} de fichiers sont enregistrés.",
    other: "{n} fichiers sont enregistrés.",
  },
  failed: {
    one: "{n} fichier n’a pas été accepté.",
    many: "{n} de fichiers n’ont pas été acceptés.",
    other: "{n} fichiers n’ont pas été acceptés.",
  },
  found: "Trouvé : {found}. Accepté : {allowed}.",
  most: "{most} au maximum.",
  needs: "Il faut la permission {permission}.",
  palette: {
    button: "Aller à…",
    open: "Rechercher dans toutes les pages…",
    title: "Aller à ou faire",
    search: "Trouver des pages, des listes et des actions",
    searching: "Recherche…",
    none: "Rien n’a « {text} » dans son nom ou son adresse.",
    found: { one: "{n} résultat", many: "{n} résultats", other: "{n} résultats" },
    more: "Afficher plus",
    kinds: { page: "Page", list: "Liste", place: "Éditeur", act: "Action" },
  },
  refused: REFUSED,
  broken: "Un problème est survenu de notre côté.",
};

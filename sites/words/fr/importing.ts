import type { Unfinished } from "../shape/translated.ts";
import type { ImportingWords } from "../en/importing.ts";

export const IMPORTING: Unfinished<ImportingWords> = {
  file: "Choisissez un fichier CSV",
  fileHelp:
    "Un tableur en produit avec « Enregistrer sous » ou « Télécharger en CSV ». {rows} lignes au maximum sont lues.",
  paste: "ou collez des lignes, la première avec les noms des colonnes",
  read: "Lire ces lignes",
  reading: "Lecture du fichier et des entrées…",
  tooLarge: "Le fichier fait {size}. La lecture est limitée à {most}.",
  empty: "Il n’y a pas de ligne sous les noms des colonnes.",
  openQuote: "À partir de la ligne {line}, rien n’a pu être lu : un guillemet n’y est jamais fermé.",
  beyond: {
    one: "{n} ligne dépasse les {most} premières et n’est pas lue. Importez-la avec un autre fichier.",
    many: "{n} de lignes dépassent les {most} premières et ne sont pas lues. Importez-les avec un autre fichier.",
    other: "{n} lignes dépassent les {most} premières et ne sont pas lues. Importez-les avec un autre fichier.",
  },
  encoded: "Le fichier est lu en {encoding}.",
  separators: { ",": "virgules", ";": "points-virgules", "\t": "tabulations" },
  separated: "Ses cellules sont séparées par des {separator}.",
  zoned: "Les heures sans fuseau sont lues dans le fuseau de ce site : {zone}.",

  columns: "Contenu des colonnes",
  columnsHelp: "Une colonne non utilisée ne change rien.",
  notUsed: "Non utilisée",
  repeated: "Le nom « {name} » y figure deux fois. La seconde colonne n’est pas utilisée.",
  members: {
    id: "Identifiant",
    title: "Titre",
    path: "Adresse",
    description: "Description",
    date: "Date",
    held: "Retenue",
  },
  holdNew: "Retenir les nouvelles entrées lors des publications",

  missingPages: "Pages nommées dans des lignes et absentes du site",
  createPages: { one: "Créer cette page", many: "Créer ces {n} de pages", other: "Créer ces {n} pages" },

  preview: "Ce qui se passerait",
  counts: {
    new: { one: "{n} nouvelle entrée", many: "{n} de nouvelles entrées", other: "{n} nouvelles entrées" },
    changed: { one: "{n} entrée change", many: "{n} d’entrées changent", other: "{n} entrées changent" },
    same: { one: "{n} reste identique", many: "{n} restent identiques", other: "{n} restent identiques" },
    faulty: {
      one: "{n} ligne a une erreur",
      many: "{n} de lignes ont des erreurs",
      other: "{n} lignes ont des erreurs",
    },
  },
  states: { new: "Nouvelle", changed: "Modifiée", same: "Identique", faulty: "Erreur" },
  line: "Ligne {n}",
  change: "{title} : {before} → {after}",
  nothing: "rien",
  more: { one: "{n} ligne de plus", many: "{n} de lignes de plus", other: "{n} lignes de plus" },
  apply: { one: "Importer {n} ligne", many: "Importer {n} de lignes", other: "Importer {n} lignes" },
  skips: "Les lignes avec des erreurs sont laissées de côté.",
  nothingToDo: "Il n’y a rien à importer.",

  faults: {
    number: "« {found} » n’est pas un nombre.",
    ambiguousNumber:
      "« {found} » peut désigner des milliers ou des décimales. Écrivez 1234, ou 1.234 avec un point pour les décimales.",
    boolean: "« {found} » n’est ni oui ni non.",
    date: "« {found} » n’est pas un jour. Écrivez-le ainsi : 2027-05-31.",
    ambiguousDate: "« {found} » peut désigner deux jours différents. Écrivez-le ainsi : 2027-05-31.",
    moment: "« {found} » n’est pas un moment. Écrivez-le avec son fuseau, ainsi : 2027-05-31T19:00:00Z.",
    skippedMoment: "« {found} » n’existe pas, car les horloges avancent ici à ce moment. Écrivez une autre heure.",
    choice: "« {found} » ne fait pas partie des choix.",
    unknownPage: "Aucune page ne s’appelle « {found} ».",
    severalPages: "Plusieurs pages s’appellent « {found} ». Écrivez l’adresse de l’une d’elles.",
    data: "« {found} » n’est pas du JSON lisible.",
    control: "Il y a un caractère qui ne peut pas être enregistré.",
    missing: "Ce champ ne doit pas être vide.",
    moved: "Une adresse se change dans l’éditeur, car les anciens liens ont besoin d’une redirection.",
    twice: "Une ligne précédente concerne la même entrée, {found}.",
    tooManyCells: "La ligne a {found} cellules, plus qu’il n’y a de colonnes.",
    refused: "{found}",
  },

  working: "{done} lignes sur {all} sont faites.",
  receipt: "Terminé",
  broughtIn: {
    one: "{n} ligne est importée.",
    many: "{n} de lignes sont importées.",
    other: "{n} lignes sont importées.",
  },
  leftOut: {
    one: "{n} ligne n’a pas été acceptée :",
    many: "{n} de lignes n’ont pas été acceptées :",
    other: "{n} lignes n’ont pas été acceptées :",
  },
  stopped: "Le reste n’a pas été importé.",
  undo: "Annuler cet import",
  undone: "Tout est comme avant.",
  again: "Importer un autre fichier",
  list: "Toutes les entrées",
};

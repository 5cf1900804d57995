import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REDIRECTS: Unfinished<Words["redirects"]> = {
  title: "Redirections",
  intro:
    "Une redirection conduit les visiteurs d’une ancienne adresse à une nouvelle. Ce qui suit ? dans l’adresse est conservé.",
  list: "Toutes les redirections",
  from: "De",
  fromHelp:
    "Exemple : /ancienne-page. Ajoutez /* à la fin pour inclure toutes les adresses situées dessous. Écrivez :name pour une partie quelconque, et ?p=12 pour un paramètre.",
  to: "Vers",
  toHelp:
    "Une page de ce site ou une autre adresse. Ajoutez /* à la fin pour garder le reste de l’adresse. Ou nommez ses parties, comme dans /posts/:name.",
  kind: "Durée",
  kinds: {
    301: "Permanente",
    302: "Temporaire",
    307: "Temporaire, également pour les formulaires",
    308: "Permanente, également pour les formulaires",
    410: "La page n’existe plus, sans nouvelle adresse",
  },
  gone: "disparue",
  addTitle: "Ajouter une redirection",
  add: "Ajouter",
  remove: "Retirer",
  removeOf: "Retirer la redirection depuis {from}",
  searchFor: "Adresse",
  none: "Il n’y a pas encore de redirection. Une redirection mène d’une ancienne adresse à une nouvelle.",
  noneFound: "Aucune redirection n’a « {text} » dans ses adresses.",
  older: "Redirections suivantes",
  newest: "Premières redirections",

  missed: {
    title: "Demandées en vain",
    help: "À ces adresses, les visiteurs n’ont trouvé aucune page. Une redirection les conduit plus loin. Les adresses qui pourraient nommer une personne ne sont pas comptées.",
    times: "Visites : {n}. La dernière :",
    redirect: "Rediriger…",
    redirectOf: "Rediriger {path}",
    gone: "Supprimée pour toujours",
    goneOf: "{path} est supprimée pour toujours",
    more: "Autres adresses : {n}",
  },

  testTitle: "Tester une adresse",
  test: "Tester",
  address: "Adresse",
  steps: "Ce qui se passe à {path}",
  leadsTo: "mène à",
  isPage: "est la page « {title} »",
  isFile: "est une ancienne adresse du fichier « {name} »",
  isNothing: "n’existe pas : les visiteurs voient la page « introuvable »",
  isGone: "est marquée comme disparue",
  isElsewhere: "se trouve hors de ce site",
  tooLong: "passe par trop de redirections, les navigateurs abandonnent",

  importTitle: "En ajouter plusieurs à la fois",
  rows: "Lignes d’un tableur ou d’un fichier CSV",
  rowsHelp:
    "Écrivez une redirection par ligne : l’ancienne adresse, la nouvelle et, si vous voulez, 301, 302, 307, 308 ou 410. Séparez-les par une virgule, un point-virgule, une tabulation ou des espaces.",
  file: "ou choisissez un fichier",
  preview: "Aperçu des changements",
  line: "Ligne {n}",
  states: { added: "Nouvelle", replaced: "Remplace une redirection", same: "Déjà présente", refused: "Non acceptée" },
  counts: {
    one: "{n} redirection changerait.",
    many: "{n} de redirections changeraient.",
    other: "{n} redirections changeraient.",
  },
  nothingNew: "Rien ne changerait.",
  refused: {
    one: "{n} ligne n’est pas acceptée.",
    many: "{n} de lignes ne sont pas acceptées.",
    other: "{n} lignes ne sont pas acceptées.",
  },
  linesMore: { one: "{n} ligne de plus", many: "{n} de lignes de plus", other: "{n} lignes de plus" },
  import: "Ajouter les redirections",
  faults: {
    pattern:
      "C’est un motif qu’aucune redirection ne peut exprimer. Écrivez :name pour une partie de l’adresse, ou terminez-la par /* pour tout ce qui se trouve dessous.",
    inside: "Cette ligne réécrit des adresses dans le serveur et ne mène personne ailleurs.",
    switchedOff: "Cette redirection est désactivée dans le fichier.",
    otherSite: "L’ancienne adresse est sur un autre site. Il faut une adresse de ce site, comme /ancienne-page.",
  },
  anchorLeftOut: "Ce qui suit # est retiré, car les navigateurs ne l’envoient jamais.",
  twice: "Une ligne précédente a la même adresse.",
  incomplete: "Cette ligne a besoin d’une ancienne et d’une nouvelle adresse.",
  endless: "Cette redirection tournerait en rond.",
  tooMany: "Un site a au maximum {most} redirections.",
  allowed: "Attendu : {allowed}.",
  done: {
    added: "Ajoutée au brouillon. Elle fonctionnera après la publication du brouillon.",
    removed: "Retirée du brouillon.",
    imported: "Ajoutées au brouillon. Elles fonctionneront après la publication du brouillon.",
  },
};

import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

const INDEX: Unfinished<Words["shelves"]["index"]> = {
  unreachable: "Elle n’a pas répondu.",
  too_slow: "Elle a mis trop de temps à répondre.",
  too_large: "Elle est plus grande qu’une liste ne peut l’être.",
  insecure: "Elle se trouve sur cette machine, où une liste ne s’essaie qu’après un démarrage prévu pour cela.",
  redirected: "Elle conduit à une adresse que l’exploitant n’a pas autorisée.",
  malformed: "Sa réponse n’est pas une liste d’extensions.",
  wrong_key: "Elle est signée avec une clé qui ne peut pas signer cette liste.",
  wrong_signature: "Sa signature est fausse. Un inconnu l’a peut-être modifiée.",
  wrong_name: "Elle a envoyé une autre liste que celle que l’exploitant a choisie.",
  expired: "Elle a expiré. Personne ne l’a renouvelée, ou un inconnu nous empêche de recevoir la nouvelle.",
  holds_too_long: "Elle se dit valable plus longtemps qu’une liste ne peut l’être.",
  rolled_back: "Elle a envoyé une liste plus ancienne que la dernière fois.",
  changed: "Elle a envoyé deux listes différentes sous un même numéro.",
  shrunk: "Elle a omis quelque chose qu’elle répertoriait avant.",
  rewritten: "Elle répertorie une version avec un autre contenu qu’avant.",
  foreign_name: "Elle répertorie une extension que cette liste ne peut pas proposer.",
};

const REFUSED: Unfinished<Words["shelves"]["refused"]> = {
  withdrawn: "Son auteur a retiré cette version.",
  other_than_listed: "Ce n’est pas le paquet que nomme la liste. Un inconnu l’a peut-être modifié.",
  other_index: "Vous tenez cette extension d’une autre liste. Seule une mise à jour de celle-ci est acceptée.",
  other_publisher: "Un autre éditeur l’a signée. Vous tenez l’extension d’un éditeur différent.",
  too_young:
    "Cette version est trop récente. Ce site attend quelques jours avant de prendre les nouvelles versions des listes : voir les mises à jour sur la page des extensions.",
  too_few_signatures:
    "Trop peu de clés de confiance l’ont signée. La page des extensions indique combien ce site en demande.",
  first_party_id: "Cette installation contient déjà une extension de ce nom.",
  too_many_plugins: "Ce site a déjà le nombre maximal d’extensions.",
  no_room: "Il n’y a plus d’espace de stockage pour elle.",
  files_not_allowed: "Elle contient des fichiers qu’une extension ne peut pas contenir.",
  older_than_highest:
    "Une version plus récente a été installée ici auparavant. Seul un propriétaire peut revenir en arrière, avec la ligne de commande.",
  other_bytes_of_a_version: "Un autre paquet de cette version a été installé ici auparavant.",
  too_large: "Il est plus grand qu’un paquet ne peut l’être.",
  malformed:
    "Ce fichier n’est pas un paquet d’extension. Choisissez le fichier que l’auteur de l’extension vous a donné.",
  no_keys:
    "Cette installation ne fait encore confiance à aucun éditeur. C’est l’exploitant qui décide à qui faire confiance.",
  unknown_key:
    "Aucun éditeur auquel cette installation fait confiance ne l’a signée. C’est l’exploitant qui décide à qui faire confiance.",
  not_yet_valid: "La signature de son auteur n’est pas encore valable.",
  expired: "La signature de son auteur n’est plus valable.",
  revoked: "L’exploitant ne fait plus confiance à son auteur.",
  wrong_algorithm: "Sa signature est d’un autre type que celle de son auteur.",
  wrong_signature: "Sa signature est fausse. Un inconnu l’a peut-être modifiée.",
  manifest_refused:
    "La description que l’extension donne d’elle-même contient une erreur. Demandez à son auteur une version corrigée.",
  publisher_not_allowed: "Son éditeur ne peut pas publier d’extension de ce nom.",
  files_refused: "Ses fichiers ne sont pas ceux qu’elle répertorie.",
  wrong_digest: "Ses fichiers ne sont pas ceux que son auteur a signés.",
};

export const SHELVES: Unfinished<Words["shelves"]> = {
  title: "Trouver des extensions",
  open: "Trouver des extensions et des mises à jour",
  intro:
    "L’exploitant a choisi ces listes d’extensions. Une liste indique seulement où obtenir une extension. C’est vous qui décidez quoi installer.",
  searchFor: "Mots d’un nom ou d’une description",
  found: { one: "{n} extension", many: "{n} d’extensions", other: "{n} extensions" },
  more: {
    one: "{n} de plus : précisez votre recherche.",
    many: "{n} de plus : précisez votre recherche.",
    other: "{n} de plus : précisez votre recherche.",
  },
  none: "Aucune liste n’a d’extension avec ces mots.",
  noLists: "L’exploitant n’a pas encore choisi de liste. Vous pouvez installer une extension depuis un fichier.",
  nothingListed: "Les listes sont vides.",
  read: "En savoir plus : {name}",
  from: "de {index}",
  known: "éditeur de confiance",
  unknown: "éditeur inconnu",
  unknownHelp:
    "Cette installation ne fait pas confiance à son éditeur, vous ne pouvez donc pas l’ajouter. C’est l’exploitant qui décide à qui faire confiance.",
  here: "La version {version} est installée",
  newest: "la plus récente : {version}",
  allWithdrawn: "son auteur a retiré toutes les versions",

  outdated: "Versions plus récentes",
  upToDate: "Toutes les extensions sont à jour.",
  step: "{installed} est installée, {newest} est disponible",
  waits: "Lire ce que demande la version {version}",
  update: "Lire la mise à jour : {name}",
  rivals: "Autres extensions du même nom",
  rival:
    "{index} répertorie une extension de ce nom d’un autre éditeur. C’est une extension différente, qui ne remplace pas la vôtre.",

  lists: "Les listes",
  holds: "valable jusqu’au",
  readAt: "lue le",
  neverRead: "Cette liste n’a pas encore été lue.",
  refusedNow:
    "La version la plus récente de cette liste n’a pas été acceptée. Nous utilisons la précédente jusqu’à son expiration.",
  index: INDEX,
  refused: REFUSED,
  packageRefused: "Le paquet n’a pas été accepté.",
  indexRefused: "La liste n’a pas été acceptée.",

  back: "Trouver des extensions",
  versions: "Versions",
  versionShown: "cette page montre {version}",
  size: "Taille",
  license: "Licence",
  origin: "Fabriquée à partir de",
  noOrigin: "Son éditeur ne le dit pas.",
  originRefused:
    "Il y a une déclaration, mais elle est fausse, ou aucune clé de confiance de cette installation ne l’a signée.",
  statedBy: "Déclaré par",
  noLicense: "Son auteur n’indique pas de licence.",
  publisher: "Éditeur",
  list: "Liste",
  asks: "Ce qu’elle demande",
  effects: "Ce qu’elle fait sur le site",
  agreeLater:
    "Ajouter l’extension n’autorise encore rien. Elle reste désactivée jusqu’à ce que vous autorisiez ceci et l’activiez.",
  updateLater:
    "Si la mise à jour ne demande rien que vous n’ayez autorisé, elle peut démarrer aussitôt. Sinon, elle attend votre autorisation.",
  addTitle: "L’ajouter",
  updateTitle: "Mise à jour",
  add: "Ajouter la version {version}",
  take: "Passer à la version {version}",
  sameHere: "Cette version est installée.",
  olderThanHere:
    "Une version plus récente est installée. Seul un propriétaire peut revenir en arrière, avec la ligne de commande.",
  goTo: "Aller à l’extension",
};

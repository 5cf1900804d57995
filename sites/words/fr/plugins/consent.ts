import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

const PAGE_TERMS = {
  "": "rien",
  title: "le titre",
  description: "la description",
  path: "l’adresse",
  collection: "la collection",
  date: "la date",
  author: "l’auteur",
};
const PICTURE_TERMS = {
  "": "rien",
  alt: "la description",
  focal: "le point focal",
  name: "le nom",
  size: "le type et la taille",
  bytes: "l’image elle-même",
};

/** Sentences of an owner's consent to a plugin, by the API's names. */
export const CONSENT: Unfinished<Words["consent"]> = {
  sentences: {
    exchange: "Échanger des données avec {hosts} ({methods})",
    exchangeChosen: "Échanger des données avec les adresses de son réglage « {setting} » ({methods})",
    exchangeBoth: "Échanger des données avec {hosts} et avec les adresses de son réglage « {setting} » ({methods})",
    headers: "Leur envoyer d’autres en-têtes : {headers}",
    heldSecret: "Faire envoyer le secret de son réglage « {setting} » à {host} seul, sans que son code le reçoive",
    formsAll: "Recevoir ce que les visiteurs écrivent à leur sujet, dans tous les formulaires",
    formsSome: "Recevoir ce que les visiteurs écrivent à leur sujet, dans : {forms}",
    lettersToMembers: "Envoyer des messages aux membres qui en veulent",
    lettersToSubmitters: "Envoyer des messages aux visiteurs qui ont écrit leur adresse dans un formulaire",
    lettersToSubscribers:
      "Envoyer des messages aux visiteurs qui se sont abonnés avec son propre formulaire et ont confirmé leur adresse",
    lettersToAddresses: "Envoyer des messages aux adresses de son réglage « {setting} »",
    readerGroups:
      "Donner à des adresses un compte de lecteur, les mettre dans ces groupes ou les en retirer : {groups}",
    scripts:
      "Exécuter ses propres scripts dans le navigateur des visiteurs, dans des cadres qui n’atteignent ni la page ni internet",
    scriptsOnline:
      "Exécuter ses propres scripts dans le navigateur des visiteurs, dans des cadres qui n’atteignent pas la page mais échangent des données avec {hosts}",
    scriptsAsk: "Laisser ces cadres interroger {hosts} par le site, sans rien dire du visiteur",
    logs: "Conserver ses messages d’erreur et ses sorties pour que vous les lisiez ; ils peuvent contenir des mots de visiteurs",
    draft: "Lire et modifier le brouillon : {documents}",
    published: "Lire ce qui est publié : {documents}",
    media: "Parcourir les images et les fichiers",
    actions: "Recevoir des {places} du brouillon quand un membre y choisit l’une de ses actions",
    actionsWithBytes:
      "Recevoir des {places} du brouillon, et les images elles-mêmes, quand un membre y choisit l’une de ses actions",
    action:
      "Propose « {title} » aux membres dans l’éditeur ; rien ne change tant qu’un membre n’applique pas la proposition.",
    actionAnySection: "Elle reçoit de n’importe quelle section {reads}, et peut proposer {proposes}.",
    actionSection: "Elle reçoit des sections de type {types} {reads}, et peut proposer {proposes}.",
    actionPage: "Elle reçoit d’une page {members}, et peut proposer {suggested}.",
    actionPageAnySection: "Elle reçoit de chaque section de cette page {reads}, et peut proposer {proposes}.",
    actionPageSection: "Elle reçoit de ses sections de type {types} {reads}, et peut proposer {proposes}.",
    actionPicture: "Elle reçoit d’une image {facts}, et peut proposer {suggestions}.",
    storageOfOne: "Conserver jusqu’à {bytes} de données propres, en un élément",
    storage: "Conserver jusqu’à {bytes} de données propres, en {entries} éléments au maximum",

    toolForMembers: "Donne aux agents des membres l’outil {tool}, « {title} » ; il ne change rien.",
    toolForMembersWriting: "Donne aux agents des membres l’outil {tool}, « {title} » ; il peut changer quelque chose.",
    toolForAll: "Donne à tout agent l’outil {tool}, « {title} » ; il ne change rien.",
    toolForAllWriting: "Donne à tout agent l’outil {tool}, « {title} » ; il peut changer quelque chose.",
    textForMembers: "Donne aux agents des membres un texte à lire, « {title} », à l’adresse {address}.",
    textForAll: "Donne à tout agent un texte à lire, « {title} », à l’adresse {address}.",
    promptForMembers: "Donne aux agents des membres le prompt {prompt}, « {title} ».",
    promptForAll: "Donne à tout agent le prompt {prompt}, « {title} ».",
    alone: "Les agents voient son nom sans celui de l’extension devant.",
    mayChange: "Elle peut modifier des brouillons.",
    contentType:
      "Ajoute le type de contenu « {title} ». Les membres peuvent en créer des pages, avec des valeurs propres.",
    section: "Ajoute la section « {title} » pour les pages.",
    sectionByCode: "Ajoute la section « {title} » pour les pages. Le code de l’extension la remplit.",
    embeds: "Affiche du contenu de {hosts} dans la section « {title} ». Le navigateur des visiteurs s’y connecte.",
    addition: "Ajoute à {point} d’une autre extension : {data}.",
    additionEmpty: "N’ajoute rien à {point} d’une autre extension.",
    listOfOne: "Permet à d’autres extensions d’ajouter un élément à sa liste « {title} ».",
    list: "Permet à d’autres extensions d’ajouter jusqu’à {most} éléments à sa liste « {title} ».",
    letter: "Rédige le message « {title} ».",
    letterOnForm: "Envoie le message « {title} » à chaque formulaire qu’un visiteur envoie.",
    letterOnPublish: "Envoie le message « {title} » après chaque publication.",
    letterDaily: "Envoie le message « {title} » chaque jour où il y a quelque chose à dire.",
    letterWeekly: "Envoie le message « {title} » chaque semaine où il y a quelque chose à dire.",
    file: "Sert {path}.",
    fileOfLists: "Sert {path} pour chaque liste qui a des pages suivantes.",
    fileOfPages: "Sert {path} pour chaque page de type {type}.",
    fileForSearch: "Sert {path}, qui dit aux moteurs de recherche ce qu’ils peuvent répertorier.",
    fileSitemap: "Sert {path}, qui dit aux moteurs de recherche ce qui se trouve sur le site.",
    fileForModels: "Sert {path}, qui dit aux modèles de langage ce qui se trouve sur le site.",
    fileWellKnown: "Sert {path}. D’autres services s’y fient comme à une déclaration officielle du site.",
    headRobots: "Dit aux moteurs de recherche, pour chaque page, s’ils peuvent la répertorier.",
    headProof: "Prouve à un autre service à qui appartient le site, avec {name} dans chaque page.",
    headIcon: "Donne à chaque page une icône que les navigateurs affichent dans les onglets.",
    head: "Ajoute à l’en-tête de chaque page des données que lisent les moteurs de recherche et les réseaux sociaux ({name}).",
    routeForAll: "Répond à {methods} {path} pour tout le monde sur internet.",
    routeForMembers: "Répond à {methods} {path} pour chaque membre.",
    formRoute:
      "Apprend les réponses entières de {forms}, avant leur enregistrement ou quand un visiteur utilise un lien, et peut les refuser.",
    routeLeaves: "Elle peut envoyer un visiteur vers {hosts}.",
    webhook: "Reçoit sur {path} ce qu’un service envoie, signé avec le secret de son réglage « {setting} ».",
    pageForMembers: "Ajoute à l’éditeur la page « {title} », qui montre à chaque membre ce qu’elle conserve.",
    pageForSome:
      "Ajoute à l’éditeur la page « {title} », qui montre aux membres ayant {permission} ce qu’elle conserve.",
    routeForSome: "Répond à {methods} {path} pour les membres ayant {permission}.",
    form: "Ajoute le formulaire « {title} », avec lequel les visiteurs envoient des données.",
    keptForm:
      "Ajoute le formulaire « {title} ». Seule l’extension garde ce que les visiteurs envoient avec lui ; la liste des envois du site n’en contient rien.",
    ownForm:
      "Affiche son propre formulaire dans la section « {title} ». Ce que les visiteurs y écrivent va à l’extension, pas aux formulaires du site.",
    frame:
      "Affiche « {title} » dans les pages et exécute son script dans le navigateur des visiteurs, dans un cadre qui n’atteint pas la page.",
    upload: "Permet aux membres d’importer « {title} » : {types}, jusqu’à {bytes}.",
    directive: "Ajoute « {title} » aux textes mis en forme, où les membres le choisissent.",
    theme:
      "Ajoute le thème « {title} », qui met en forme toute la page, avec les sections et les formulaires de toutes les extensions.",

    "hook.beforePublish": "Est consultée avant chaque publication et peut l’arrêter.",
    "hook.afterPublish": "Est informée de chaque publication.",
    "hook.formSubmitted": "Est informée de chaque formulaire qu’un visiteur envoie.",
    "hook.mediaUploaded": "Est informée de chaque fichier qu’un membre importe, si elle peut lire les médias.",
    "hook.scheduled": "S’exécute d’elle-même toutes les {everyMinutes} minutes.",
  },
  terms: {
    documents: {
      page: "les pages",
      navigation: "les menus",
      redirects: "les redirections",
      theme: "le thème",
      settings: "les réglages",
      types: "les types de contenu du propriétaire",
    },
    places: { section: "sections", page: "pages", picture: "images" },
    reads: { "*": "tous les champs", "": "rien" },
    proposes: { "*": "tous les champs", "": "rien" },
    members: PAGE_TERMS,
    suggested: PAGE_TERMS,
    facts: PICTURE_TERMS,
    suggestions: PICTURE_TERMS,
  },
};

import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

const SCOPES: Unfinished<Words["agents"]["scopes"]> = {
  "site:read": "lire le site et son brouillon",
  "content:write": "modifier le brouillon",
  "content:publish": "publier",
  "plugins:use": "utiliser ce qu’offrent les extensions",
};

export const AGENTS: Unfinished<Words["agents"]> = {
  none: "Aucun agent n’agit ici pour un membre.",
  scopes: SCOPES,
  may: "Peut {scopes}",
  allowed: "Autorisé",
  used: "dernière utilisation :",
  unused: "jamais utilisé",
  ends: "se termine :",
  end: "Mettre fin",
  endOf: "Mettre fin à l’autorisation de {name}",
  unnamed: "Un agent sans nom",
};

export const PEOPLE: Unfinished<Words["people"]> = {
  title: "Personnes",
  intro: "Qui peut travailler sur ce site, et ce que chacun peut y faire.",
  list: "Membres",
  roles: byRole(ROLES, "title"),
  may: byRole(ROLES, "may"),
  since: "depuis le",
  you: "Vous",
  unnamed: "Membre sans nom",
  older: "Membres suivants",
  newest: "Premiers membres",
  agents: "Agents des membres",
  agentsIntro:
    "Les agents sont des programmes qui agissent pour des membres. Un agent ne peut jamais faire plus que son membre.",
  olderAgents: "Plus anciens",
  newestAgents: "Les plus récents",
  for: "pour {name}",
  back: "Toutes les personnes",

  linkTitle: "Inviter une personne par un lien",
  linkIntro:
    "Envoyez le lien à une seule personne, dans un message qu’elle seule lit. La première personne qui l’ouvre peut rejoindre le site, avec le rôle que vous choisissez ici.",
  linkFor: "Pour qui est-il ?",
  linkForHelp: "Son nom, tel que les autres membres le verront. N’indiquez pas d’adresse e-mail.",
  days: "Durée de validité",
  daysHelp: "Il fonctionne pour une personne, une seule fois.",
  dayCount: { one: "{n} jour", many: "{n} de jours", other: "{n} jours" },
  makeLink: "Créer le lien",
  madeTitle: "Votre lien d’invitation",
  made: "Copiez le lien maintenant : il n’est affiché qu’une fois. Il permet à une personne de rejoindre le site avec le rôle {role}, jusqu’au {until}.",
  madeBefore:
    "Ce lien a été créé auparavant, et un lien n’est affiché qu’une fois. Retirez-le dans la liste, puis créez-en un nouveau.",
  copy: "Copier",
  copied: "Copié.",
  letterTo: "L’envoyer à",
  letterHelp: "Une adresse électronique. Le message contient le lien.",
  letter: "Envoyer le lien par message",
  links: "Liens d’invitation",
  noLinks: "Il n’y a pas de lien d’invitation.",
  linkStates: { open: "Ouvert", used: "Utilisé", expired: "Expiré", revoked: "Retiré" },
  linkUnnamed: "Pour n’importe qui",
  madeBy: "créé par {name}",
  until: "valable jusqu’au",
  joined: "{name} a rejoint le site",
  unlink: "Retirer",
  unlinkOf: "Retirer le lien pour {name}",
  olderLinks: "Liens plus anciens",
  newestLinks: "Liens les plus récents",

  inviteTitle: "Inviter par un code",
  inviteHelp:
    "Pour une personne qui a essayé de se connecter ici et vous a envoyé le code qu’elle a vu. Le code seul ne laisse entrer personne.",
  name: "Nom",
  nameHelp: "Les autres membres le voient. N’indiquez pas d’adresse e-mail.",
  code: "Son code",
  codeHelp: "Exactement tel qu’il lui est affiché.",
  elsewhere: "Cette personne ne se connecte pas avec {name}",
  issuer: "Où elle se connecte",
  issuerHelp: "L’adresse https sur la page qu’elle voit.",
  role: "Rôle",
  invite: "Inviter",

  change: "Ce que ce membre peut faire",
  changeRole: "Changer le rôle",
  onlyOwners: "Seul un propriétaire peut changer le rôle d’un propriétaire.",
  logoutTitle: "Un ordinateur perdu, ou un accès volé",
  logoutHelp:
    "Cela met fin à toutes ses sessions sur ce site, aux autorisations de ses agents ici et à ses liens d’invitation ouverts. La personne reste membre.",
  logout: "Mettre fin à ses sessions",
  languages: "Langues",
  languagesHelp:
    "Les langues cochées limitent la personne à leurs pages, menus et redirections. Sans coche, il n’y a pas de limite.",
  saveLanguages: "Enregistrer les langues",
  removeTitle: "La personne ne travaille plus ici",
  removeHelp: "Ce qu’elle a écrit reste. Ses sessions et ses agents sur ce site prennent fin.",
  remove: "Retirer du site",
  removeQuestion: "Retirer {name} de ce site ? Pour revenir, il lui faudra une nouvelle invitation.",
  removeSure: "Retirer ce membre",
  done: {
    invited: "Invitation faite. La personne peut maintenant se connecter.",
    changed: "Le rôle est changé.",
    ended: "Ses sessions sont terminées.",
    stopped: "Terminé. L’agent ne peut plus rien faire ici.",
    removed: "Membre retiré.",
    lettered: "L’invitation est en route par message.",
    unlinked: "Lien retiré. Personne ne peut plus rejoindre le site avec.",
    limited: "Les langues sont enregistrées.",
  },
};

export const ACCOUNT: Unfinished<Words["account"]> = {
  title: "Votre compte",
  role: "Votre rôle ici est {role} : il {may}.",
  logins: "Où vous êtes connecté",
  loginsIntro:
    "Vos sessions sur tous les sites de cette installation. Mettez fin à celles que vous ne reconnaissez pas.",
  kinds: { browser: "un navigateur", program: "un programme" },
  thisOne: "Celle-ci",
  since: "depuis le",
  used: "dernière utilisation :",
  end: "Mettre fin",
  endOf: "Mettre fin à la session sur {hostname}",
  olderLogins: "Sessions plus anciennes",
  newestLogins: "Sessions les plus récentes",
  agents: "Agents qui agissent pour vous",
  noAgents: "Vous n’avez autorisé aucun agent à agir pour vous.",
  languageTitle: "Langue de l’éditeur",
  language: "Langue",
  asBrowser: "La langue de ce navigateur",
  languageHelp: "Ce navigateur retient votre choix. La langue du site lui-même est dans ses réglages.",
  done: {
    ended: "La session est terminée.",
    stopped: "Terminé. L’agent ne peut plus rien faire ici.",
    language: "L’éditeur utilise maintenant cette langue.",
  },
};

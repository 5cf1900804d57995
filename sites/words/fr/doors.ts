import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import type { DoorWords } from "../en/doors.ts";
import { ROLES } from "./roles.ts";

export const DOORS: Unfinished<DoorWords> = {
  again: "Se reconnecter",
  failed:
    "Réessayez une fois. Si cela échoue encore, prévenez les responsables de ce site. La raison figure dans leur journal.",
  unavailable:
    "Réessayer ne servira peut-être à rien. Prévenez les responsables de ce site. La raison figure dans leur journal.",
  invitation: "Envoyez ce code à la personne qui veut vous inviter. Reconnectez-vous une fois l’invitation faite.",
  issuer: "Où vous vous êtes connecté",
  subject: "Votre code",
  refused: {
    INVALID_REQUEST: "Ce lien ou ce formulaire est incomplet. Revenez en arrière et réessayez.",
    LOGIN_FAILED: "Cette connexion n’a pas pu aboutir.",
    FORBIDDEN: "Votre rôle ne le permet pas.",
    ORIGIN_MISMATCH: "Cette demande ne vient pas de ce site.",
    NOT_INVITED: "Vous n’êtes pas invité sur ce site.",
    NOT_FOUND: "Il n’y a rien ici.",
    METHOD_NOT_ALLOWED: "Cette adresse ne s’utilise pas de cette manière.",
    RATE_LIMITED: "Il y a eu trop de demandes. Patientez un instant, puis réessayez.",
    INTERNAL: "Un problème est survenu de notre côté.",
    LOGIN_UNAVAILABLE: "Personne ne peut se connecter ici pour le moment.",
    UNAVAILABLE: "Pas de réponse pour le moment. Réessayez.",
  },
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "Se connecter à {name} ?",
    sent: "Un autre site vous a envoyé ici. Ne vous connectez que si vous voulez travailler sur {name}.",
    go: "Se connecter",
  },
  program: {
    title: "Laisser la ligne de commande de cet ordinateur agir pour vous ?",
    asks: "Elle veut travailler sur {name}, où votre rôle est {role}. Elle pourra y faire tout ce que vous pouvez faire. Cela prend fin avec votre session dans ce navigateur, ou quand vous lancez {logout}.",
    check:
      "Vérifiez que votre terminal affiche {check}. S’il affiche autre chose, ou si vous n’avez pas saisi {login}, n’autorisez pas.",
    yes: "Autoriser",
    no: "Ne pas autoriser",
  },
  agent: {
    title: "Laisser un agent agir pour vous ?",
    claims: "Un programme qui se nomme {name} le demande. Votre réponse est envoyée à {host}.",
    proven: "{name} de {domain} le demande. Votre réponse est envoyée à {host}.",
    local: "Le programme tourne sur cet ordinateur. Ne l’autorisez que si vous venez de le lancer.",
    unnamed: "(sans nom)",
    site: "Pour quel site ?",
    choice: "{name} ({hostname}), où votre rôle est {role}",
    scope: "Que peut y faire l’agent pour vous ?",
    scopes: {
      "site:read": "lire le site avec son brouillon, son historique et ses médias",
      "content:write":
        "modifier le brouillon : pages, sections, menus, redirections, thème et réglages ; décrire les fichiers médias et supprimer ceux qui ne servent pas",
      "content:publish": "publier, planifier des publications et revenir à des versions publiées antérieures",
      "plugins:use": "utiliser ce que les extensions du site offrent aux agents",
    },
    notAt: "(pas sur {hostnames} : votre rôle n’y suffit pas)",
    limits:
      "L’agent ne peut jamais faire plus que votre rôle ne permet. Cette autorisation prend fin après 30 jours, ou quand vous n’êtes plus membre.",
    yes: "Autoriser",
    no: "Ne pas autoriser",
    unreadable: "La description de ce programme n’a pas pu être lue.",
  },
};

import type { Words } from "../en/index.ts";

export const MAIL: Words["mail"] = {
  title: "Messages",
  intro:
    "Vous recevez un message quand un visiteur envoie un formulaire. Choisissez ici lesquels, et à quelle adresse.",
  noServer:
    "Cette installation n’a pas encore de serveur de messagerie, donc personne ne reçoit de message. La liste montre ce qui aurait été envoyé.",
  addressTitle: "Votre adresse",
  address: "Adresse électronique",
  addressHelp: "Nous y envoyons un code, pour que personne ne reçoive de messages sans les avoir demandés.",
  enter: "M’envoyer un code",
  proven: "reçoit les messages",
  unproven: "attend son code",
  code: "Code",
  codeHelp: "Il est dans le message envoyé à votre adresse, et vaut une heure.",
  prove: "Utiliser cette adresse",
  forget: "Supprimer mon adresse",
  choicesTitle: "Ce que vous voulez recevoir",
  choicesHelp:
    "Sans choix, les propriétaires reçoivent un message pour chaque formulaire et chaque publication échouée, et chacun pour une connexion avec un nouveau navigateur et pour une publication à approuver.",
  notices: {
    login: "Une connexion avec un nouveau navigateur",
    publication: "Une publication prévue qui échoue",
    review: "Une publication que l’on vous demande d’approuver",
  },
  ofPlugin: "Messages de l’extension « {name} »",
  everyForm: "Chaque formulaire",
  choice: { default: "Pas de choix", yes: "M’envoyer un message", no: "Ne pas m’envoyer de message" },
  save: "Enregistrer",
  lettersTitle: "Les derniers messages",
  none: "Il n’y a encore aucun message.",
  gone: "L’envoi a été supprimé",
  kinds: {
    address: "Un code pour une adresse",
    confirm: "Un visiteur confirme une adresse",
    invitation: "Une invitation",
    login: "Une nouvelle connexion",
    publication: "Une publication échouée",
    review: "Une publication demandée",
    plugin: "Un message d’une extension",
  },
  states: { waiting: "En attente", sent: "Envoyé", kept: "Envoyé à personne", dead: "Impossible à envoyer" },
  tried: "tentatives : {n}",
  all: "Tous les messages",
  replyTo: "Les réponses vont à",
  done: {
    entered: "Le code est en route. Cela peut prendre une minute.",
    proven: "Vous recevez désormais les messages à cette adresse.",
    wrong: "Ce n’est pas le code, ou il est trop ancien. Vérifiez-le, ou demandez-en un nouveau.",
    forgotten: "Votre adresse est supprimée. Vous ne recevez plus de messages.",
    chosen: "Enregistré.",
  },
};

import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REFUSED: Unfinished<Words["refusals"]> = {
  CONFLICT: "Cela ne peut pas être fait maintenant.",
  FORBIDDEN: "Votre rôle ne le permet pas.",
  IDEMPOTENCY_KEY_MISSING: "Ce formulaire était incomplet. Renvoyez-le.",
  IDEMPOTENCY_KEY_REUSED:
    "Vous avez déjà envoyé ce formulaire avec un autre contenu. Renvoyez-le pour envoyer le nouveau.",
  INVALID_REQUEST: "Quelque chose dans ce formulaire doit être corrigé.",
  INVITATION_OVER:
    "Cette invitation ne fonctionne plus : elle a été utilisée, retirée, ou elle a expiré. Demandez-en une nouvelle à la personne qui l’a envoyée.",
  INVITATION_DAMAGED:
    "Ce lien n’ouvre aucune invitation ici : une partie manque ou a été altérée en chemin. Ou il est destiné à un autre site, ou a expiré depuis longtemps. Copiez encore une fois le lien entier du message, ou demandez-en un nouveau.",
  NOT_FOUND: "Il n’y a rien ici. Un membre l’a peut-être supprimé.",
  ORIGIN_MISMATCH: "Ce formulaire ne vient pas de ce site, rien n’a donc été changé.",
  OTHER_MEMBER:
    "Un autre membre est connecté dans ce navigateur. Rien n’a été changé, et ce que vous avez écrit est encore ici : reconnectez-vous dans un autre onglet, puis envoyez-le.",
  PLUGIN_CONSENT_MISSING: "Acceptez d’abord les noms courts que cette extension utilise.",
  PLUGIN_NAME_TAKEN: "Une autre extension utilise déjà un nom dont cette extension a besoin.",
  PLUGIN_REJECTED: "Ce paquet n’a pas été accepté.",
  RATE_LIMITED: "C’était trop à la fois. Patientez un instant et renvoyez.",
  STALE_VERSION:
    "Ceci a été modifié après que vous l’avez ouvert. Ce que vous avez écrit est encore ici : renvoyez-le pour remplacer la version plus récente.",
  TENANT_READ_ONLY: "Ce site est en lecture seule pour le moment.",
  SHARE_LINK_ENDED: "Ce lien a expiré ou a été retiré. Demandez-en un autre à la personne qui vous l’a envoyé.",
  TENANT_SUSPENDED: "Ce site n’est pas disponible pour le moment.",
  TOO_SLOW: "L’envoi a mis trop de temps à arriver. Recommencez.",
  TOO_LARGE: "C’est trop grand.",
  UNAUTHENTICATED: "Connectez-vous d’abord.",
  UNSUPPORTED_MEDIA_TYPE: "Ce type de fichier n’est pas accepté ici.",
  WORKSPACE_FULL: "Il n’y a plus d’espace de stockage. Supprimez ce dont vous n’avez plus besoin, puis publiez.",
  VERSION_REQUIRED: "Ce formulaire était incomplet. Renvoyez-le.",
};

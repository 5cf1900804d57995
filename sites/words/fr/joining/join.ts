import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const JOIN: Unfinished<Words["join"]> = {
  title: "Rejoindre {site} ?",
  by: "{maker} vous invite à travailler sur {site}.",
  invited: "Vous êtes invité à travailler sur {site}.",
  role: "Votre rôle serait {role} : il {may}.",
  first: "Connectez-vous d’abord. Vous pourrez ensuite relire ceci et décider.",
  login: "Se connecter",
  as: "Vous êtes connecté en tant que {subject}, sur {issuer}. Si vous rejoignez le site, personne d’autre ne pourra utiliser cette invitation.",
  yes: "Rejoindre",
  no: "Ne pas rejoindre",
  memberTitle: "Vous travaillez déjà sur ce site",
  member:
    "Vous êtes connecté ici avec le rôle {role}. L’invitation n’a pas été utilisée, la personne à qui elle est destinée peut donc s’en servir.",
  elsewhere: "Pour rejoindre le site avec un autre compte, déconnectez-vous d’abord sur la page de votre compte.",
  account: "Votre compte",
  editor: "Aller à l’éditeur",
  openTitle: "Ouvrir votre invitation",
  link: "Votre lien",
  linkHelp: "Collez le lien entier que vous avez reçu.",
  open: "Ouvrir",
  joinedBefore: "Si vous avez déjà rejoint le site, il suffit de vous connecter.",
  another: "Vous avez reçu un autre lien",
};

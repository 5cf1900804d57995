import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "Propriétaire",
    may: "peut tout faire, et décide qui d’autre est propriétaire",
    inSentence: "propriétaire",
    unnamed: "un propriétaire",
  },
  admin: {
    title: "Admin",
    may: "peut tout faire, sauf désigner des propriétaires",
    inSentence: "admin",
    unnamed: "un admin",
  },
  editor: {
    title: "Éditeur",
    may: "écrit, publie et lit ce que les visiteurs ont envoyé",
    inSentence: "éditeur",
    unnamed: "un éditeur",
  },
  author: {
    title: "Auteur",
    may: "écrit, et un autre membre publie",
    inSentence: "auteur",
    unnamed: "un auteur",
  },
  viewer: {
    title: "Lecteur",
    may: "consulte le brouillon et fait des remarques",
    inSentence: "lecteur",
    unnamed: "un lecteur",
  },
};

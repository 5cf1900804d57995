import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "Eigentümer",
    may: "darf alles und entscheidet, wer sonst Eigentümer ist",
    inSentence: "Eigentümer",
    unnamed: "ein Eigentümer",
  },
  admin: {
    title: "Admin",
    may: "darf alles, außer Eigentümer zu bestimmen",
    inSentence: "Admin",
    unnamed: "ein Admin",
  },
  editor: {
    title: "Redaktion",
    may: "schreibt, veröffentlicht und liest, was Besucher senden",
    inSentence: "Redakteur",
    unnamed: "jemand aus der Redaktion",
  },
  author: {
    title: "Autor",
    may: "schreibt, und jemand anders veröffentlicht",
    inSentence: "Autor",
    unnamed: "ein Autor",
  },
  viewer: {
    title: "Betrachter",
    may: "sieht sich den Entwurf an und macht Anmerkungen",
    inSentence: "Betrachter",
    unnamed: "ein Betrachter",
  },
};

import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "Propietario",
    may: "puede hacerlo todo y decide quién más es propietario",
    inSentence: "propietario",
    unnamed: "un propietario",
  },
  admin: {
    title: "Admin",
    may: "puede hacerlo todo menos nombrar propietarios",
    inSentence: "admin",
    unnamed: "un admin",
  },
  editor: {
    title: "Editor",
    may: "escribe, publica y lee lo que enviaron los visitantes",
    inSentence: "editor",
    unnamed: "un editor",
  },
  author: {
    title: "Autor",
    may: "escribe, y otro miembro publica",
    inSentence: "autor",
    unnamed: "un autor",
  },
  viewer: {
    title: "Lector",
    may: "mira el borrador y hace observaciones",
    inSentence: "lector",
    unnamed: "un lector",
  },
};

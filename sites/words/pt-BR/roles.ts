import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "Proprietário",
    may: "pode fazer tudo e decide quem mais é proprietário",
    inSentence: "proprietário",
    unnamed: "um proprietário",
  },
  admin: {
    title: "Admin",
    may: "pode fazer tudo, menos escolher proprietários",
    inSentence: "admin",
    unnamed: "um admin",
  },
  editor: {
    title: "Editor",
    may: "escreve, publica e lê o que os visitantes enviaram",
    inSentence: "editor",
    unnamed: "um editor",
  },
  author: {
    title: "Autor",
    may: "escreve, e outro membro publica",
    inSentence: "autor",
    unnamed: "um autor",
  },
  viewer: {
    title: "Leitor",
    may: "vê o rascunho e faz comentários",
    inSentence: "leitor",
    unnamed: "um leitor",
  },
};

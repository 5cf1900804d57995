import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "Filtros salvos",
  manage: "Salvar este filtro",
  name: "Nome",
  shared: "Para todos os membros do site",
  keep: "Salvar o filtro",
  remove: "Remover “{name}”",
  sharedMark: "compartilhado",
  filterFirst: "Filtre primeiro a lista e depois salve com um nome o que vê.",
  columns: "Colunas",
  showColumns: "Mostrar estas colunas",
  done: {
    filterSaved: "O filtro está salvo.",
    filterRemoved: "O filtro foi removido.",
    columnsChosen: "A partir de agora você vê estas colunas.",
  },
};

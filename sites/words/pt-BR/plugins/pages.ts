import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "Páginas dos plugins",
  intro: "Os plugins adicionam estas páginas para o que guardam.",
  none: "Nenhum plugin tem uma página para você.",
  lists: "Listas",
  empty: "Não há nada nesta lista.",
  further: "Mais entradas",
  find: "Procurar nas entradas",
  notFound: "Nenhuma entrada verificada até agora contém “{text}”.",
  yes: "Sim",
  no: "Não",
  done: { done: "Feito.", refused: "O plugin não fez isso." },
};

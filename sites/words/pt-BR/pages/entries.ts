import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const ENTRIES: Unfinished<Words["entries"]> = {
  newOf: "Adicionar: {title}",
  inactive:
    "O plugin {plugin} deste tipo não está ativo. As entradas ficam como estão, e não é possível criar outras até que ele esteja.",
  lists: "Listas",
  filters: "Filtros",
  filter: "Mostrar estas",
  any: "Qualquer",
  state: "Estado",
  from: "{title}, de",
  to: "{title}, até",
  contains: "{title} contém",
  truths: { true: "Sim", false: "Não" },
  found: { one: "{n} entrada", many: "{n} de entradas", other: "{n} entradas" },
  none: "Nenhuma entrada corresponde.",
  noneYet: "Ainda não há entradas. Adicione a primeira, e as listas a mostram.",
  entryTitle: "Título",
  changed: "Alterada",
  gone: "Uma página excluída",
  first: "Primeiras entradas",
  further: "Mais entradas",
  import: "Importar de um arquivo",
  export: "Baixar como CSV",
  moveTitle: "Trazer um site",
  importTitle: "{plural}: importar de um arquivo",
  importNeeds: "Esta página precisa de JavaScript, porque o arquivo é lido no seu navegador.",
  done: {},
};

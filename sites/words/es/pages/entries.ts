import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const ENTRIES: Unfinished<Words["entries"]> = {
  newOf: "Añadir: {title}",
  inactive:
    "La extensión {plugin} de este tipo no está activa. Las entradas se quedan como están, y no se pueden crear otras hasta que lo esté.",
  lists: "Listas",
  filters: "Filtros",
  filter: "Mostrar estas",
  any: "Cualquiera",
  state: "Estado",
  from: "{title}, desde",
  to: "{title}, hasta",
  contains: "{title} contiene",
  truths: { true: "Sí", false: "No" },
  found: { one: "1 entrada", many: "{n} de entradas", other: "{n} entradas" },
  none: "Ninguna entrada coincide.",
  noneYet: "Todavía no hay entradas. Añade la primera y las listas la mostrarán.",
  entryTitle: "Título",
  changed: "Cambiada",
  gone: "Una página eliminada",
  first: "Primeras entradas",
  further: "Más entradas",
  import: "Importar desde un archivo",
  export: "Descargar como CSV",
  moveTitle: "Traer un sitio",
  importTitle: "{plural}: importar desde un archivo",
  importNeeds: "Esta página necesita JavaScript, porque el archivo se lee en tu navegador.",
  done: {},
};

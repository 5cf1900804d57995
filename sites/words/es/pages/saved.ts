import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "Filtros guardados",
  manage: "Guardar este filtro",
  name: "Nombre",
  shared: "Para todos los miembros del sitio",
  keep: "Guardar el filtro",
  remove: "Quitar «{name}»",
  sharedMark: "compartido",
  filterFirst: "Filtre primero la lista y guarde con un nombre lo que ve.",
  columns: "Columnas",
  showColumns: "Mostrar estas columnas",
  done: {
    filterSaved: "El filtro está guardado.",
    filterRemoved: "El filtro se ha quitado.",
    columnsChosen: "Desde ahora ve estas columnas.",
  },
};

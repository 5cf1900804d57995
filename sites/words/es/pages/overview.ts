import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "Resumen",
  waiting: "Le espera",
  nothing: "Nada le espera.",
  remarks: "Observaciones para usted",
  differing: "Cambiado en el borrador",
  none: "Los visitantes ven el borrador tal como está. Edite el sitio y sus cambios aparecerán aquí.",
  all: "Todos los cambios",
  planned: "Programado",
  stops: "Un cambio posterior lo impedirá.",
  whole: "todo el borrador",
  allSchedules: "Todas las publicaciones programadas",
  write: "Editar el sitio",
  pages: "Todas las páginas",
};

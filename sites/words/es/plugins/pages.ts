import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "Páginas de los plugins",
  intro: "Los plugins añaden estas páginas para lo que guardan.",
  none: "Ningún plugin tiene una página para ti.",
  lists: "Listas",
  empty: "No hay nada en esta lista.",
  further: "Más entradas",
  find: "Buscar en las entradas",
  notFound: "Ninguna entrada revisada hasta ahora contiene «{text}».",
  yes: "Sí",
  no: "No",
  done: { done: "Hecho.", refused: "El plugin no lo hizo." },
};

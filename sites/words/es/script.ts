import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Unfinished<Words["script"]> = {
  lost: "Se perdió la conexión.",
  unsaved: "Lo que escribiste en otra parte de esta página no está guardado y se perdería. ¿Seguir sin ello?",
  again: "Intentar de nuevo",
  waiting: "en espera",
  stored: "Guardado",
  known: "Ya estaba aquí, con su primer nombre y descripción",
  sending: "Enviando {name}",
  done: { one: "Se guardó 1 archivo.", many: "Se guardaron {n} de archivos.", other: "Se guardaron {n} archivos." },
  failed: {
    one: "No se aceptó 1 archivo.",
    many: "No se aceptaron {n} de archivos.",
    other: "No se aceptaron {n} archivos.",
  },
  found: "Encontrado: {found}. Permitido: {allowed}.",
  most: "Como máximo {most}.",
  needs: "Se necesita el permiso {permission}.",
  palette: {
    button: "Ir a…",
    open: "Buscar en todas las páginas…",
    title: "Ir o hacer",
    search: "Buscar páginas, listas y acciones",
    searching: "Buscando…",
    none: "Nada tiene «{text}» en su nombre o dirección.",
    found: { one: "1 resultado", many: "{n} resultados", other: "{n} resultados" },
    more: "Mostrar más",
    kinds: { page: "Página", list: "Lista", place: "Editor", act: "Acción" },
  },
  refused: REFUSED,
  broken: "Algo falló por nuestra parte.",
};

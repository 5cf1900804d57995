import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const PUBLISHING: Unfinished<Words["publishing"]> = {
  unpublished: {
    one: "1 cambio aún no está publicado.",
    many: "{n} de cambios aún no están publicados.",
    other: "{n} cambios aún no están publicados.",
  },
  preview: "Ver el borrador",
  publish: "Publicar el borrador",
  see: "Ver los cambios",
  done: { published: "Publicado. Los visitantes lo verán en un momento." },
};

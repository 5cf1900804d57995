import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const PUBLISHING: Unfinished<Words["publishing"]> = {
  unpublished: {
    one: "{n} modification n’est pas encore publiée.",
    many: "{n} de modifications ne sont pas encore publiées.",
    other: "{n} modifications ne sont pas encore publiées.",
  },
  preview: "Voir le brouillon",
  publish: "Publier le brouillon",
  see: "Voir les modifications",
  done: { published: "Publié. Les visiteurs le verront dans un instant." },
};

import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const PUBLISHING: Unfinished<Words["publishing"]> = {
  unpublished: {
    one: "{n} alteração ainda não foi publicada.",
    many: "{n} de alterações ainda não foram publicadas.",
    other: "{n} alterações ainda não foram publicadas.",
  },
  preview: "Ver o rascunho",
  publish: "Publicar o rascunho",
  see: "Ver as alterações",
  done: { published: "Publicado. Os visitantes verão em instantes." },
};

import type { Words } from "../en/index.ts";

export const PUBLISHING: Words["publishing"] = {
  unpublished: {
    one: "1 Dokument des Entwurfs ist nicht veröffentlicht.",
    other: "{n} Dokumente des Entwurfs sind nicht veröffentlicht.",
  },
  preview: "Entwurf ansehen",
  publish: "Entwurf veröffentlichen",
  done: { published: "Veröffentlicht. Besucher sehen es gleich." },
};

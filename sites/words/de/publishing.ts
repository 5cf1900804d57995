import type { Words } from "../en/index.ts";

export const PUBLISHING: Words["publishing"] = {
  unpublished: {
    one: "1 Änderung ist noch nicht veröffentlicht.",
    other: "{n} Änderungen sind noch nicht veröffentlicht.",
  },
  preview: "Entwurf ansehen",
  publish: "Entwurf veröffentlichen",
  see: "Änderungen ansehen",
  done: { published: "Veröffentlicht. Besucher sehen es gleich." },
};

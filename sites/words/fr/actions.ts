import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const ACTIONS: Unfinished<Words["actions"]> = {
  by: "De l’extension {plugin}. Rien ne change tant que vous n’appliquez pas la proposition.",
  run: "Obtenir une proposition",
  running: "{title} : en cours…",
  cancel: "Annuler",
  proposed: "La proposition",
  nothing: "L’extension ne propose aucun changement.",
  before: "Actuel",
  after: "Proposé",
  empty: "vide",
  apply: "Appliquer",
  discard: "Ignorer",
  applied: "Appliqué : {title}",
  unsaved: "Certaines modifications ne sont pas encore enregistrées. Attendez qu’elles le soient, puis réessayez.",
  stale: "Le contenu a changé depuis cette proposition. Demandez-en une nouvelle.",
};

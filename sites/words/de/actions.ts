import type { Words } from "../en/index.ts";

export const ACTIONS: Words["actions"] = {
  by: "Vom Plugin {plugin}. Nichts ändert sich, bis Sie den Vorschlag übernehmen.",
  run: "Vorschlag holen",
  running: "{title} arbeitet …",
  cancel: "Abbrechen",
  proposed: "Der Vorschlag",
  nothing: "Das Plugin schlägt keine Änderung vor.",
  before: "Jetzt",
  after: "Vorschlag",
  empty: "leer",
  apply: "Übernehmen",
  discard: "Verwerfen",
  applied: "Übernommen: {title}",
  unsaved:
    "Einige Änderungen sind noch nicht gespeichert. Warten Sie, bis sie gespeichert sind, und versuchen Sie es dann noch einmal.",
  stale: "Der Inhalt hat sich seit diesem Vorschlag geändert. Holen Sie einen neuen Vorschlag.",
};

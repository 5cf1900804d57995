import type { Words } from "../en/index.ts";

export const ACTIONS: Words["actions"] = {
  by: "Vom Plugin {plugin}. Geändert wird erst, wenn Sie es übernehmen.",
  run: "Vorschlag holen",
  running: "{title} arbeitet …",
  cancel: "Abbrechen",
  proposed: "Der Vorschlag",
  nothing: "Es schlägt keine Änderung vor.",
  before: "Jetzt",
  after: "Vorschlag",
  empty: "leer",
  apply: "Übernehmen",
  discard: "Verwerfen",
  applied: "Übernommen: {title}",
  unsaved: "Einige Änderungen sind noch nicht gespeichert. Versuchen Sie es danach noch einmal.",
  stale: "Inzwischen hat sich geändert, worum es ging. Holen Sie einen neuen Vorschlag.",
};

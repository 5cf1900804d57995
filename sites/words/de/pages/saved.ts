import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "Gesicherte Filter",
  manage: "Diesen Filter sichern",
  name: "Name",
  shared: "Für alle Mitglieder der Website",
  keep: "Filter sichern",
  remove: "„{name}“ entfernen",
  sharedMark: "geteilt",
  filterFirst: "Filtern Sie zuerst die Liste, und sichern Sie dann unter einem Namen, was Sie sehen.",
  columns: "Spalten",
  showColumns: "Diese Spalten zeigen",
  done: {
    filterSaved: "Der Filter ist gesichert.",
    filterRemoved: "Der Filter ist entfernt.",
    columnsChosen: "Sie sehen ab jetzt diese Spalten.",
  },
};

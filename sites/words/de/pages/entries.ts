import type { Words } from "../../en/index.ts";

export const ENTRIES: Words["entries"] = {
  newOf: "{title} anlegen",
  inactive:
    "Das Plugin {plugin} dieses Typs ist nicht aktiv. Die Einträge bleiben, wie sie sind. Neue gibt es erst wieder mit ihm.",
  lists: "Listen",
  filters: "Filter",
  filter: "Diese zeigen",
  any: "Beliebig",
  state: "Zustand",
  from: "{title}, ab",
  to: "{title}, bis",
  contains: "{title} enthält",
  truths: { true: "Ja", false: "Nein" },
  found: { one: "1 Eintrag", other: "{n} Einträge" },
  none: "Kein Eintrag ist so.",
  entryTitle: "Titel",
  changed: "Geändert",
  gone: "Eine gelöschte Seite",
  first: "Erste Einträge",
  further: "Weitere Einträge",
  import: "Aus einer Datei übernehmen",
  export: "Als CSV herunterladen",
  moveTitle: "Eine Site hereinholen",
  importTitle: "{plural}: aus einer Datei übernehmen",
  importNeeds: "Diese Seite braucht JavaScript, weil die Datei in Ihrem Browser gelesen wird.",
  done: {},
};

import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Words["script"] = {
  lost: "Die Verbindung ist abgebrochen.",
  unsaved:
    "Was Sie an anderer Stelle dieser Seite eingegeben haben, ist nicht gespeichert und ginge verloren. Ohne das weitermachen?",
  again: "Noch einmal versuchen",
  waiting: "wartet",
  stored: "Gespeichert",
  known: "Schon da, mit seinem ersten Namen und seiner Beschreibung",
  sending: "{name} wird gesendet",
  done: { one: "1 Datei ist gespeichert.", other: "{n} Dateien sind gespeichert." },
  failed: { one: "1 Datei wurde nicht angenommen.", other: "{n} Dateien wurden nicht angenommen." },
  found: "Gefunden: {found}. Angenommen: {allowed}.",
  most: "Höchstens {most}.",
  needs: "Dafür ist die Berechtigung {permission} nötig.",
  palette: {
    button: "Gehe zu …",
    open: "Alle Seiten durchsuchen …",
    title: "Gehe zu oder tue",
    search: "Seiten, Listen und Aktionen finden",
    searching: "Sucht …",
    none: "Nichts hat „{text}“ im Namen oder in der Adresse.",
    found: { one: "1 Treffer", other: "{n} Treffer" },
    more: "Mehr zeigen",
    kinds: { page: "Seite", list: "Liste", place: "Editor", act: "Aktion" },
  },
  refused: REFUSED,
  broken: "Bei uns ist etwas schiefgegangen.",
};

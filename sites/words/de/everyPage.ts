import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Words["everyPage"] = {
  colon: ": ",
  draft: "Entwurf ansehen",
  canvas: "Website bearbeiten",
  menu: "Menü",
  areas: "Editor",
  skip: "Zum Inhalt springen",
  login: "Anmelden",
  logout: "Abmelden",
  loginElsewhere: "In einem anderen Tab anmelden",
  sendAgain: "Geschriebenes noch einmal senden",
  keep: "Behalten",
  toEditor: "Zum Editor",
  search: "Suchen",
  clear: "Alle zeigen",
  save: "Speichern",
  actors: {
    member: "ein früheres Mitglied",
    operator: "der Betreiber",
    plugin: "ein Plugin",
    system: "das System",
    visitor: "ein Besucher",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "Für den Support",
  merged: {
    byOthers: {
      text: "Jemand anders hat hier „{text}“ geschrieben. Speichern Sie noch einmal, um Ihren Text an diese Stelle zu setzen.",
      empty: "Jemand anders hat dies geleert. Speichern Sie noch einmal, um Ihren Text an diese Stelle zu setzen.",
      choice: "Jemand anders hat dies geändert. Speichern Sie noch einmal, damit Ihre Wahl gilt.",
    },
    byYou: {
      text: "Sie haben zuletzt gespeichert, vielleicht in einem anderen Tab. Hier steht jetzt „{text}“: Speichern Sie noch einmal, um diesen Text an die Stelle zu setzen.",
      empty:
        "Sie haben zuletzt gespeichert, vielleicht in einem anderen Tab. Hier ist es jetzt leer: Speichern Sie noch einmal, um diesen Text an die Stelle zu setzen.",
      choice:
        "Sie haben zuletzt gespeichert, vielleicht in einem anderen Tab. Dort wurde anders gewählt: Speichern Sie noch einmal, damit diese Wahl gilt.",
    },
  },
  link: {
    deleted: "Die Seite „{title}“ wurde gelöscht.",
    lost: "Unter dieser Adresse gibt es keine Seite.",
    now: "Führt zu {target}.",
  },
  done: { saved: "Gespeichert." },
  groups: {
    write: "Schreiben",
    look: "Aussehen",
    site: "Website",
    publish: "Veröffentlichen",
    manage: "Verwalten",
    own: "Sie",
  },
};

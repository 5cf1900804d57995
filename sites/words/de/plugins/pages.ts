import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "Seiten der Plugins",
  intro: "Diese Seiten fügen Plugins für das hinzu, was sie aufheben.",
  none: "Kein Plugin hat eine Seite für Sie.",
  lists: "Listen",
  empty: "In dieser Liste ist nichts.",
  further: "Weitere Einträge",
  find: "In Einträgen finden",
  notFound: "Kein bisher durchsuchter Eintrag enthält „{text}“.",
  yes: "Ja",
  no: "Nein",
  done: { done: "Erledigt.", refused: "Das Plugin hat es nicht getan." },
};

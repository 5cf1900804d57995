import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "Überblick",
  waiting: "Wartet auf Sie",
  nothing: "Nichts wartet auf Sie.",
  remarks: "Anmerkungen an Sie",
  differing: "Im Entwurf geändert",
  none: "Besucher sehen den Entwurf, wie er ist. Bearbeiten Sie die Website, und Ihre Änderungen stehen hier.",
  all: "Alle Änderungen",
  planned: "Geplant",
  stops: "Eine spätere Änderung wird sie verhindern.",
  whole: "der ganze Entwurf",
  allSchedules: "Alle Zeitpläne",
  write: "Website bearbeiten",
  pages: "Alle Seiten",
};

import type { CommandTable } from "../area/command.ts";

export const MEDIA_COMMANDS = {
  // A new file changes no page. The files of a site are shared by its languages.
  "media.create": { inLanguages: true },
  "media.update": { rehearsed: true },
  "media.audience": {},
  "media.replace": { rehearsed: true },
  "media.delete": { rehearsed: true, makesRoom: true },
} as const satisfies CommandTable;

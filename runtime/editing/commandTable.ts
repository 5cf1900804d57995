import type { CommandTable } from "../area/command.ts";

/** Traits of commands that change only the draft. */
const DRAFT = { rehearsed: true, owesOnlyAudit: true } as const;

export const EDITING_COMMANDS = {
  "documents.write": { owesOnlyAudit: true },
  "page.create": DRAFT,
  "page.edit": DRAFT,
  "pages.batch": DRAFT,
  "page.update": DRAFT,
  "unfinished.put": { owesOnlyAudit: true },
  "unfinished.delete": { owesOnlyAudit: true, makesRoom: true },
  "page.duplicate": DRAFT,
  "page.move": DRAFT,
  "translation.confirm": DRAFT,
  "page.delete": { ...DRAFT, makesRoom: true },
  "revision.restore": DRAFT,
  "section.add": DRAFT,
  "section.update": DRAFT,
  "section.variant": DRAFT,
  "structure.apply": DRAFT,
  "navigation.put": DRAFT,
  "redirects.put": DRAFT,
  "theme.put": DRAFT,
  "settings.put": DRAFT,
  "types.put": DRAFT,
  "page.discard": DRAFT,
  "navigation.discard": DRAFT,
  "redirects.discard": DRAFT,
  "theme.discard": DRAFT,
  "settings.discard": DRAFT,
  "types.discard": DRAFT,
  "navigation.restore": DRAFT,
  "redirects.restore": DRAFT,
  "theme.restore": DRAFT,
  "settings.restore": DRAFT,
  "types.restore": DRAFT,
} as const satisfies CommandTable;

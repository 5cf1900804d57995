import type { CommandTable } from "../area/command.ts";

/** Traits of commands that change only the draft. */
const SHARED = { rehearsed: true, owesOnlyAudit: true } as const;
/** The same for documents that are in some language. What all languages share, nobody with a limit changes. */
const DRAFT = { ...SHARED, inLanguages: true } as const;

export const EDITING_COMMANDS = {
  "documents.write": { owesOnlyAudit: true, inLanguages: true },
  "page.create": DRAFT,
  "page.edit": DRAFT,
  "pages.batch": DRAFT,
  "pages.change": DRAFT,
  "pages.back": DRAFT,
  "page.update": DRAFT,
  "unfinished.put": { owesOnlyAudit: true, inLanguages: true },
  "unfinished.delete": { owesOnlyAudit: true, makesRoom: true, inLanguages: true },
  "page.duplicate": DRAFT,
  "page.move": DRAFT,
  "language.gather": DRAFT,
  "translation.confirm": DRAFT,
  "page.delete": { ...DRAFT, makesRoom: true },
  "revision.restore": DRAFT,
  "section.add": DRAFT,
  "section.update": DRAFT,
  "section.variant": DRAFT,
  "structure.apply": DRAFT,
  "navigation.put": DRAFT,
  "redirects.put": DRAFT,
  "redirects.edit": DRAFT,
  "theme.put": SHARED,
  "settings.put": SHARED,
  "types.put": SHARED,
  "page.discard": DRAFT,
  "navigation.discard": DRAFT,
  "redirects.discard": DRAFT,
  "theme.discard": SHARED,
  "settings.discard": SHARED,
  "types.discard": SHARED,
  "navigation.restore": DRAFT,
  "redirects.restore": DRAFT,
  "theme.restore": SHARED,
  "settings.restore": SHARED,
  "types.restore": SHARED,
  // A member who manages members may change limits, even with a limit of their own.
  "member.languages": { owesOnlyAudit: true, inLanguages: true },
} as const satisfies CommandTable;

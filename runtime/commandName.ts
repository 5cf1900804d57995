/** Everything that can be done to a site, as audit and claims name it. */
export type CommandName =
  | "documents.write"
  | "page.create" | "page.edit" | "page.update" | "page.delete" | "revision.restore"
  | "section.add" | "section.update" | "section.variant" | "structure.apply"
  | "navigation.put" | "redirects.put" | "theme.put" | "settings.put"
  | "publish" | "release.restore" | "schedule.create" | "schedule.cancel"
  | "plugin.install" | "plugin.grant" | "plugin.revoke" | "plugin.state" | "plugin.settings" | "plugin.remove"
  | "media.create" | "media.update" | "media.delete"
  | "form.mark" | "form.delete" | "form.accept" | "form.reject"
  | "backup.create" | "backup.verify" | "backup.delete" | "export.create";

const DRAFT = [
  "page.create", "page.edit", "page.update", "page.delete", "revision.restore", "section.add", "section.update", "section.variant",
  "structure.apply", "navigation.put", "redirects.put", "theme.put", "settings.put",
] as const satisfies readonly CommandName[];

/** What can be rehearsed: commands that ask no plugin and change nothing but rows, which a transaction takes back. */
export const REHEARSED = [...DRAFT, "release.restore", "schedule.create", "schedule.cancel", "media.update", "media.delete"] as const satisfies readonly CommandName[];
export type RehearsedName = (typeof REHEARSED)[number];

const OWE_ONLY_AUDIT: ReadonlySet<string> = new Set<CommandName>(["documents.write", ...DRAFT]);

/** Whether all that is left to do after a command is to tell of it. */
export const owesOnlyAudit = (command: CommandName): boolean => OWE_ONLY_AUDIT.has(command);

/** These make a workspace smaller, lead to that, or change nothing of it: they are done however full it is. */
const MAKES_ROOM: ReadonlySet<string> = new Set<CommandName>([
  "page.delete", "publish", "release.restore", "schedule.cancel", "plugin.revoke", "plugin.state", "plugin.remove", "media.delete",
  "form.mark", "form.delete", "form.reject", "backup.create", "backup.verify", "backup.delete", "export.create",
]);

export const makesRoom = (command: string): boolean => MAKES_ROOM.has(command);

/** These change nothing of a site, so they are done for a tenant whose writes an operator has stopped, too. */
const OF_STOPPED: ReadonlySet<string> = new Set<CommandName>(["backup.create", "backup.verify", "export.create"]);

export const isForStopped = (command: string | null): boolean => command !== null && OF_STOPPED.has(command);

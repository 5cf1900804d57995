import { joinedTables } from "../manifests/joinedTables.ts";
import { BACKUP_COMMANDS } from "./backups/commandTable.ts";
import type { CommandTraits } from "./area/command.ts";
import { EDITING_COMMANDS } from "./editing/commandTable.ts";
import { MAIL_COMMANDS } from "./mail/commandTable.ts";
import { MEDIA_COMMANDS } from "./media/commandTable.ts";
import { PLUGIN_COMMANDS } from "./plugins/commandTable.ts";
import { PUBLISHING_COMMANDS } from "./publishing/commandTable.ts";
import { READER_COMMANDS } from "./readers/commandTable.ts";
import { REMARK_COMMANDS } from "./remarks/commandTable.ts";
import { REVIEW_COMMANDS } from "./reviews/commandTable.ts";
import { SAVED_FILTER_COMMANDS } from "./savedFilters/commandTable.ts";
import { SHARING_COMMANDS } from "./sharing/commandTable.ts";
import { SUBMISSION_COMMANDS } from "./submissions/commandTable.ts";

/** Names and traits of all commands, without their code, for workers that only send commands. */
const TABLES = joinedTables<
  typeof EDITING_COMMANDS &
    typeof PUBLISHING_COMMANDS &
    typeof PLUGIN_COMMANDS &
    typeof MEDIA_COMMANDS &
    typeof SUBMISSION_COMMANDS &
    typeof MAIL_COMMANDS &
    typeof REVIEW_COMMANDS &
    typeof SAVED_FILTER_COMMANDS &
    typeof SHARING_COMMANDS &
    typeof READER_COMMANDS &
    typeof REMARK_COMMANDS &
    typeof BACKUP_COMMANDS
>("command", [
  EDITING_COMMANDS,
  PUBLISHING_COMMANDS,
  PLUGIN_COMMANDS,
  MEDIA_COMMANDS,
  SUBMISSION_COMMANDS,
  MAIL_COMMANDS,
  REVIEW_COMMANDS,
  SAVED_FILTER_COMMANDS,
  SHARING_COMMANDS,
  READER_COMMANDS,
  REMARK_COMMANDS,
  BACKUP_COMMANDS,
]);

/** The name of a command, as audit and claims keep it. */
export type CommandName = keyof typeof TABLES;

type NamesWith<Trait extends keyof CommandTraits> = {
  [N in CommandName]: (typeof TABLES)[N] extends Readonly<Record<Trait, true>> ? N : never;
}[CommandName];
export type RehearsedName = NamesWith<"rehearsed">;

const traitsOf = (command: string): CommandTraits =>
  Object.hasOwn(TABLES, command) ? TABLES[command as CommandName] : {};

/** Tells whether an agent can rehearse a command. */
export const isRehearsed = (command: CommandName): command is RehearsedName => traitsOf(command).rehearsed === true;

/** Tells whether delivering the audit row is the only work left after a command. */
export const owesOnlyAudit = (command: CommandName): boolean => traitsOf(command).owesOnlyAudit === true;

/** Tells whether a command runs while an operator has stopped the tenant's writes. Null means no command. */
export const isForStopped = (command: string | null): boolean =>
  command !== null && traitsOf(command).whileStopped === true;

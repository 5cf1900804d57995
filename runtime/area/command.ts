import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Result } from "../../manifests/result.ts";
import type { Actor } from "./actor.ts";

/** The envelope of a command: its caller, its site and its idempotency key. */
export interface Envelope {
  readonly site: string;
  readonly actor: Actor;
  readonly key: string;
  readonly requestId: string;
  /** The program that acts for the actor, such as an agent. Kept in audit. */
  readonly via?: string;
  /** The name of the member's role. Absent for other actors, who have the rights of no role. */
  readonly role?: string | undefined;
  /** False for a member who may not publish. Such members may fill only a part of the workspace. */
  readonly mayPublish?: boolean;
  /** True in a rehearsal, whose effects are rolled back. */
  readonly isRehearsed?: boolean;
}

/** A command that waits for its turn. */
export interface CommandTurn<Input, Output, T> {
  readonly envelope: Envelope;
  readonly input: Input;
  /** Commits the command in the current transaction, which the caller opens. */
  finish(commit: () => Output): T;
}

/** One command on a site. `Output` must survive JSON. */
export interface Command<Input, Output> {
  /** Validates untrusted JSON as the command's input, or lists its faults. */
  parse(raw: unknown): Result<Input, readonly Issue[]>;
  /**
   * Computes the digest for audit and claims, for input whose plain SHA-256 would reveal too much. Equal inputs have
   * equal digests.
   */
  inputDigest?(envelope: Envelope, input: Input): Promise<string>;
  /** Names the program that the input proves to have contributed. Audit keeps it beside the actor. */
  via?(envelope: Envelope, input: Input): Promise<string | undefined>;
  /** True if this input makes room, and other inputs of the command need it; see `CommandTraits.makesRoom`. */
  frees?(input: Input): boolean;
  /** Names the plugin whose isolates this output made useless: its files or its grant changed, or it was removed. */
  endsIsolates?(output: Output): string | undefined;
  /** Prepares and commits the command when its turn comes. It may do so again, and together with other commands. */
  inTurn?<T>(turn: CommandTurn<Input, Output, T>): Promise<T>;
  /** Does the asynchronous work. The function that it returns runs inside the command's transaction. */
  prepare(envelope: Envelope, input: Input): Promise<() => Output>;
}

/** The traits of a command within its workspace. A command without traits is refused whenever writes are. */
export interface CommandTraits {
  /**
   * True if the command can be rehearsed. It then changes only rows, which a transaction can roll back, and any plugin
   * call happens before the transaction.
   */
  readonly rehearsed?: true;
  /** True if delivering the audit row is the only work left after the command. */
  readonly owesOnlyAudit?: true;
  /**
   * True if the command makes a workspace smaller, prepares that, or keeps its size. Such a command runs even in a full
   * workspace.
   */
  readonly makesRoom?: true;
  /** True if the command replaces what visitors see. A full workspace refuses it only if it would grow. */
  readonly replaces?: true;
  /**
   * True if the command changes nothing at a site. It then runs even while an operator has stopped the tenant's writes.
   */
  readonly whileStopped?: true;
  /**
   * True if the command refuses what a member who is limited to languages may not change. Such a member may run no
   * other command.
   */
  readonly inLanguages?: true;
}

/** The commands of one area, by the names audit and claims give them. */
export type CommandTable = Readonly<Record<string, CommandTraits>>;

export interface NamedCommand<Input, Output> extends Command<Input, Output>, CommandTraits {
  readonly name: string;
}

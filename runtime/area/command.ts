import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Result } from "../../manifests/result.ts";
import type { Actor } from "./actor.ts";

/** The envelope of a command: its caller, its site and its idempotency key. */
export interface Envelope {
  readonly site: string;
  readonly actor: Actor;
  readonly key: string;
  readonly requestId: string;
  /** The program that acts for the actor, such as an agent; kept in audit. */
  readonly via?: string;
  /** True in a rehearsal, whose effects are rolled back. */
  readonly isRehearsed?: boolean;
}

/** One command on a site. `Output` must survive JSON. */
export interface Command<Input, Output> {
  /** Turns untrusted JSON into input, or lists its faults. */
  parse(raw: unknown): Result<Input, readonly Issue[]>;
  /**
   * Computes the digest that audit and claims keep, for input whose plain SHA-256 would reveal too much. A repeat has
   * the same digest.
   */
  inputDigest?(envelope: Envelope, input: Input): Promise<string>;
  /** Names the program that had a part in the input, where the input proves it. Audit keeps that beside the actor. */
  via?(envelope: Envelope, input: Input): Promise<string | undefined>;
  /** Does the asynchronous work. The function that it returns runs inside the command's transaction. */
  prepare(envelope: Envelope, input: Input): Promise<() => Output>;
}

/** The traits of a command within its workspace. A command without traits is refused whenever writes are. */
export interface CommandTraits {
  /**
   * True if the command changes only rows, which a transaction can roll back, and asks no plugin but for what it
   * computes apart. It can be rehearsed.
   */
  readonly rehearsed?: true;
  /** True if only the audit row is left to deliver afterwards. */
  readonly owesOnlyAudit?: true;
  /**
   * True if the command makes a workspace smaller, prepares that, or does not change its size. A full workspace runs it
   * too.
   */
  readonly makesRoom?: true;
  /** True if the command changes nothing in a site. It runs even if an operator has stopped the tenant's writes. */
  readonly whileStopped?: true;
}

/** The commands of one area, by the names audit and claims give them. */
export type CommandTable = Readonly<Record<string, CommandTraits>>;

export interface NamedCommand<Input, Output> extends Command<Input, Output>, CommandTraits {
  readonly name: string;
}

/**
 * The interface of a command of `svc`. Each command is one file, listed in `commands.ts`. A command returns an outcome
 * and does not print.
 */
export type Paint = (style: "green" | "red" | "dim", text: string) => string;

export interface Outcome {
  /** False gives exit code 1: the command found something that needs a correction. */
  readonly ok: boolean;
  /** True gives exit code 3: the command did what it could, and a part is missing. Its command says so in its help. */
  readonly isIncomplete?: boolean;
  /** Lines for people, on stdout. */
  readonly lines: readonly string[];
  /** The same result for programs, with `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Notes for people, on stderr. */
  readonly talk?: readonly string[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Options;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
  /** Reports progress of a long command on stderr. */
  readonly tell: (line: string) => void;
  /** Prints an intermediate outcome of a long-running command, in the form of its last one. */
  readonly announce: (outcome: Outcome) => void;
}

export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /**
   * The argument in the notation of help texts: `<folder>`, `[folder]`, `<package...>`. Undefined if the command takes
   * none.
   */
  readonly argument?: readonly [notation: string, description: string];
  /** The second argument. */
  readonly second?: readonly [notation: string, description: string];
  readonly options: readonly (readonly [notation: string, description: string])[];
  readonly examples: readonly string[];
  /** True if the command can do its work in part, which is exit code 3. */
  readonly endsIncomplete?: boolean;
  run(invocation: Invocation): Outcome | Promise<Outcome>;
}

/** Commands under a common word, such as `svc plugin`. The word alone does nothing. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly commands: readonly CliCommand[];
  readonly groups?: readonly Group[];
}

/** A call with wrong arguments. The message is for the person who typed it. */
export class UsageError extends Error {}

/** A correct call that failed. The message is for the person who typed it. */
export class Trouble extends Error {
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome = { ok: false, lines: [message], data: { problem: message } }) {
    super(message);
    this.outcome = outcome;
  }
}

export const EXIT = { ok: 0, findings: 1, usage: 2, incomplete: 3 } as const;

/** The parser's camel-case name of an option with hyphens. */
const parsedName = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The options of one call, by the names that people type, without the leading hyphens. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values[parsedName(name)];
    return typeof value === "string" ? value : undefined;
  }

  /** The values of an option that may be repeated. */
  texts(name: string): readonly string[] {
    const value = this.#values[parsedName(name)];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** Throws a usage error without the option. `typed` is the option's name in that error. */
  required(name: string, typed = name): string {
    const value = this.text(name);
    if (value === undefined || value === "") throw new UsageError(`--${typed} is missing.`);
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined)
      throw new UsageError(`--${name} takes ${allowed.join(" or ")}, not ${JSON.stringify(value)}.`);
    return found;
  }

  isSet(name: string): boolean {
    return this.chosen(name) === true;
  }

  /** The value of an option with a `--no-` form; undefined if the person typed neither. */
  chosen(name: string): boolean | undefined {
    const value = this.#values[parsedName(name)];
    return typeof value === "boolean" ? value : undefined;
  }
}

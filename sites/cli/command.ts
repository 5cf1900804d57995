/** The shape of a command of `svc`. Each is one file, listed in `commands.ts`. A command decides; it does not print. */
export type Paint = (style: "green" | "red" | "dim", text: string) => string;

export interface Outcome {
  /** 1 when something was found that has to be mended. */
  readonly ok: boolean;
  /** Lines for people, on stdout. */
  readonly lines: readonly string[];
  /** The same for programs, with `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Notes beside the result, on stderr. */
  readonly talk?: readonly string[];
}

/** Variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Options;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
  /** Reports progress of a long command to people, on stderr. */
  readonly tell: (line: string) => void;
  /** Prints an intermediate outcome of a continuing command in the form of its final one. */
  readonly announce: (outcome: Outcome) => void;
}

export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /**
   * The argument in the notation of help texts: `<folder>`, `[folder]`, `<package...>`. Absent if the command takes
   * none.
   */
  readonly argument?: readonly [notation: string, description: string];
  /** The argument after it. */
  readonly second?: readonly [notation: string, description: string];
  readonly options: readonly (readonly [notation: string, description: string])[];
  readonly examples: readonly string[];
  run(invocation: Invocation): Outcome | Promise<Outcome>;
}

/** Commands under one word, which does nothing by itself. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly commands: readonly CliCommand[];
  readonly groups?: readonly Group[];
}

/** The command was called in a way it cannot work: the words are for the person who typed it. */
export class UsageError extends Error {}

/** A correct request that failed. Its words are for the person who waits. */
export class Trouble extends Error {
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome = { ok: false, lines: [message], data: { problem: message } }) {
    super(message);
    this.outcome = outcome;
  }
}

export const EXIT = { ok: 0, findings: 1, usage: 2 } as const;

/** The parser's name of an option people type with hyphens. */
const parsedName = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The options of one call, read by the names people type, without the two hyphens before them. */
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

  /** `typed` is what the person types for it, where that is another word. */
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

  /** The value of an option that can also be typed with `no-`; undefined when neither was. */
  chosen(name: string): boolean | undefined {
    const value = this.#values[parsedName(name)];
    return typeof value === "boolean" ? value : undefined;
  }
}

/** What a command of `svc` is: one file each, listed in `commands.ts`. A command decides; printing is not its business. */
export type Paint = (style: "green" | "red" | "dim", text: string) => string;

export interface Outcome {
  /** 1 when something was found that has to be mended. */
  readonly ok: boolean;
  /** For people, on stdout. */
  readonly lines: readonly string[];
  /** The same for programs, with `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What to know beside it, on stderr. */
  readonly talk?: readonly string[];
}

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Options;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
  /** What happens while a command runs that takes its time, for people, on stderr. */
  readonly tell: (line: string) => void;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** In the notation of help texts: `<folder>`, `[folder]`, `<package...>`. Without it the command takes none. */
  readonly argument?: readonly [notation: string, description: string];
  readonly options: readonly (readonly [notation: string, description: string])[];
  readonly examples: readonly string[];
  run(invocation: Invocation): Outcome | Promise<Outcome>;
}

/** Commands under one word. It does nothing by itself. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly commands: readonly Command[];
  readonly groups?: readonly Group[];
}

/** The command was called in a way it cannot work: the words are for the person who typed it. */
export class UsageError extends Error {}

/** What was asked for did not come about, though it was asked rightly: the words are for the person who waits. */
export class Trouble extends Error {
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome = { ok: false, lines: [message], data: { problem: message } }) {
    super(message);
    this.outcome = outcome;
  }
}

export const EXIT = { ok: 0, findings: 1, usage: 2 } as const;

/** The options of one call, read by the names their command gave them. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === "") throw new UsageError(`--${name} is missing.`);
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new UsageError(`--${name} takes ${allowed.join(" or ")}, not ${JSON.stringify(value)}.`);
    return found;
  }

  isSet(name: string): boolean {
    return this.#values[name] === true;
  }
}

import { Problem } from "./problem.ts";

/** The place of a wrong value: an option as typed, or a member of a file. */
type Says = (where: string) => string;

/**
 * A value that an option or a member of `svc.jsonc` may have given. It names the option, unless the one who read the
 * file says otherwise.
 */
export class WrongValue extends Problem {
  /** Without the two hyphens. */
  readonly option: string;
  /** Undefined if no single value of the option is at fault. */
  readonly value: string | undefined;
  readonly #says: Says;

  constructor(option: string, value: string | undefined, says: Says, options?: ErrorOptions) {
    super(says(`--${option}`), options);
    [this.option, this.value, this.#says] = [option, value, says];
  }

  /** The same fault, where the value stands in a file. */
  in(place: string): Problem {
    return new Problem(this.#says(place), { cause: this });
  }
}

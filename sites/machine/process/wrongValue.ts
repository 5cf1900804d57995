import { Problem } from "./problem.ts";

/** Makes the message from the place of the value: an option, or a member of a file. */
type Says = (where: string) => string;

/**
 * A wrong value of an option, or of the member of `svc.jsonc` for it. The message names the option. `in` names the place
 * in the file instead.
 */
export class WrongValue extends Problem {
  /** The name of the option, without the hyphens. */
  readonly option: string;
  /** The wrong value; undefined if no single value is wrong. */
  readonly value: string | undefined;
  readonly #says: Says;

  constructor(option: string, value: string | undefined, says: Says, options?: ErrorOptions) {
    super(says(`--${option}`), options);
    [this.option, this.value, this.#says] = [option, value, says];
  }

  /** The same problem, with the value's place in a file. */
  in(place: string): Problem {
    return new Problem(this.#says(place), { cause: this });
  }
}

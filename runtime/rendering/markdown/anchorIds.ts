/** The ids of one page's parts, to which links lead. Each is there once. */

/** A heading in small letters, with hyphens for spaces and without other signs, as on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

export class AnchorIds {
  readonly #counts = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    for (const id of taken) this.#counts.set(id, 0);
  }

  /** The wanted id, or the first free one with a number behind it. */
  take(wanted: string): string {
    const before = this.#counts.get(wanted);
    if (before === undefined) {
      this.#counts.set(wanted, 0);
      return wanted;
    }
    for (let number = before + 1; ; number += 1) {
      const id = `${wanted}-${number}`;
      if (this.#counts.has(id)) continue;
      this.#counts.set(wanted, number);
      this.#counts.set(id, 0);
      return id;
    }
  }
}

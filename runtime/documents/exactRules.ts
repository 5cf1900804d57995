import { EXACT_RULES_CHANGED_MAX } from "../../manifests/bounds/documents.ts";
import type { Redirect } from "./content/content.ts";

/** Redirects from one address each, by its path. A copy shares what it does not change, so it costs what changed. */
export class ExactRules {
  #all = new Map<string, Redirect>();
  /** Rules of a copy that its shared ones do not have. Undefined stands for a path without a rule. */
  #changed = new Map<string, Redirect | undefined>();
  #isShared = false;

  get(path: string): Redirect | undefined {
    return this.#changed.has(path) ? this.#changed.get(path) : this.#all.get(path);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  set(path: string, rule: Redirect): void {
    if (this.#isShared) this.#changed.set(path, rule);
    else this.#all.set(path, rule);
  }

  delete(path: string): void {
    if (this.#isShared) this.#changed.set(path, undefined);
    else this.#all.delete(path);
  }

  copy(): ExactRules {
    const made = new ExactRules();
    if (this.#changed.size > EXACT_RULES_CHANGED_MAX) return this.#whole(made);
    made.#all = this.#all;
    made.#changed = new Map(this.#changed);
    made.#isShared = true;
    return made;
  }

  #whole(made: ExactRules): ExactRules {
    made.#all = new Map(this.#all);
    for (const [path, rule] of this.#changed)
      if (rule) made.#all.set(path, rule);
      else made.#all.delete(path);
    return made;
  }
}

import { LOADER_KNOWN_MS, LOADER_SILENT_MS } from "../../../manifests/bounds/plugins.ts";
import type { LoaderState } from "../../../manifests/loaderState.ts";

/**
 * Asks whether plugin code can run in this deployment. Never rejects: a sandbox that does not answer counts as
 * unavailable.
 */
export type AskLoader = () => Promise<LoaderState>;

const NOBODY_ASKED: LoaderState = {
  available: false,
  reason: "it is not known yet whether this deployment runs plugin code",
};

/** Caches the loader's state, so that resolution is synchronous. */
export class LoaderKnowledge {
  readonly #ask: AskLoader;
  readonly #now: () => number;
  #state = NOBODY_ASKED;
  #askedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<boolean> | undefined;

  constructor(ask: AskLoader, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  get state(): LoaderState {
    return this.#state;
  }

  /** Asks again if the cached state is too old. True if the state has changed. */
  async prepare(): Promise<boolean> {
    // `Math.abs` makes a clock that was set back count as elapsed time.
    if (Math.abs(this.#now() - this.#askedAt) < (this.#state.silent ? LOADER_SILENT_MS : LOADER_KNOWN_MS)) return false;
    this.#pending ??= this.#learn().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async #learn(): Promise<boolean> {
    const { available, reason } = this.#state;
    this.#state = await this.#ask();
    this.#askedAt = this.#now();
    return available !== this.#state.available || reason !== this.#state.reason;
  }
}

import { LOADER_KNOWN_MS, LOADER_SILENT_MS } from "../../manifests/bounds.ts";
import type { ResolutionInput } from "./installed.ts";

/** Whether this deployment can run plugin code, and why not. */
export type LoaderState = ResolutionInput["loader"];

/** Asks whether plugin code can run here. Never rejects: a sandbox that does not answer is one that is not available. */
export type AskLoader = () => Promise<LoaderState>;

const NOBODY_ASKED: LoaderState = { available: false, reason: "it is not known yet whether this deployment runs plugin code" };

/** What is known of the loader, so that resolution need not wait for it. */
export class LoaderKnowledge {
  readonly #ask: AskLoader;
  readonly #now: () => number;
  #state = NOBODY_ASKED;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<boolean> | undefined;

  constructor(ask: AskLoader, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  get state(): LoaderState {
    return this.#state;
  }

  /** True when the answer is another one than before. */
  async prepare(): Promise<boolean> {
    // A clock that was set back counts as time gone by.
    if (Math.abs(this.#now() - this.#askedAt) < (this.#state.silent ? LOADER_SILENT_MS : LOADER_KNOWN_MS)) return false;
    this.#asking ??= this.#learn().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #learn(): Promise<boolean> {
    const { available, reason } = this.#state;
    this.#state = await this.#ask();
    this.#askedAt = this.#now();
    return available !== this.#state.available || reason !== this.#state.reason;
  }
}

import { LOADER_KNOWN_MS } from "../../manifests/bounds.ts";
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
  #asking: Promise<void> | undefined;

  constructor(ask: AskLoader, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  get state(): LoaderState {
    return this.#state;
  }

  async prepare(): Promise<void> {
    // A clock that was set back counts as time gone by.
    if (Math.abs(this.#now() - this.#askedAt) < LOADER_KNOWN_MS) return;
    this.#asking ??= this.#learn().finally(() => (this.#asking = undefined));
    await this.#asking;
  }

  async #learn(): Promise<void> {
    this.#state = await this.#ask();
    this.#askedAt = this.#now();
  }
}

/** A person's way through several pages: what they do, what they read, and how long each step takes a browser. */
import type { Locator, Page } from "playwright-core";

/** A step of the way. */
export interface WalkedStep {
  readonly name: string;
  /** Clicks, keys and typed texts. */
  readonly actions: number;
  /** Words that the pages of the step show. */
  readonly words: number;
  /** Until the next step could begin, by a browser that does not hesitate. */
  readonly ms: number;
}

/** A reader's words in a minute, and seconds for one action: slow ones of people who do it for the first time. */
const WORDS_A_MINUTE = 150;
const ACTION_SECONDS = 6;

/** Seconds that a person would take for the steps. */
export const secondsOf = (steps: readonly WalkedStep[]): number =>
  steps.reduce(
    (sum, { actions, words, ms }) => sum + actions * ACTION_SECONDS + (words / WORDS_A_MINUTE) * 60 + ms / 1000,
    0,
  );

export class Walk {
  readonly steps: WalkedStep[] = [];
  #actions = 0;
  #words = 0;

  async click(what: Locator): Promise<void> {
    this.#actions += 1;
    await what.click();
  }

  /** Fills a field: a click and a text. */
  async fill(what: Locator, text: string): Promise<void> {
    this.#actions += 2;
    await what.fill(text);
  }

  async press(page: Page, key: string): Promise<void> {
    this.#actions += 1;
    await page.keyboard.press(key);
  }

  async type(page: Page, text: string): Promise<void> {
    this.#actions += 1;
    await page.keyboard.type(text);
  }

  /** Counts what a page shows now. */
  async read(what: Locator): Promise<void> {
    const text = await what.innerText();
    this.#words += text.split(/\s+/).filter(Boolean).length;
  }

  /** Walks one step. */
  async step(name: string, walked: () => Promise<void>): Promise<void> {
    [this.#actions, this.#words] = [0, 0];
    const since = performance.now();
    await walked();
    const ms = Math.round(performance.now() - since);
    this.steps.push({ name, actions: this.#actions, words: this.#words, ms });
  }
}

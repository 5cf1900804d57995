/** A member of the demo in a browser of any engine: what they see, press and have in the draft. */
import type { WebDriver } from "./webDriver.ts";

export const [CONTROL, ALT] = ["\uE009", "\uE00A"];
export const [ENTER, ESCAPE, DOWN, HOME] = ["\uE007", "\uE00C", "\uE015", "\uE011"];

export interface StoredPage {
  readonly title: string;
  readonly sections: readonly {
    readonly id: string;
    readonly variant?: string;
    readonly fields: Record<string, unknown>;
  }[];
}

const FRAME = ".paper iframe";

export class Member {
  readonly browser: WebDriver;
  readonly #site: string;

  constructor(browser: WebDriver, site: string) {
    [this.browser, this.#site] = [browser, site];
  }

  async logIn(): Promise<void> {
    await this.browser.open(`${this.#site}/api/auth/start?return=/_editor/pages`);
    await this.browser.click('[value="ottilie-marchbank"]');
    await this.browser.until("return location.pathname === '/_editor/pages'");
  }

  open(path: string): Promise<void> {
    return this.browser.open(this.#site + path);
  }

  async openCanvas(page: string): Promise<void> {
    await this.open(`/_editor/edit?page=${page}`);
    await this.browser.until(`return document.querySelector('.paper[aria-busy="false"] iframe') !== null`);
  }

  /** Does something in the draft's frame, and comes back to the page around it. */
  async inDraft<T>(work: () => Promise<T>): Promise<T> {
    await this.browser.enter(FRAME);
    const done = await work();
    await this.browser.enter(null);
    return done;
  }

  /** Clicks the first element that a script finds. */
  press(script: string): Promise<void> {
    return this.browser.clickFound(script);
  }

  /** Clicks a button, link or label with exactly this text or name, inside of a selector. */
  pressNamed(name: string, inside = "body"): Promise<void> {
    return this.press(named(name, inside, "one === wanted"));
  }

  /** As `pressNamed`, by the beginning of the name. */
  pressBeginning(name: string, inside = "body"): Promise<void> {
    return this.press(named(name, inside, "one.startsWith(wanted)"));
  }

  focus(selector: string): Promise<void> {
    return this.browser.until(
      `const found = document.querySelector(${JSON.stringify(selector)}); found?.focus(); return found !== null && document.activeElement === found`,
    );
  }

  saved(): Promise<void> {
    return this.browser.until("return document.querySelector('.state')?.textContent.trim() === 'Saved'");
  }

  /** Waits for the words of a screen reader. */
  heard(words: string): Promise<void> {
    return this.browser.until(
      `return [...document.querySelectorAll('[role="status"]')].some((one) => one.textContent.includes(${JSON.stringify(words)}))`,
    );
  }

  /** The answer of the site's own API, asked by the page. */
  async asked<T>(path: string): Promise<T> {
    const text = await this.browser.value(
      `const request = new XMLHttpRequest(); request.open("GET", ${JSON.stringify(path)}, false); request.send(); return request.responseText`,
    );
    return JSON.parse(String(text)) as T;
  }

  async stored(page: string): Promise<StoredPage> {
    return (await this.asked<{ readonly body: StoredPage }>(`/api/pages/${page}`)).body;
  }

  async ids(page: string): Promise<string[]> {
    return (await this.stored(page)).sections.map(({ id }) => id);
  }
}

const named = (name: string, inside: string, test: string): string =>
  `const wanted = ${JSON.stringify(name)};
   const names = (found) => [found.ariaLabel, found.textContent].map((one) => one?.trim().replace(/\\s+/g, " ") ?? "");
   return [...document.querySelectorAll(${JSON.stringify(inside)})].flatMap((root) => [...root.querySelectorAll("button, a, label")])
     .find((found) => found.checkVisibility() && names(found).some((one) => ${test})) ?? null`;

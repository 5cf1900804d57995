/** A member of the demo in a browser of any engine: what they see, press and have in the draft. */
import { randomUUID } from "node:crypto";
import { visit } from "../../support/driver.ts";
import { patiently } from "./patiently.ts";
import { type SaveAnswer, saveKeys, savesAnswered } from "./saves.ts";
import type { WebDriver } from "./webDriver.ts";

export const [CONTROL, ALT, SHIFT] = ["\uE009", "\uE00A", "\uE008"];
export const [ENTER, ESCAPE, DOWN, HOME, RIGHT] = ["\uE007", "\uE00C", "\uE015", "\uE011", "\uE014"];

export interface StoredPage {
  readonly title: string;
  readonly sections: readonly {
    readonly id: string;
    readonly variant?: string;
    readonly fields: Record<string, unknown>;
  }[];
}

const FRAME = ".paper iframe";

interface ApiRequest {
  readonly body?: unknown;
  /** The version for If-Match. */
  readonly version?: number;
}

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
    await this.shownCanvas();
  }

  /** Waits until the canvas shows its page. */
  shownCanvas(): Promise<void> {
    return this.browser.until(`return document.querySelector('.paper[aria-busy="false"] iframe') !== null`);
  }

  /** Does something in the draft's frame, and comes back to the page around it. */
  inDraft<T>(work: () => Promise<T>): Promise<T> {
    return this.inFrame(FRAME, work);
  }

  async inFrame<T>(selector: string, work: () => Promise<T>): Promise<T> {
    await this.browser.enter(selector);
    const done = await work();
    await this.browser.enter(null);
    return done;
  }

  /** Goes on in a new tab. The one before closes without a warning. */
  async leaveTab(): Promise<void> {
    const left = await this.browser.openTab();
    await this.browser.closeOther(left);
  }

  /** Does something in another tab, and comes back. */
  async inNewTab(work: () => Promise<void>): Promise<void> {
    const own = await this.browser.openTab();
    await work();
    await this.browser.closeTab(own);
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

  /** Writes a text over the one of a field. */
  async write(selector: string, text: string): Promise<void> {
    await this.focus(selector);
    await this.browser.type([[CONTROL, "a"], ...text]);
  }

  /** Writes a text into the field whose label begins with these words, inside of a selector. */
  async fill(label: string, text: string, inside = "body"): Promise<void> {
    await this.browser.until(
      `${labelled(label, inside)}; found?.focus(); return found !== null && document.activeElement === found`,
    );
    await this.browser.type([[CONTROL, "a"], ...text]);
  }

  /** Ticks the box whose label begins with these words, if it is not ticked. */
  async tick(label: string, inside = "body"): Promise<void> {
    const isTicked = await this.browser.value(`${labelled(label, inside)}; return found?.checked === true`);
    if (isTicked !== true) await this.pressBeginning(label, inside);
  }

  /** Sets the value of a field that no key writes alike in all engines. */
  async set(selector: string, value: string): Promise<void> {
    await this.browser.value(
      `const field = document.querySelector(${JSON.stringify(selector)});
       field.value = ${JSON.stringify(value)};
       for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));`,
    );
  }

  /** Chooses a file for the field whose label begins with these words. */
  upload(label: string, path: string): Promise<void> {
    return this.browser.sendTo(`${labelled(label, "body")}; return found`, path);
  }

  saved(): Promise<void> {
    return this.standsAs("Saved");
  }

  /** Waits until the bar shows this save state. */
  standsAs(word: string): Promise<void> {
    return this.browser.until(
      `return document.querySelector('.state')?.textContent.trim() === ${JSON.stringify(word)}`,
    );
  }

  async until(isTrue: () => Promise<boolean>, otherwise: string): Promise<void> {
    await patiently(async () => {
      if (!(await isTrue())) throw new Error(otherwise);
    });
  }

  /** Answers the next saves of the open page so, and those after them as `rest` says. */
  async answerSaves(answers: readonly SaveAnswer[], rest: "refused" | "through"): Promise<void> {
    await this.browser.value(savesAnswered(answers, rest));
  }

  /** The idempotency keys of the saves since the first `answerSaves` of the open page. */
  async saveKeys(): Promise<readonly string[]> {
    return (await this.browser.value(saveKeys)) as readonly string[];
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

  /** Sends something to the site's own API, from the page. Throws if it is refused. */
  async send<T = void>(
    method: string,
    path: string,
    { body, version }: ApiRequest,
    mode?: "without waiting",
  ): Promise<T> {
    const headers = {
      "idempotency-key": randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(version === undefined ? {} : { "if-match": `"${version}"` }),
    };
    const text = body === undefined ? null : JSON.stringify(body);
    const [status, answer] = (await this.browser.value(
      `const request = new XMLHttpRequest();
       request.open(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${mode !== undefined});
       for (const [name, value] of Object.entries(${JSON.stringify(headers)})) request.setRequestHeader(name, value);
       request.send(${JSON.stringify(text)});
       return [request.status, request.responseText];`,
    )) as [number, string];
    if (mode === undefined && status >= 300) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 200)}`);
    return (answer === "" ? undefined : JSON.parse(answer)) as T;
  }

  /** Waits until a stranger gets these words in the site's page. */
  visitorSees(path: string, words: string): Promise<void> {
    const { hostname, port } = new URL(this.#site);
    return this.until(async () => {
      const { status, body } = await visit(Number(port), hostname, `${path}?fresh=${randomUUID()}`);
      return status === 200 && body.includes(words);
    }, `visitors do not see “${words}” at ${path}`);
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

/** The control of the first label that begins with these words. */
const labelled = (label: string, inside: string): string =>
  `const found = [...document.querySelectorAll(${JSON.stringify(inside)})].flatMap((root) => [...root.querySelectorAll("label")])
     .find((one) => one.textContent.trim().startsWith(${JSON.stringify(label)}) && one.control)?.control ?? null`;

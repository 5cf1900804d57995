import type { Page } from "playwright-core";

/** A member who uses only a keyboard. */
export class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses a key until the focus is on the named element. */
  async go(to: string | RegExp, key = "Tab", most = 120): Promise<void> {
    for (let pressed = 0; pressed < most; pressed += 1) {
      const at = await this.#focused();
      if (typeof to === "string" ? at === to : to.test(at)) return;
      await this.press(key);
    }
    throw new Error(`${key} does not get to ${to}: it is at ${await this.#focused()}`);
  }

  region(): Promise<string | null> {
    return this.#page.evaluate(
      () => document.activeElement?.closest("[data-region]")?.getAttribute("aria-label") ?? null,
    );
  }

  /** Moves through the regions until the named one. */
  async goToRegion(name: string): Promise<void> {
    for (let pressed = 0; pressed < 6; pressed += 1) {
      if ((await this.region()) === name) return;
      await this.press("F6");
    }
    throw new Error(`F6 does not get to ${name}`);
  }

  async goToRow(id: string): Promise<void> {
    await this.goToRegion("Sections");
    const at = (): Promise<string | undefined> =>
      this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["id"]);
    const ids = await this.#page
      .locator(".row-name")
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["id"]));
    // After a dialog, the button of the menu that opened it has the focus, which stands right behind its row.
    const isAtMenu = await this.#page.evaluate(() => document.activeElement?.matches(".row-more") === true);
    if (isAtMenu) await this.press("Shift+Tab");
    for (let row = await at(), pressed = 0; row !== id; row = await at(), pressed += 1) {
      if (pressed > 60) throw new Error(`no row ${id}`);
      const key = ids.indexOf(row) > ids.indexOf(id) ? "ArrowUp" : "ArrowDown";
      await this.press(row === undefined ? "Tab" : key);
    }
  }

  /** Chooses an entry in the menu of a section, opened from its row. */
  async chooseInMenu(id: string, word: RegExp): Promise<void> {
    await this.goToRow(id);
    await this.press("Tab", "Enter");
    await this.go(word, "ArrowDown");
    await this.press("Enter");
  }

  /** The accessible name of the focused element. */
  #focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.closest("label") ?? (element as HTMLInputElement | null)?.labels?.[0];
      return (element?.getAttribute("aria-label") ?? label?.textContent ?? element?.textContent ?? "").trim();
    });
  }
}

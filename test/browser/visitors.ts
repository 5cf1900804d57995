import type { Page } from "playwright-core";
import type { Profiles } from "./profiles.ts";

/** Visitors one after the other, each with an address of its own, because the site limits what comes from one. */
export class Visitors {
  readonly #browser: Profiles;
  readonly #network: string;
  /** A tab with scripts and one without. A new profile takes longer than most visits. */
  readonly #tabs = new Map<boolean, Promise<Page>>();
  #count = 0;

  constructor(browser: Profiles, network: string) {
    this.#browser = browser;
    this.#network = network;
  }

  /** The tab of the next visitor. */
  async next(javaScriptEnabled: boolean): Promise<Page> {
    const tab = this.#tabs.get(javaScriptEnabled) ?? this.#browser.newPage({ javaScriptEnabled });
    this.#tabs.set(javaScriptEnabled, tab);
    const page = await tab;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.setExtraHTTPHeaders({ "cf-connecting-ip": `2001:db8:${this.#network}:${(this.#count += 1)}::1` });
    return page;
  }
}

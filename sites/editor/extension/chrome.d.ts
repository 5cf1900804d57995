/** The parts of the `chrome` API that the extension uses. */
interface ChromeTab {
  readonly id?: number;
  readonly index: number;
}

interface ChromeScript<Args extends readonly unknown[], Result> {
  readonly target: { readonly tabId: number };
  readonly func: (...args: Args) => Result;
  readonly args: Args;
}

interface ChromeApi {
  readonly action: {
    readonly onClicked: { addListener(listener: (tab: ChromeTab) => void): void };
    setTitle(given: { readonly tabId: number; readonly title: string }): Promise<void>;
    setBadgeText(given: { readonly tabId: number; readonly text: string }): Promise<void>;
  };
  readonly scripting: {
    executeScript<Args extends readonly unknown[], Result>(
      script: ChromeScript<Args, Result>,
    ): Promise<readonly { readonly result?: Result }[]>;
  };
  readonly tabs: { create(given: { readonly url: string; readonly index: number }): Promise<unknown> };
}

declare const chrome: ChromeApi;

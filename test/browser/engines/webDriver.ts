/** A browser that takes the commands of WebDriver (W3C), as far as a walk through the editor needs them. */
import { patiently } from "./patiently.ts";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const WINDOW = { width: 1280, height: 900 };

type Element = Readonly<Record<typeof ELEMENT, string>>;

/** Takes a command by its name in WebDriver, with its parameters. */
export interface Remote extends AsyncDisposable {
  command(name: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown>;
}

interface Session {
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

export class WebDriver implements AsyncDisposable {
  readonly #remote: Remote;
  readonly #session: Session;

  private constructor(remote: Remote, session: Session) {
    [this.#remote, this.#session] = [remote, session];
  }

  /** Opens a browser with these options. */
  static async start(remote: Remote, capabilities: object): Promise<WebDriver> {
    const parameters = { capabilities: { alwaysMatch: capabilities } };
    const session = (await patiently(() => remote.command("NewSession", parameters))) as Session;
    await remote.command("SetWindowRect", WINDOW);
    return new WebDriver(remote, session);
  }

  get name(): string {
    const { browserName, browserVersion } = this.#session.capabilities;
    return `${browserName} ${browserVersion}`;
  }

  async open(address: string): Promise<void> {
    await this.#remote.command("Navigate", { url: address });
  }

  async address(): Promise<string> {
    return String(await this.#remote.command("GetCurrentURL", {}));
  }

  /** The value of a script in the page or the chosen frame. */
  async value(script: string): Promise<unknown> {
    return this.#remote.command("ExecuteScript", { script, args: [] });
  }

  /** Waits until a script answers something true. */
  async until(script: string): Promise<void> {
    await patiently(async () => {
      if (!(await this.value(script))) throw new Error(`it stays untrue: ${script}`);
    });
  }

  /** Clicks the element that a script answers. */
  async clickFound(script: string): Promise<void> {
    await patiently(async () => {
      const found = (await this.value(script)) as Element | null;
      if (!found) throw new Error(`nothing is found: ${script.slice(0, 120)}`);
      await this.#remote.command("ElementClick", { id: found[ELEMENT] });
    });
  }

  /** Types into the element that a script answers, or chooses a file for it. */
  async sendTo(script: string, text: string): Promise<void> {
    await patiently(async () => {
      const found = (await this.value(script)) as Element | null;
      if (!found) throw new Error(`nothing is found: ${script.slice(0, 120)}`);
      await this.#remote.command("ElementSendKeys", { id: found[ELEMENT], text });
    });
  }

  async deleteCookies(): Promise<void> {
    await this.#remote.command("DeleteAllCookies", {});
  }

  /** Opens a tab and goes to it. Answers the handle of the tab before. */
  async openTab(): Promise<string> {
    const own = String(await this.#remote.command("GetWindowHandle", {}));
    const { handle } = (await this.#remote.command("NewWindow", { type: "tab" })) as { readonly handle: string };
    await this.#remote.command("SwitchToWindow", { handle });
    return own;
  }

  /** Closes the tab, and goes back to another one. */
  async closeTab(back: string): Promise<void> {
    await this.#remote.command("CloseWindow", {});
    await this.#remote.command("SwitchToWindow", { handle: back });
  }

  /** Closes another tab, and stays in this one. */
  async closeOther(handle: string): Promise<void> {
    const own = String(await this.#remote.command("GetWindowHandle", {}));
    await this.#remote.command("SwitchToWindow", { handle });
    await this.closeTab(own);
  }

  /** Sets the size of the window; the usual one without arguments. */
  async resize(width = WINDOW.width, height = WINDOW.height): Promise<void> {
    await this.#remote.command("SetWindowRect", { width, height });
  }

  /** Drags with the mouse from the middle of one element to just below the top of another. */
  async drag(from: string, to: string): Promise<void> {
    const middle = async (selector: string, above: number): Promise<object> => {
      const place = `const { x, y, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();`;
      const [x, y] = (await this.value(`${place} return [x + 20, y + ${above} * height]`)) as [number, number];
      return { type: "pointerMove", origin: "viewport", x: Math.round(x), y: Math.round(y), duration: 200 };
    };
    const [start, end] = [await middle(from, 0.5), await middle(to, 0.1)];
    const actions = [start, { type: "pointerDown", button: 0 }, end, end, { type: "pointerUp", button: 0 }];
    const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
    await this.#remote.command("PerformActions", { actions: [mouse] });
  }

  async click(selector: string): Promise<void> {
    await patiently(async () => this.#remote.command("ElementClick", { id: (await this.#find(selector))[ELEMENT] }));
  }

  /** Goes into a frame, or with null back to the page. */
  async enter(selector: string | null): Promise<void> {
    await patiently(async () => {
      const id = selector === null ? null : await this.#find(selector);
      await this.#remote.command("SwitchToFrame", { id });
    });
  }

  /** Presses keys one after another, as a person does. In a list of keys, all are held before the last is pressed. */
  async type(keys: readonly (string | readonly string[])[]): Promise<void> {
    const down = (value: string): object => ({ type: "keyDown", value });
    const up = (value: string): object => ({ type: "keyUp", value });
    const actions = keys
      .map((key) => (typeof key === "string" ? [key] : key))
      .flatMap((held) => [...held.map(down), ...held.toReversed().map(up)]);
    await this.#remote.command("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#remote.command("DeleteSession", {}).catch(() => undefined);
    await this.#remote[Symbol.asyncDispose]();
  }

  async #find(selector: string): Promise<Element> {
    return (await this.#remote.command("FindElement", { using: "css selector", value: selector })) as Element;
  }
}

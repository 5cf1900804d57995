/** A browser behind a program that speaks WebDriver (W3C), as far as a walk through the editor needs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const [TRIES, PAUSE_MS] = [120, 250];
const WINDOW = { width: 1280, height: 900 };

type Element = Readonly<Record<typeof ELEMENT, string>>;

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

/** Repeats work until it succeeds, for half a minute. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await wait(PAUSE_MS);
    }
  }
}

export class WebDriver implements AsyncDisposable {
  readonly #address: string;
  readonly #program: ChildProcess;
  #session: Session | undefined;

  private constructor(program: ChildProcess, port: number) {
    [this.#program, this.#address] = [program, `http://127.0.0.1:${port}`];
  }

  /** Starts a driver, and its browser with these options. */
  static async start(path: string, port: number, capabilities: object): Promise<WebDriver> {
    const driver = new WebDriver(spawn(path, ["-p", String(port)], { stdio: "ignore" }), port);
    const body = { capabilities: { alwaysMatch: capabilities } };
    driver.#session = (await patiently(() => driver.#ask("POST", "/session", body))) as Session;
    await driver.#inSession("POST", "/window/rect", WINDOW);
    return driver;
  }

  get name(): string {
    const { browserName = "?", browserVersion = "" } = this.#session?.capabilities ?? {};
    return `${browserName} ${browserVersion}`;
  }

  async open(address: string): Promise<void> {
    await this.#inSession("POST", "/url", { url: address });
  }

  async address(): Promise<string> {
    return String(await this.#inSession("GET", "/url"));
  }

  /** The value of a script in the page or the chosen frame. */
  async value(script: string): Promise<unknown> {
    return this.#inSession("POST", "/execute/sync", { script, args: [] });
  }

  /** Waits until a script answers something true. */
  async until(script: string): Promise<void> {
    await patiently(async () => {
      if (!(await this.value(script))) throw new Error(`it stays untrue: ${script}`);
    });
  }

  async click(selector: string): Promise<void> {
    await patiently(async () => {
      const found = (await this.#inSession("POST", "/element", { using: "css selector", value: selector })) as Element;
      await this.#inSession("POST", `/element/${found[ELEMENT]}/click`, {});
    });
  }

  /** Goes into a frame, or with null back to the page. */
  async enter(selector: string | null): Promise<void> {
    await patiently(async () => {
      const using = { using: "css selector", value: selector ?? "" };
      const id = selector === null ? null : await this.#inSession("POST", "/element", using);
      await this.#inSession("POST", "/frame", { id });
    });
  }

  /** Presses keys one after another, as a person does. A pair is a key that is held, and the one that is pressed with it. */
  async type(keys: readonly (string | readonly [held: string, key: string])[]): Promise<void> {
    const down = (value: string): object => ({ type: "keyDown", value });
    const up = (value: string): object => ({ type: "keyUp", value });
    const actions = keys.flatMap((key) =>
      typeof key === "string" ? [down(key), up(key)] : [down(key[0]), down(key[1]), up(key[1]), up(key[0])],
    );
    await this.#inSession("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#session) await this.#inSession("DELETE", "").catch(() => undefined);
    this.#program.kill();
  }

  #inSession(method: string, path: string, body?: object): Promise<unknown> {
    return this.#ask(method, `/session/${this.#session?.sessionId ?? ""}${path}`, body);
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { readonly value: unknown };
    if (!reply.ok) throw new Error(JSON.stringify(value).slice(0, 500));
    return value;
  }
}

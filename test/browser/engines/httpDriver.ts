/** A program that speaks WebDriver over HTTP, and starts the browser. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Remote } from "./webDriver.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** The address of each command, below the session. `{id}` is a parameter. */
const COMMANDS: Readonly<Record<string, readonly [method: string, path: string]>> = {
  SetWindowRect: ["POST", "/window/rect"],
  Navigate: ["POST", "/url"],
  GetCurrentURL: ["GET", "/url"],
  ExecuteScript: ["POST", "/execute/sync"],
  FindElement: ["POST", "/element"],
  ElementClick: ["POST", "/element/{id}/click"],
  ElementSendKeys: ["POST", "/element/{id}/value"],
  DeleteAllCookies: ["DELETE", "/cookie"],
  GetWindowHandle: ["GET", "/window"],
  NewWindow: ["POST", "/window/new"],
  SwitchToWindow: ["POST", "/window"],
  CloseWindow: ["DELETE", "/window"],
  SwitchToFrame: ["POST", "/frame"],
  PerformActions: ["POST", "/actions"],
  DeleteSession: ["DELETE", ""],
};

export class HttpDriver implements Remote {
  readonly #address: string;
  readonly #program: ChildProcess;
  #session = "";

  constructor(path: string, port: number) {
    this.#program = spawn(path, ["-p", String(port)], { stdio: "ignore" });
    this.#address = `http://127.0.0.1:${port}/session`;
  }

  async command(name: string, { id, ...parameters }: Parameters): Promise<unknown> {
    if (name === "NewSession") {
      const session = (await this.#ask("POST", "", parameters)) as { readonly sessionId: string };
      this.#session = `/${session.sessionId}`;
      return session;
    }
    const [method, path] = COMMANDS[name] ?? ["GET", ""];
    // A frame is named in the body, and an element in the address.
    const isInBody = !path.includes("{id}");
    const body = id !== undefined && isInBody ? { ...parameters, id } : parameters;
    return this.#ask(method, this.#session + path.replace("{id}", String(id)), body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#program.kill();
    return Promise.resolve();
  }

  async #ask(method: string, path: string, body: object): Promise<unknown> {
    const reply = await fetch(this.#address + path, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { readonly value: unknown };
    if (!reply.ok) throw new Error(JSON.stringify(value).slice(0, 500));
    return value;
  }
}

/** Firefox by its own remote protocol, Marionette: the commands of WebDriver as JSON over a socket. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patiently } from "./patiently.ts";
import type { Remote } from "./webDriver.ts";

interface Pending {
  readonly done: (value: unknown) => void;
  readonly failed: (error: Error) => void;
}

/** An answer: a mark, the command's number, the error, the value. */
type Message = readonly [mark: 1, id: number, error: object | null, value: unknown];

/** The value of an answer. Most have it in a member `value`, and a session is the value itself. */
const inside = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && Object.keys(answer).join() === "value"
    ? (answer as { readonly value: unknown }).value
    : answer;

export class Marionette implements Remote {
  readonly #socket: Socket;
  readonly #program: ChildProcess;
  readonly #profile: string;
  readonly #pending = new Map<number, Pending>();
  #received = Buffer.alloc(0);
  #sent = 0;

  private constructor(socket: Socket, program: ChildProcess, profile: string) {
    [this.#socket, this.#program, this.#profile] = [socket, program, profile];
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("close", () => this.#fail(new Error("Firefox has closed the connection.")));
    socket.on("error", (error) => this.#fail(error));
  }

  /** Starts Firefox without a window, with a profile of its own, at a port. */
  static async start(path: string, port: number): Promise<Marionette> {
    const profile = mkdtempSync(join(tmpdir(), "drawbridge-firefox-"));
    writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\n`);
    const args = ["--marionette", "--headless", "--no-remote", "--profile", profile];
    const program = spawn(path, args, { stdio: "ignore" });
    const socket = await patiently(async () => {
      const tried = connect(port, "127.0.0.1");
      await once(tried, "connect");
      return tried;
    });
    return new Marionette(socket, program, profile);
  }

  command(name: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
    const id = (this.#sent += 1);
    // Marionette names a frame by the element's text alone.
    const frame = name === "SwitchToFrame" && parameters["id"] ? { element: Object.values(parameters["id"])[0] } : {};
    const sent = name === "SwitchToFrame" ? frame : parameters;
    const text = JSON.stringify([0, id, `WebDriver:${name}`, sent]);
    const answer = new Promise<unknown>((done, failed) => this.#pending.set(id, { done, failed }));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
    if (this.#program.exitCode === null && this.#program.kill()) await once(this.#program, "exit");
    rmSync(this.#profile, { recursive: true, force: true });
  }

  /** Reads the whole messages that have arrived, each behind its length in bytes. */
  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)));
      if (colon === -1 || this.#received.length < end) return;
      const text = this.#received.subarray(colon + 1, end).toString();
      this.#received = this.#received.subarray(end);
      this.#answered(JSON.parse(text) as Message | object);
    }
  }

  /** The first message only greets. */
  #answered(message: Message | object): void {
    if (!Array.isArray(message)) return;
    const [, id, error, value] = message as unknown as Message;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) pending?.failed(new Error(JSON.stringify(error).slice(0, 500)));
    else pending?.done(inside(value));
  }

  #fail(error: Error): void {
    for (const { failed } of this.#pending.values()) failed(error);
    this.#pending.clear();
  }
}

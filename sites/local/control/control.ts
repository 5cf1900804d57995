import { randomBytes, timingSafeEqual } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { PAUSE_MAX_MS } from "../../../manifests/bounds/operators.ts";
import { ADDRESS } from "../listening.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { stopWorkers } from "./stopped.ts";

/**
 * A run leaves this file in its folder for commands of the same user: the run's address, and the word that opens it.
 */
export interface ControlFile {
  readonly control: number;
  readonly word: string;
  /** The port for visitors. */
  readonly port: number;
}

export interface ControlInput {
  readonly folder: Pick<DataFolder, "control">;
  readonly port: number;
  /** Process id of the workers. */
  readonly pid: () => number | undefined;
  readonly tell: (line: string) => void;
}

const OWNER_ONLY = 0o600;
/** Longer than any line of ours. */
const LINE_MAX_CHARS = 200;

/**
 * The door for `svc backup`: it has the workers stand still while it copies. It is open for who can read the folder, and
 * leads to nothing else. A pause ends with its connection, so a backup that is killed leaves no run standing.
 */
export async function openControl({ folder, port, pid, tell }: ControlInput): Promise<AsyncDisposable> {
  const word = randomBytes(32).toString("base64url");
  const open = new Set<Socket>();
  let queue = Promise.resolve();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    const heard = new Lines(socket);
    queue = queue.then(() => pauseFor(socket, heard, { word, pid, tell })).catch(() => void socket.destroy());
  });
  server.listen({ port: 0, host: ADDRESS });
  await once(server, "listening");
  const file: ControlFile = { control: (server.address() as AddressInfo).port, word, port };
  writeFileSync(folder.control, JSON.stringify(file), { mode: OWNER_ONLY });
  return {
    [Symbol.asyncDispose]: async () => {
      rmSync(folder.control, { force: true });
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
      await queue;
    },
  };
}

/** Lines as they come; undefined once the connection is over, in whichever way. */
class Lines {
  #text = "";
  #isOver = false;
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    socket.setEncoding("utf8").on("data", (text: string) => {
      this.#text += text;
      if (this.#text.length > LINE_MAX_CHARS) socket.destroy();
      this.#wake.resolve();
    });
    socket.on("close", () => {
      this.#isOver = true;
      this.#wake.resolve();
    });
  }

  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end >= 0) return this.#take(end);
      if (this.#isOver) return undefined;
      this.#wake = Promise.withResolvers();
      await this.#wake.promise;
    }
  }

  #take(end: number): string {
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return line;
  }
}

type Pausing = Pick<ControlInput, "pid" | "tell"> & { readonly word: string };

/** `<word>`, then `stopped`; `done`, then `whole`, or `broken` when the workers did not stand still all the time. */
async function pauseFor(socket: Socket, heard: Lines, { word, pid, tell }: Pausing): Promise<void> {
  const late = setTimeout(() => socket.destroy(), PAUSE_MAX_MS);
  try {
    if (!isSame((await heard.next()) ?? "", word)) return void socket.destroy();
    const stopped = await stopWorkers(pid());
    const since = performance.now();
    socket.write("stopped\n");
    const reply = await heard.next();
    const isWhole = stopped.resume() && reply === "done";
    tell(`A backup held the workers for ${Math.round(performance.now() - since)} ms.`);
    socket.end(isWhole ? "whole\n" : "broken\n");
  } finally {
    clearTimeout(late);
  }
}

function isSame(given: string, word: string): boolean {
  const [theirs, ours] = [Buffer.from(given), Buffer.from(word)];
  return theirs.byteLength === ours.byteLength && timingSafeEqual(theirs, ours);
}

import { randomBytes, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { PAUSE_MAX_MS } from "../../../manifests/bounds/operators.ts";
import type { ControlFile } from "../../cli/debugging/controlFile.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { ADDRESS } from "../process/listening.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { inspectFor, type InspectedProcess } from "./inspecting.ts";
import { stopWorkers } from "./stopped.ts";

export interface ControlledProcesses {
  /** Process id of the workers. */
  readonly pid: number | undefined;
  /** The process that runs plugins. */
  readonly ofPlugins: InspectedProcess;
}

export interface ControlInput {
  readonly folder: Pick<DataFolder, "control">;
  readonly port: number;
  readonly processes: ControlledProcesses;
  /** Keeps this program from writing while a backup copies; undefined if it writes nothing. */
  readonly hold?: (() => Disposable) | undefined;
  readonly tell: (line: string) => void;
}

const OWNER_ONLY = 0o600;
/** The longest line of the protocol is shorter. */
const LINE_MAX_CHARS = 400;

/**
 * The control port for `svc backup`, which stops the workers during its copy, and for debuggers of plugins. Only a user
 * who can read the folder knows the secret. A pause ends with its connection, so a killed backup leaves no run stopped.
 */
export async function openControl({ folder, port, ...around }: ControlInput): Promise<AsyncDisposable> {
  const word = randomBytes(32).toString("base64url");
  const open = new Set<Socket>();
  let queue = Promise.resolve();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    void serve(socket, new Lines(socket));
  });
  // Only clients that know the secret wait for each other.
  const serve = async (socket: Socket, heard: Lines): Promise<void> => {
    const words = await admitted(socket, heard, word);
    if (!words) return void socket.destroy();
    const [verb, ...asked] = words;
    if (verb === "inspect")
      return inspectFor(socket, around.processes.ofPlugins, asked).catch(() => void socket.destroy());
    queue = queue.then(() => pauseFor(socket, heard, around)).catch(() => void socket.destroy());
  };
  server.listen({ port: 0, host: ADDRESS });
  await once(server, "listening");
  const file: ControlFile = { control: (server.address() as AddressInfo).port, word, port };
  writeWhole(folder.control, JSON.stringify(file), OWNER_ONLY);
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

/** The lines that a client sends; undefined once the connection has ended. */
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

/** The longest wait for the secret, in milliseconds. A command of this user sends it at once. */
const WORD_MS = 2_000;

/** The words behind the secret; undefined without it. A client that says nothing keeps no other one waiting. */
async function admitted(socket: Socket, heard: Lines, word: string): Promise<string[] | undefined> {
  const late = setTimeout(() => socket.destroy(), WORD_MS);
  try {
    const [given = "", ...asked] = (await heard.next())?.split(" ") ?? [];
    return isSame(given, word) ? asked : undefined;
  } finally {
    clearTimeout(late);
  }
}

/**
 * The protocol of a pause: the client sends `<word>`, gets `stopped`, copies, and sends `done`. The answer is `whole`, or `broken`
 * if the workers did not stay stopped.
 */
async function pauseFor(
  socket: Socket,
  heard: Lines,
  { processes, hold, tell }: Pick<ControlInput, "processes" | "hold" | "tell">,
): Promise<void> {
  using _ = hold?.();
  const late = setTimeout(() => socket.destroy(), PAUSE_MAX_MS);
  try {
    const stopped = await stopWorkers(processes.pid);
    const since = performance.now();
    socket.write("stopped\n");
    const reply = await heard.next();
    const isWhole = stopped.resume() && reply === "done";
    tell(`A backup paused the workers for ${Math.round(performance.now() - since)} ms.`);
    socket.end(isWhole ? "whole\n" : "broken\n");
  } finally {
    clearTimeout(late);
  }
}

function isSame(given: string, word: string): boolean {
  const [theirs, ours] = [Buffer.from(given), Buffer.from(word)];
  return theirs.byteLength === ours.byteLength && timingSafeEqual(theirs, ours);
}

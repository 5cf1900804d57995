/** Asks a run on this machine for the isolate of one plugin's version. The secret of its data folder is needed. */
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { ControlFile } from "./controlFile.ts";

/** Servers of a run listen on loopback only. */
const ADDRESS = "127.0.0.1";
/** The longest wait for the run's answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** A plugin's version, by its manifest's digest. */
export interface InspectedPlugin {
  readonly plugin: string;
  readonly digest: string;
}

/** The inspector's place of one isolate. The run's watchdog rests until it is left. */
export interface InspectedIsolate {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Resolves when the run ends or the isolate is left. */
  readonly over: Promise<void>;
  leave(): void;
}

const AT = /^at ([\d.]+):(\d+)(\/\S+)$/;

async function answerOf(socket: Socket): Promise<string> {
  for await (const line of createInterface({ input: socket })) return line;
  return "";
}

/** The isolate of a plugin; undefined if it has run nothing yet, or no run answers. */
export async function inspectedIsolate(
  { control, word }: ControlFile,
  { plugin, digest }: InspectedPlugin,
): Promise<InspectedIsolate | undefined> {
  const socket = connect({ port: control, host: ADDRESS });
  const over = new Promise<void>((done) => socket.on("error", () => undefined).on("close", () => done()));
  const late = setTimeout(() => socket.destroy(), ANSWER_MS);
  socket.write(`${word} inspect ${plugin} ${digest}\n`);
  const [, host = "", port = "", path = ""] = AT.exec(await answerOf(socket)) ?? [];
  clearTimeout(late);
  const leave = (): void => void socket.destroy();
  if (path !== "") return { host, port: Number(port), path, over, leave };
  leave();
  return undefined;
}

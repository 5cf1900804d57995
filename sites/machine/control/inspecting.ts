/** Tells a debugger of the same user where the isolate of its plugin is, and lets the watchdog rest meanwhile. */
import type { Socket } from "node:net";
import { pluginOfIsolate } from "../../../sandbox/isolateName.ts";
import { Inspector } from "../watchdog/inspector.ts";

/** The process that runs plugins. */
export interface InspectedProcess {
  /** Host and port of its inspector; undefined until it listens. */
  readonly inspector: string | undefined;
  /** Lets the watchdog rest, because a debugger may hold the thread. */
  rest(): Disposable;
}

/** The newest isolate of a plugin's version. Its attempts have rising numbers. */
async function isolateOf(inspector: Inspector, plugin: string, digest: string): Promise<string | undefined> {
  const numberOf = (name: string): number => Number(/:(\d+)\./.exec(name)?.[1] ?? 0);
  const all = (await inspector.isolates()).filter((name) => {
    const found = pluginOfIsolate(name);
    return found?.plugin === plugin && found.digest === digest;
  });
  return all.toSorted((a, b) => numberOf(a) - numberOf(b)).at(-1);
}

/** Answers `at <host>:<port>/<isolate>`, or `none`. The watchdog rests until the client ends the connection. */
export async function inspectFor(
  socket: Socket,
  process: InspectedProcess,
  [plugin = "", digest = ""]: string[],
): Promise<void> {
  const { inspector: address } = process;
  const isolate = address === undefined ? undefined : await isolateOf(new Inspector(address), plugin, digest);
  if (address === undefined || isolate === undefined || socket.destroyed) return void socket.end("none\n");
  const rest = process.rest();
  socket.on("close", () => rest[Symbol.dispose]());
  socket.write(`at ${address}/${isolate}\n`);
}

import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";
import { visibleText } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { guard } from "./guarded.ts";
import { pluginLogOf } from "../logs/pluginLog.ts";
import { workerdPath } from "./platform.ts";
import { runtimeOf } from "./processes.ts";
import { workersLog } from "../logs/workersLog.ts";
import { messageOf } from "../logs/message.ts";

/** The configuration and the data folder of a run's workers. */
export interface WorkersInput {
  /** Path of workerd's configuration. */
  readonly config: string;
  /** A command that limits what workerd may use, and its arguments. */
  readonly limits?: readonly string[];
  readonly folder: DataFolder;
  /** Called for every line the workers or their runtime wrote. */
  readonly onLine: (line: string) => void;
}

/** The running workers of one start. */
export interface Workers {
  /** Process id of the workerd that runs the workers. */
  pid(): number | undefined;
  /** Undefined until its inspector listens. */
  inspectorPort(): number | undefined;
  /** Resolves when the workers have ended, whether asked to or not. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Objects of workers, queues and loaders of code are among what it calls experimental. */
const ARGUMENTS = ["serve", "--experimental", "--inspector-addr=127.0.0.1:0", "--control-fd=3"];

export function startWorkers({ config, limits = [], folder, onLine }: WorkersInput): Workers {
  const running = guard([...limits, workerdPath(), ...ARGUMENTS, config], process.env);
  const log = workersLog(folder);
  const plugins = pluginLogOf(folder);
  const note = (text: string): void => {
    const message = messageOf(text);
    if (plugins.take(message)) return;
    for (const part of message.text.split("\n")) {
      const line = visibleText(stripVTControlCharacters(part));
      if (line.trim() === "") continue;
      log.write(line);
      onLine(line);
    }
  };
  let inspectorPort: number | undefined;
  const readers = [
    ...[running.stdout, running.stderr].map((input) => createInterface({ input }).on("line", note)),
    createInterface({ input: running.control }).on("line", (line) => (inspectorPort ??= inspectorPortIn(line))),
  ];
  const exited = running.exited.finally(() => {
    for (const reader of readers) reader.close();
  });
  return { pid: () => runtimeOf(running.pid), inspectorPort: () => inspectorPort, exited, stop: running.stop };
}

const LISTENS = z.object({ event: z.literal("listen-inspector"), port: z.number() });

/** workerd says in one line of JSON each what it listens on. */
function inspectorPortIn(line: string): number | undefined {
  return LISTENS.safeParse(JSON.parse(line)).data?.port;
}

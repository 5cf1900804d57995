import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";
import { visibleText } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { withCertificates } from "./certificates.ts";
import { inspectorHost } from "../watchdog/inspectorHost.ts";
import { guard } from "./guarded.ts";
import { pluginLogOf } from "../logs/pluginLog.ts";
import { workerdPath } from "./platform.ts";
import { runtimeOf } from "./processes.ts";
import { withTemporaryFiles } from "../process/temporaryFiles.ts";
import { workersLog } from "../logs/workersLog.ts";
import { messageOf } from "../logs/message.ts";

/** The configuration, the limits and the data folder of a workerd. */
export interface WorkersInput {
  /** Path of workerd's configuration. */
  readonly config: string;
  /** A command prefix that limits workerd, with its arguments. */
  readonly limits?: readonly string[];
  readonly folder: DataFolder;
  /** Called for each line of output. */
  readonly onLine: (line: string) => void;
}

/** A running workerd. */
export interface Workers {
  /** Process id of workerd; undefined while it starts or after its end. */
  pid(): number | undefined;
  /** Host and port of the inspector; undefined until it listens. */
  inspector(): string | undefined;
  /** Resolves to the exit code at the end, whether planned or not. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** workerd requires `--experimental` for Durable Objects, queues and the worker loader. */
const ARGUMENTS = ["serve", "--experimental", "--control-fd=3"];

export function startWorkers({ config, limits = [], folder, onLine }: WorkersInput): Workers {
  const host = inspectorHost();
  const command = [...limits, workerdPath(), ...ARGUMENTS, `--inspector-addr=${host}:0`, config];
  const running = guard(command, withTemporaryFiles(withCertificates(folder)));
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
  let port: number | undefined;
  const readers = [
    ...[running.stdout, running.stderr].map((input) => createInterface({ input }).on("line", note)),
    createInterface({ input: running.control }).on("line", (line) => (port ??= inspectorPortIn(line))),
  ];
  const exited = running.exited.finally(() => {
    for (const reader of readers) reader.close();
  });
  const inspector = (): string | undefined => (port === undefined ? undefined : `${host}:${port}`);
  return { pid: () => runtimeOf(running.pid), inspector, exited, stop: running.stop };
}

const LISTENS = z.object({ event: z.literal("listen-inspector"), port: z.number() });

/** The inspector's port in one of workerd's control lines, which are JSON; undefined for any other line. */
function inspectorPortIn(line: string): number | undefined {
  return LISTENS.safeParse(JSON.parse(line)).data?.port;
}

import { join } from "node:path";
import * as z from "zod/mini";
import type { DataFolder } from "../state/dataFolder.ts";
import { EventLog } from "./eventLog.ts";
import type { LogMessage } from "./message.ts";
import { ROTATION, RotatedLog } from "./rotatedLog.ts";

const MINUTE_MS = 60_000;

/** The limits of stored lines in a minute: for one plugin at one site, and for all plugins. */
export const PLUGIN_LINES_A_MINUTE = 300;
export const LINES_A_MINUTE = 3_000;

/** The sandbox reports plugins' output as warnings of the workers. */
const LEVEL = "warn";

const lineShape = z.object({
  event: z.literal("plugin_log"),
  tenant: z.string(),
  site: z.string(),
  plugin: z.string(),
  level: z.string(),
  text: z.string(),
});

type Line = z.infer<typeof lineShape>;

type Where = Pick<Line, "tenant" | "site" | "plugin">;

/** Receives events as JSON. */
interface Sink {
  write(event: string): void;
}

interface Count {
  taken: number;
  leftOut: number;
}

const fresh = (): Count => ({ taken: 0, leftOut: 0 });

/** Counts one more line; false if the limit is reached. */
function counted(count: Count, most: number): boolean {
  const hasRoom = count.taken < most;
  count[hasRoom ? "taken" : "leftOut"] += 1;
  return hasRoom;
}

/**
 * The log of plugins' output on this machine. A plugin over its limit loses only its own lines, and the log counts
 * them.
 */
export class PluginLog {
  readonly #sink: Sink;
  readonly #now: () => number;
  #minute = 0;
  #all = fresh();
  /** Counts by tenant, site and plugin, as JSON. */
  #plugins = new Map<string, Count>();

  constructor(sink: Sink, now: () => number) {
    this.#sink = sink;
    this.#now = now;
  }

  /** Logs a message if a plugin wrote it; false for any other message. */
  take(message: LogMessage): boolean {
    const line = lineOf(message);
    if (line) this.#add(line);
    return line !== undefined;
  }

  #add(line: Line): void {
    this.#turn();
    const { tenant, site, plugin } = line;
    if (this.#mayWrite({ tenant, site, plugin })) this.#write(line);
  }

  /**
   * Checks the plugin's own limit first, so a flood does not use up the common limit. Once the common limit is reached,
   * no new plugin is remembered.
   */
  #mayWrite(where: Where): boolean {
    const name = JSON.stringify(where);
    const count = this.#plugins.get(name) ?? fresh();
    if (this.#all.taken < LINES_A_MINUTE) this.#plugins.set(name, count);
    return counted(count, PLUGIN_LINES_A_MINUTE) && counted(this.#all, LINES_A_MINUTE);
  }

  /** Resets the counts at the first line of a new minute, and reports the dropped lines of the last one. */
  #turn(): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute === this.#minute) return;
    for (const [name, { leftOut }] of this.#plugins) this.#tell(JSON.parse(name) as Where, leftOut);
    this.#tell({ plugin: "all" }, this.#all.leftOut);
    this.#plugins = new Map();
    this.#all = fresh();
    this.#minute = minute;
  }

  #tell(where: Partial<Where>, leftOut: number): void {
    if (leftOut > 0) this.#write({ event: "plugin_log_left_out", ...where, lines: leftOut });
  }

  #write(event: object): void {
    this.#sink.write(JSON.stringify(event));
  }
}

export const pluginLogOf = ({ logs }: DataFolder): PluginLog =>
  new PluginLog(new EventLog(new RotatedLog(join(logs, "plugins.log"), ROTATION), "plugins"), Date.now);

function lineOf({ level, text }: LogMessage): Line | undefined {
  if (level !== LEVEL || !text.startsWith('{"event":"plugin_log"')) return undefined;
  try {
    return lineShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

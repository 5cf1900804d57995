import { join } from "node:path";
import * as z from "zod/mini";
import type { DataFolder } from "../state/dataFolder.ts";
import { EventLog } from "./eventLog.ts";
import type { LogMessage } from "./message.ts";
import { ROTATION, RotatedLog } from "./rotatedLog.ts";

const MINUTE_MS = 60_000;

/** Lines of one plugin of one site that are kept a minute, and lines of all plugins. */
export const PLUGIN_LINES_A_MINUTE = 300;
export const LINES_A_MINUTE = 3_000;

/** The sandbox says what plugins print as warnings. */
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

/** Takes events as JSON. */
interface Sink {
  write(event: string): void;
}

interface Count {
  taken: number;
  leftOut: number;
}

const fresh = (): Count => ({ taken: 0, leftOut: 0 });

/** Counts one more line; false without room. */
function counted(count: Count, most: number): boolean {
  const hasRoom = count.taken < most;
  count[hasRoom ? "taken" : "leftOut"] += 1;
  return hasRoom;
}

/** The log of plugins' output on this machine. A plugin that floods loses its own lines, and the log counts them. */
export class PluginLog {
  readonly #sink: Sink;
  readonly #now: () => number;
  #minute = 0;
  #all = fresh();
  /** By the plugin's place as JSON. */
  #plugins = new Map<string, Count>();

  constructor(sink: Sink, now: () => number) {
    this.#sink = sink;
    this.#now = now;
  }

  /** Takes a message of the workers if a plugin wrote it; false otherwise. */
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
   * Counts a plugin's own limit first, so its excess takes no room from others. Beyond the common limit, no new name is
   * kept.
   */
  #mayWrite(where: Where): boolean {
    const name = JSON.stringify(where);
    const count = this.#plugins.get(name) ?? fresh();
    if (this.#all.taken < LINES_A_MINUTE) this.#plugins.set(name, count);
    return counted(count, PLUGIN_LINES_A_MINUTE) && counted(this.#all, LINES_A_MINUTE);
  }

  /** Begins a minute. The first line after it reports what the last minute left out. */
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

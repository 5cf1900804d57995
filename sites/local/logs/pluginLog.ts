import { join } from "node:path";
import * as z from "zod/mini";
import { visibleText } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { Message } from "./message.ts";
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

interface Sink {
  write(line: string): void;
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
  #plugins = new Map<string, Count>();

  constructor(sink: Sink, now: () => number) {
    this.#sink = sink;
    this.#now = now;
  }

  /** Takes a message of the workers if a plugin wrote it; false otherwise. */
  take(message: Message): boolean {
    const line = lineOf(message);
    if (line) this.#add(line);
    return line !== undefined;
  }

  #add({ tenant, site, plugin, level, text }: Line): void {
    this.#turn();
    const name = `${tenant}/${site}/${plugin}`;
    if (this.#mayWrite(name)) this.#write(`${name} ${level} ${text}`);
  }

  /**
   * Counts a plugin's own limit first, so its excess takes no room from others. Beyond the common limit, no new name is
   * kept.
   */
  #mayWrite(name: string): boolean {
    const count = this.#plugins.get(name) ?? fresh();
    if (this.#all.taken < LINES_A_MINUTE) this.#plugins.set(name, count);
    return counted(count, PLUGIN_LINES_A_MINUTE) && counted(this.#all, LINES_A_MINUTE);
  }

  /** Begins a minute. The first line after it reports what the last minute left out. */
  #turn(): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute === this.#minute) return;
    for (const [name, { leftOut }] of this.#plugins) this.#tell(name, leftOut);
    this.#tell("all plugins", this.#all.leftOut);
    this.#plugins = new Map();
    this.#all = fresh();
    this.#minute = minute;
  }

  #tell(name: string, leftOut: number): void {
    if (leftOut > 0) this.#write(`${name} left out ${leftOut} lines of an earlier minute`);
  }

  #write(text: string): void {
    this.#sink.write(`${new Date(this.#now()).toISOString()} ${visibleText(text)}`);
  }
}

export const pluginLogOf = ({ logs }: DataFolder): PluginLog =>
  new PluginLog(new RotatedLog(join(logs, "plugins.log"), ROTATION), Date.now);

function lineOf({ level, text }: Message): Line | undefined {
  if (level !== LEVEL || !text.startsWith('{"event":"plugin_log"')) return undefined;
  try {
    return lineShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

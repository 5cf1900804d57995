import { join } from "node:path";
import * as z from "zod/mini";
import type { DataFolder } from "./dataFolder.ts";
import { RotatedLog } from "./rotatedLog.ts";

const MINUTE_MS = 60_000;

/** Lines of one plugin of one site that are kept a minute, and lines of all plugins. */
export const PLUGIN_LINES_A_MINUTE = 300;
export const LINES_A_MINUTE = 3_000;

/** A plugin that prints as much as it may at the greatest length needs minutes to push out what others printed. */
const ROTATION = { maxBytes: 4 * 1024 * 1024, files: 5 };

/** How wrangler begins what a worker said with `console.warn`. It indents the second line of any text, so no text forges it. */
const SAID = "▲ [WARNING] ";

const lineShape = z.object({
  event: z.literal("plugin_log"), tenant: z.string(), site: z.string(), plugin: z.string(), level: z.string(), text: z.string(),
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

/** Whether there was room for one more. */
function counted(count: Count, most: number): boolean {
  const hasRoom = count.taken < most;
  count[hasRoom ? "taken" : "leftOut"] += 1;
  return hasRoom;
}

/** What plugins print on this machine. A plugin that floods loses its own lines, and the log says how many. */
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

  /** Whether a line of the workers' output is a plugin's; then it is dealt with. */
  take(output: string): boolean {
    const line = lineOf(output);
    if (line) this.#add(line);
    return line !== undefined;
  }

  #add({ tenant, site, plugin, level, text }: Line): void {
    this.#turn();
    const name = `${tenant}/${site}/${plugin}`;
    if (this.#mayWrite(name)) this.#write(`${name} ${level} ${text}`);
  }

  /** What a plugin loses by its own bound takes no room from others. Beyond the bound of all, no new name is kept. */
  #mayWrite(name: string): boolean {
    const own = this.#plugins.get(name) ?? fresh();
    if (this.#all.taken < LINES_A_MINUTE) this.#plugins.set(name, own);
    return counted(own, PLUGIN_LINES_A_MINUTE) && counted(this.#all, LINES_A_MINUTE);
  }

  /** What the last minute left out is said with the first line after it. */
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
    this.#sink.write(`${new Date(this.#now()).toISOString()} ${escaped(text)}`);
  }
}

export const pluginLogOf = ({ logs }: DataFolder): PluginLog =>
  new PluginLog(new RotatedLog(join(logs, "plugins.log"), ROTATION), Date.now);

function lineOf(output: string): Line | undefined {
  if (!output.startsWith(`${SAID}{"event":"plugin_log"`)) return undefined;
  try {
    return lineShape.safeParse(JSON.parse(output.slice(SAID.length))).data;
  } catch {
    return undefined;
  }
}

/** The lender has escaped what JSON escapes. Terminals obey more than that: directions, C1 controls, separators of lines. */
const escaped = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

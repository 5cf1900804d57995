import { join } from "node:path";
import { visibleJson } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { ROTATION, RotatedLog } from "./rotatedLog.ts";

interface Sink {
  write(line: string): void;
  turn(): void;
}

/**
 * Writes a log of JSON lines with time, source and event. JSON escapes line breaks and control characters, so a text
 * stays one line.
 */
export class EventLog {
  readonly #sink: Sink;
  readonly #from: string;
  readonly #now: () => number;

  constructor(sink: Sink, from: string, now: () => number = Date.now) {
    this.#sink = sink;
    this.#from = from;
    this.#now = now;
  }

  write(text: string): void {
    const event = eventIn(text);
    const content = event === undefined ? { text } : { event };
    this.#sink.write(visibleJson({ at: new Date(this.#now()).toISOString(), from: this.#from, ...content }));
  }

  turn(): void {
    this.#sink.turn();
  }
}

/** Keeps events that are JSON already, such as security events, because programs read them. */
function eventIn(text: string): object | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** The log of the runner itself: starts, crashes, backups and its end. */
export const runLog = ({ logs }: DataFolder): EventLog =>
  new EventLog(new RotatedLog(join(logs, "run.log"), ROTATION), "run");

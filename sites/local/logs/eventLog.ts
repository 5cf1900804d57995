import { join } from "node:path";
import { visibleText } from "../../../manifests/visible.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { ROTATION, RotatedLog } from "./rotatedLog.ts";

interface Sink {
  write(line: string): void;
  turn(): void;
}

/** A log of lines of JSON: when, who, and what. A text with line breaks is one line, and nothing in it moves a cursor. */
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
    this.#sink.write(
      JSON.stringify({ at: new Date(this.#now()).toISOString(), from: this.#from, text: visibleText(text) }),
    );
  }

  turn(): void {
    this.#sink.turn();
  }
}

/** What the program around the workers does: starts, crashes, backups, and how it ended. */
export const runLog = ({ logs }: DataFolder): EventLog =>
  new EventLog(new RotatedLog(join(logs, "run.log"), ROTATION), "run");

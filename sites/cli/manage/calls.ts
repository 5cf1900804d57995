/** Reads the calls of a plugin's code at a site, and describes them for a terminal. */
import { type Level, LEVELS } from "../../../manifests/faults/fault.ts";
import { faultLines, WITHHELD } from "../../../manifests/faults/faultLines.ts";
import type { Paint } from "../command/command.ts";
import { printable } from "../site/problem.ts";
import type { SiteSession } from "../site/session.ts";
import type { ListedCall } from "./call.ts";
import type { InSource } from "../bundling/inSource.ts";
import { pluginPath } from "./plugins.ts";

/** Words for outcomes without an error in the plugin's code. */
const OUTCOMES: Readonly<Record<string, string>> = {
  plugin_failed: "failed",
  plugin_answer: "answered with data that does not have the documented shape",
  plugin_late: "did not answer in time",
  plugin_broken: "stopped unexpectedly",
  plugin_interrupted: "was running when the process ended",
  process_stopped: "was running when the process stopped",
};

export const hasFailed = ({ outcome }: Pick<ListedCall, "outcome">): boolean => outcome !== null && outcome !== "ok";

export interface CallDisplay {
  readonly paint: Paint;
  readonly inSource: InSource;
  /** Output below this level is left out. */
  readonly level: Level;
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 19);

type ReportedCall = Omit<ListedCall, "number" | "digest"> & { readonly digest?: string };

const headOf = ({ startedAt, point, name, version }: ReportedCall): string =>
  `${clock(startedAt)} ${point}.${name} ${version}`;

function outputLines(call: ReportedCall, level: Level): string[] {
  const wanted = LEVELS.slice(LEVELS.indexOf(level));
  const output = (call.report?.output ?? []).filter((line) => wanted.includes(line.level));
  return output.map((line) => printable(`${headOf(call)} ${line.level.padEnd(5)} ${line.text}`));
}

function failureLines(call: ReportedCall, { paint, inSource }: CallDisplay): string[] {
  const { digest = "", durationMs, outcome, report } = call;
  const took = durationMs === null ? "" : ` after ${Math.round(durationMs)} ms`;
  const says = OUTCOMES[outcome ?? ""] ?? outcome ?? "";
  const fault = report?.fault ? faultLines(inSource(report.fault, digest)) : [];
  return [
    paint("red", printable(`${headOf(call)} ${says}${took}`)),
    ...fault.map((line) => printable(`  ${line}`)),
    ...(report?.withheld && !report.fault ? [`  (${WITHHELD})`] : []),
  ];
}

/** The output and the failure of a call, in lines. Empty for a call with neither. */
export const callLines = (call: ReportedCall, words: CallDisplay): string[] => [
  ...outputLines(call, words.level),
  ...(hasFailed(call) ? failureLines(call, words) : []),
];

/** Follows the calls of one plugin. Each call is returned once, after its end. */
export class CallLog {
  readonly #session: SiteSession;
  readonly #id: string;
  readonly #reported = new Set<number>();
  /** The number of the last call that `next` has returned. */
  #after = 0;

  constructor(session: SiteSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Calls that have ended since the last call of `next`, the oldest first. */
  async next(): Promise<readonly ListedCall[]> {
    const path = pluginPath(this.#id, `/invocations?after=${this.#after}`);
    const { items } = await this.#session.get<{ readonly items: readonly ListedCall[] }>(path);
    const ended = items.filter(({ number, outcome }) => outcome !== null && !this.#reported.has(number)).toReversed();
    for (const { number } of ended) this.#reported.add(number);
    const running = items.filter(({ outcome }) => outcome === null).map(({ number }) => number - 1);
    this.#after = Math.max(this.#after, Math.min(...running, items[0]?.number ?? this.#after));
    for (const number of this.#reported) if (number <= this.#after) this.#reported.delete(number);
    return ended;
  }
}

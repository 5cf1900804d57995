import type { Trials } from "../watchdog/trials.ts";
import { setTimeout } from "node:timers/promises";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";
import { BusyPluginFinder } from "../watchdog/busyPlugin.ts";
import { Problem, reason } from "../problem.ts";
import { requestLocal } from "../request.ts";
import type { Runs } from "../watchdog/runs.ts";
import { usageOf } from "../watchdog/usage.ts";
import { Watchdog } from "../watchdog/watchdog.ts";
import { logOf, startWorkers } from "./workers.ts";
import type { Workers, WorkersInput } from "./workers.ts";

/** Longest wait for the first answer, in milliseconds. A start takes one or two seconds; a loaded machine ten times that. */
const START_MS = 60_000;
/** Longest wait for an answer after workerd crashed and was started again by its host, in milliseconds. */
const RECOVER_MS = 5_000;
const POLL_MS = 50;
/** Crashes of the front process that are mended by starting over; then something is wrong that another start does not mend. */
const MOST_RESTARTS = 5;

const CRASH = /crashed unexpectedly/;
/**
 * Lines that tell nothing about the workers: wrangler's own log, addresses of machine code, and ended isolates or
 * calls.
 */
const OF_NO_USE =
  /Logs were written to|^\s*stack: \S*workerd@|script terminated for unknown reasons$|jsg\.Error: the call is over/;
const BROKEN_BUILD = /Build failed|\[ERROR\].*(?:No loader|Could not resolve|Address already in use)/;

/** The folder, the ports and the record of runs behind one run's workers. */
export interface SupervisorInput extends Omit<WorkersInput, "onLine"> {
  /** The record of how each run ended. */
  readonly runs: Runs;
  readonly trials: Trials;
  /** Everything worth telling the person at the keyboard. */
  readonly tell: (line: string) => void;
  /** True ends a workerd that stands still or grows without measure: where code of strangers runs, sooner or later one does. */
  readonly watched: boolean;
}

/**
 * Keeps the workers of one run serving. wrangler restarts a crashed workerd by itself. If the process in front crashed,
 * the new workers answer nobody, and the supervisor restarts everything.
 */
export class Supervisor implements AsyncDisposable {
  readonly #input: SupervisorInput;
  #workers: Workers;
  /** Workers whose end is our own doing. */
  readonly #dismissed = new WeakSet<Workers>();
  #stopping = false;
  #restarts = 0;
  #ready = false;
  #watchdog: Watchdog | undefined;
  #mending: Promise<void> | undefined;
  /** Records that we end all plugin calls, also when a signal ends us before the run is ready. */
  readonly #stopped = (): void => this.#input.runs.stopped();
  readonly #broken = Promise.withResolvers<Problem>();

  constructor(input: SupervisorInput) {
    this.#input = input;
    process.once("exit", this.#stopped);
    this.#workers = this.#start();
  }

  /** Settles when the workers cannot be kept serving. */
  get broken(): Promise<Problem> {
    return this.#broken.promise;
  }

  /** Waits for work that needs the workers; rejects if they fail meanwhile. */
  unlessBroken<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.broken.then((problem) => Promise.reject(problem))]);
  }

  get pid(): number | undefined {
    return this.#workers.pid();
  }

  get frontPid(): number | undefined {
    return this.#workers.frontPid();
  }

  /** Resolves at the first answer; throws when there will be none. */
  async ready(): Promise<void> {
    if (!(await this.unlessBroken(this.#answers(START_MS))))
      throw this.#problem(`did not answer within ${START_MS / 1000} s`);
    this.#ready = true;
    if (this.#input.watched) this.#watchdog = this.#watch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    this.#stopped();
    process.off("exit", this.#stopped);
    this.#dismissed.add(this.#workers);
    await this.#watchdog?.[Symbol.asyncDispose]();
    await this.#workers.stop();
    await this.#mending;
  }

  #watch(): Watchdog {
    // An error is what the process in front answers for workers that are away.
    const answers = async (withinMs: number): Promise<boolean> => ((await this.#status(withinMs)) ?? 500) < 500;
    const busyPlugins = new BusyPluginFinder();
    return new Watchdog({
      pid: () => this.pid,
      usage: usageOf,
      answers,
      busyPlugin: (pid) => busyPlugins.of(pid),
      heaviest: (pid) => busyPlugins.heaviest(pid),
      end: (pid, why, culprit) => this.#end(pid, why, culprit),
    });
  }

  /** wrangler takes it for a crash, and starts another. */
  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    if (this.#stopping || pid !== this.pid) return;
    this.#input.tell(`workerd ${why}, so it is ended. ${blame(this.#input.runs.ended(culprit))}`);
    killed(pid);
  }

  #began(): void {
    this.#input.runs.began();
    this.#input.trials.restart();
  }

  #start(): Workers {
    this.#began();
    const workers = startWorkers({ ...this.#input, onLine: (line) => this.#read(line) });
    void workers.exited.then(
      (code) => this.#ended(workers, code),
      (error: unknown) => this.#giveUp(error),
    );
    return workers;
  }

  #ended(workers: Workers, code: number): void {
    if (this.#dismissed.has(workers)) return;
    this.#broken.resolve(this.#problem(`ended with code ${code}`));
  }

  #problem(what: string): Problem {
    return new Problem(`The workers ${what}. What they said last is in ${logOf(this.#input.folder)}.`);
  }

  #read(line: string): void {
    if (line.trim() === "" || OF_NO_USE.test(line)) return;
    if (CRASH.test(line)) return this.#crashed();
    if (!this.#ready && BROKEN_BUILD.test(line))
      this.#broken.resolve(this.#problem(`could not be started: ${line.trim()}`));
    this.#input.tell(line);
  }

  #crashed(): void {
    if (this.#stopping) return;
    // The first ending of a run is the one that holds: when we ended it, that says for whom.
    this.#input.runs.ended(this.#watchdog?.suspect ?? null);
    this.#began();
    this.#input.tell("workerd crashed and is being started again.");
    this.#mending ??= this.#mend()
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => (this.#mending = undefined));
  }

  #giveUp(error: unknown): void {
    this.#broken.resolve(this.#problem(`could not be started again (${reason(error)})`));
  }

  async #mend(): Promise<void> {
    if (await this.#answers(RECOVER_MS)) return this.#input.tell("workerd serves again.");
    if (this.#stopping) return;
    this.#restarts += 1;
    if (this.#restarts > MOST_RESTARTS) return this.#broken.resolve(this.#problem("crashed again and again"));
    this.#input.tell("It does not answer; starting all workers again.");
    this.#dismissed.add(this.#workers);
    this.#stopped();
    await this.#workers.stop();
    if (!this.#stopping) this.#workers = this.#start();
  }

  async #answers(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (performance.now() < end && !this.#stopping) {
      if ((await this.#status(Math.max(1, end - performance.now()))) !== undefined) return true;
      await setTimeout(POLL_MS);
    }
    return false;
  }

  #status(timeoutMs: number): Promise<number | undefined> {
    return requestLocal({ port: this.#input.port, host: "localhost", path: "/", timeoutMs }).then(
      ({ status }) => status,
      () => undefined,
    );
  }
}

/** Kills a process, which may have ended meanwhile. */
function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const blame = (culprit: PluginAtWork | null): string =>
  culprit
    ? `${culprit.plugin} of the site ${culprit.site} did it, and is quarantined.`
    : "Nothing tells which plugin did it, if one did: the calls of those that ran take turns until each has ended well.";

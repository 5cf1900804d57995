import type { MachineTrials } from "../watchdog/trials.ts";
import { setTimeout } from "node:timers/promises";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";
import { OutOfMemory } from "../watchdog/outOfMemory.ts";
import { BusyPluginFinder } from "../watchdog/busyPlugin.ts";
import { GarbageCollection } from "../watchdog/garbage.ts";
import { logOf } from "../logs/workersLog.ts";
import { Problem, reason } from "../process/problem.ts";
import { requestLocal } from "../process/request.ts";
import type { Runs } from "../watchdog/runs.ts";
import { readUsage } from "../watchdog/usage.ts";
import { Watchdog, type WatchedProcess } from "../watchdog/watchdog.ts";
import type { WatchTime } from "../watchdog/watchTime.ts";
import { startWorkers, type Workers, type WorkersInput } from "./workers.ts";

/**
 * The longest wait for the first answer, in milliseconds. A start takes one or two seconds, on a loaded machine ten
 * times as long.
 */
const START_MS = 60_000;
const POLL_MS = 20;
/** The number of consecutive starts without an answer after which the run fails. */
const MOST_FAILURES = 5;
/** The pause between two such starts, in milliseconds. A full disk or a taken port may be free again. */
const FAILED_PAUSE_MS = 200;

/** Output lines without information about the workers: native stack traces, and ended isolates or calls. */
const OF_NO_USE = /^\s*stack: \S*workerd@|script terminated for unknown reasons$|jsg\.Error: the call is over/;

/** A process's configuration and limits, and the handling of its end. */
export interface ProcessRole extends Omit<WorkersInput, "onLine" | "folder"> {
  /** The port of the workers. */
  readonly port: number;
  /** Records how each process ended. */
  readonly runs: Pick<Runs, "began" | "ended" | "killed" | "stopped">;
  readonly trials: Pick<MachineTrials, "restart">;
  /**
   * The task of the watchdog. `process`: a workerd that hangs or uses too much memory, which it ends. `plugins`: also
   * the plugin that is to blame.
   */
  readonly watch: "plugins" | "process" | "nothing";
}

/** The folder of a run, and the roles of its processes. */
export interface SupervisorInput extends Pick<WorkersInput, "folder"> {
  readonly first: ProcessRole;
  /** Chooses the role of the next process after an end; by default the same role. */
  readonly next?: (role: ProcessRole) => Promise<ProcessRole>;
  /** Receives messages for the operator. */
  readonly tell: (line: string) => void;
  /** The clock of the watchdog; by default the system's. */
  readonly watchTime?: WatchTime | undefined;
}

/** A planned restart of a process. */
export interface Renewal {
  /** The reason, for the operator. */
  readonly why: string;
  /** Runs while the process is down. */
  readonly between?: () => void;
}

/** Keeps a workerd running: starts it again whenever it ends on its own. */
export class Supervisor implements AsyncDisposable {
  readonly #input: SupervisorInput;
  #role: ProcessRole;
  #workers: Workers;
  #stopping = false;
  /** Consecutive processes that ended before their first answer. */
  #failures = 0;
  #watchdog: Watchdog | undefined;
  #garbage: GarbageCollection | undefined;
  readonly #busyPlugins = new BusyPluginFinder(() => this.#workers.inspector());
  #following: Promise<void> | undefined;
  #renewal: Renewal | undefined;
  #outOfMemory = new OutOfMemory();
  /** Records that this program ends all plugin calls, also at a signal before the run is ready. */
  readonly #stopped = (): void => this.#role.runs.stopped();
  readonly #broken = Promise.withResolvers<Problem>();

  constructor(input: SupervisorInput) {
    this.#input = input;
    this.#role = input.first;
    process.once("exit", this.#stopped);
    this.#workers = this.#start();
  }

  /** Resolves when the workers cannot be kept running. */
  get broken(): Promise<Problem> {
    return this.#broken.promise;
  }

  /** Waits for work that needs the workers. Rejects if they fail meanwhile. */
  unlessBroken<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.broken.then((problem) => Promise.reject(problem))]);
  }

  get pid(): number | undefined {
    return this.#workers.pid();
  }

  /** Kills the process, so that a new one starts. The plugins are not at fault. */
  renew(renewal?: Renewal): void {
    const { pid } = this;
    if (renewal) this.#renewal = renewal;
    this.#stopped();
    if (pid !== undefined && !this.#stopping) killed(pid);
  }

  /** Restarts the process, and resolves when the next one answers. */
  async renewed(): Promise<void> {
    const { exited } = this.#workers;
    this.renew();
    await this.unlessBroken(exited);
    await this.unlessBroken(this.#following);
  }

  /** Resolves at the first answer. Throws if there is none in time. */
  async ready(): Promise<void> {
    if (!(await this.unlessBroken(this.#answers(START_MS))))
      throw this.#problem(`did not answer within ${START_MS / 1000} s`);
    if (this.#role.watch === "nothing") return;
    this.#watchdog ??= this.#watch();
    this.#garbage ??= this.#collectGarbage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    this.#stopped();
    process.off("exit", this.#stopped);
    await this.#watchdog?.[Symbol.asyncDispose]();
    await this.#garbage?.[Symbol.asyncDispose]();
    await this.#workers.stop();
    await this.#following;
  }

  /** Host and port of the process's inspector; undefined until it listens. */
  get inspector(): string | undefined {
    return this.#workers.inspector();
  }

  /** Lets the watchdog and the collection of garbage rest, because a debugger may hold the thread. */
  rest(): Disposable {
    const [watchdog, garbage] = [this.#watchdog?.rest(), this.#garbage?.rest()];
    return {
      [Symbol.dispose]: () => {
        watchdog?.[Symbol.dispose]();
        garbage?.[Symbol.dispose]();
      },
    };
  }

  get #runsPlugins(): boolean {
    return this.#role.watch === "plugins";
  }

  #watch(): Watchdog {
    const answers = async (withinMs: number): Promise<boolean> => (await this.#status(withinMs)) !== undefined;
    const watched: WatchedProcess = {
      pid: () => this.pid,
      usage: readUsage,
      answers,
      busyPlugin: (pid) => (this.#runsPlugins ? this.#busyPlugins.of(pid) : NO_PLUGIN),
      heaviest: (pid) => (this.#runsPlugins ? this.#busyPlugins.heaviest(pid) : NO_PLUGIN),
      end: (pid, why, culprit) => this.#end(pid, why, culprit),
    };
    return new Watchdog(watched, { time: this.#input.watchTime });
  }

  #collectGarbage(): GarbageCollection {
    return new GarbageCollection({
      pid: () => this.pid,
      memoryBytes: async (pid) => (await readUsage(pid))?.memoryBytes,
      collect: (pid, signal, only) => this.#busyPlugins.collect(pid, signal, only),
    });
  }

  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    if (this.#stopping || pid !== this.pid) return;
    const blamed = this.#role.runs.ended(culprit);
    this.#input.tell(`workerd ${why}, so it is ended. ${blame(blamed, this.#runsPlugins)}`);
    killed(pid);
  }

  #start(): Workers {
    const { runs, trials, ...role } = this.#role;
    runs.began();
    trials.restart();
    this.#outOfMemory = new OutOfMemory();
    const { folder } = this.#input;
    const workers = startWorkers({ ...role, folder, onLine: (line) => this.#read(line) });
    void workers.exited.then(
      (code) => this.#ended(code),
      (error: unknown) => this.#giveUp(error),
    );
    return workers;
  }

  #ended(code: number): void {
    if (this.#stopping) return;
    // Only the first recorded end of a process counts. If the watchdog ended it, the culprit is already recorded.
    const suspect = this.#watchdog?.suspect ?? null;
    if (suspect === null && this.#outOfMemory.isKilledFromOutside(code)) this.#role.runs.killed();
    else this.#role.runs.ended(suspect);
    const renewal = this.#renewal;
    this.#renewal = undefined;
    if (!renewal && this.#failures >= MOST_FAILURES)
      return this.#broken.resolve(this.#problem(`ended again and again with code ${code}`));
    this.#input.tell(renewal?.why ?? "workerd crashed and is restarting.");
    renewal?.between?.();
    this.#following = this.#follow(renewal !== undefined).catch((error: unknown) => this.#giveUp(error));
  }

  #giveUp(error: unknown): void {
    this.#broken.resolve(this.#problem(`could not be restarted (${reason(error)})`));
  }

  /** Starts the next process. A planned restart counts as no failure and keeps the role. */
  async #follow(isRenewed: boolean): Promise<void> {
    if (this.#failures > 0) await setTimeout(FAILED_PAUSE_MS);
    if (!isRenewed) {
      this.#failures += 1;
      await this.#change();
    }
    if (this.#stopping) return;
    const workers = (this.#workers = this.#start());
    if (await this.#answers(START_MS, () => workers === this.#workers)) this.#input.tell("workerd is running again.");
  }

  /** Takes the next role while no process runs. */
  async #change(): Promise<void> {
    this.#role = (await this.#input.next?.(this.#role)) ?? this.#role;
  }

  #problem(what: string): Problem {
    return new Problem(`The workers ${what}. Their last messages are in ${logOf(this.#input.folder)}.`);
  }

  #read(line: string): void {
    if (!OF_NO_USE.test(line)) this.#input.tell(line);
  }

  async #answers(withinMs: number, isWanted = () => true): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (performance.now() < end && !this.#stopping && isWanted()) {
      if ((await this.#status(Math.max(1, end - performance.now()))) !== undefined) {
        this.#failures = 0;
        return true;
      }
      await setTimeout(POLL_MS);
    }
    return false;
  }

  /** Answers the HTTP status of any answer; undefined without an answer. Every status shows that the workers run. */
  #status(timeoutMs: number): Promise<number | undefined> {
    return requestLocal({ port: this.#role.port, host: "localhost", path: "/", timeoutMs }).then(
      ({ status }) => status,
      () => undefined,
    );
  }
}

/** Kills a process. A process that has ended is ignored. */
function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const NO_PLUGIN = Promise.resolve(null);

const blame = (culprit: PluginAtWork | null, runsPlugins: boolean): string => {
  if (!runsPlugins) return "No plugin code runs in it, so no plugin is to blame.";
  return culprit
    ? `${culprit.plugin} of the site ${culprit.site} caused it. Its version goes into quarantine if it is in use, and is refused if it is waiting.`
    : "The cause is unknown. It may be a plugin, so the calls of the plugins that ran take turns until each one has succeeded.";
};

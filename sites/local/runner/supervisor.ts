import type { MachineTrials } from "../watchdog/trials.ts";
import { setTimeout } from "node:timers/promises";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";
import { BusyPluginFinder } from "../watchdog/busyPlugin.ts";
import { logOf } from "../logs/workersLog.ts";
import { Problem, reason } from "../problem.ts";
import { requestLocal } from "../request.ts";
import type { Runs } from "../watchdog/runs.ts";
import { usageOf } from "../watchdog/usage.ts";
import { Watchdog } from "../watchdog/watchdog.ts";
import { startWorkers } from "./workers.ts";
import type { Workers, WorkersInput } from "./workers.ts";

/** Longest wait for the first answer, in milliseconds. A start takes one or two seconds; a loaded machine ten times that. */
const START_MS = 60_000;
const POLL_MS = 20;
/** Processes in a row that end before they answer; then something is wrong that another start does not mend. */
const MOST_FAILURES = 5;
/** Between two such processes, in milliseconds: a disk that is full or a port that is taken may be free again. */
const FAILED_PAUSE_MS = 200;

/** Lines that tell nothing about the workers: addresses of machine code, and ended isolates or calls. */
const OF_NO_USE = /^\s*stack: \S*workerd@|script terminated for unknown reasons$|jsg\.Error: the call is over/;

/** The program a process runs, and the meaning of its end. */
export interface ProcessRole extends Omit<WorkersInput, "onLine" | "folder"> {
  /** The port at which the workers answer. */
  readonly port: number;
  /** The record of how each run ended. */
  readonly runs: Pick<Runs, "began" | "ended" | "stopped">;
  readonly trials: Pick<MachineTrials, "restart">;
  /** True ends a workerd that stands still or grows without measure: where code of strangers runs, sooner or later one does. */
  readonly watched: boolean;
}

/** The folder behind one run's workers, and the roles of their processes. */
export interface SupervisorInput extends Pick<WorkersInput, "folder"> {
  readonly first: ProcessRole;
  /** The role of the process that follows one that ended; the same one when absent. */
  readonly next?: (role: ProcessRole) => Promise<ProcessRole>;
  /** Everything worth telling the person at the keyboard. */
  readonly tell: (line: string) => void;
}

/** A process that is ended for another one of its kind. */
export interface Renewal {
  /** Said to the person at the keyboard. */
  readonly why: string;
  /** Done while no process runs. */
  readonly between?: () => void;
}

/** Keeps the workers of one run serving: a workerd that ends without being asked to is followed by another. */
export class Supervisor implements AsyncDisposable {
  readonly #input: SupervisorInput;
  #role: ProcessRole;
  #workers: Workers;
  #stopping = false;
  /** Processes in a row that ended before they answered. */
  #failures = 0;
  #watchdog: Watchdog | undefined;
  #following: Promise<void> | undefined;
  #renewal: Renewal | undefined;
  /** Records that we end all plugin calls, also when a signal ends us before the run is ready. */
  readonly #stopped = (): void => this.#role.runs.stopped();
  readonly #broken = Promise.withResolvers<Problem>();

  constructor(input: SupervisorInput) {
    this.#input = input;
    this.#role = input.first;
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

  /** Ends the process for a reason that lies outside of it; another follows. */
  renew(renewal?: Renewal): void {
    const { pid } = this;
    if (renewal) this.#renewal = renewal;
    this.#stopped();
    if (pid !== undefined && !this.#stopping) killed(pid);
  }

  /** Ends the process as `renew` does, and resolves when the next one answers. */
  async renewed(): Promise<void> {
    const { exited } = this.#workers;
    this.renew();
    await this.unlessBroken(exited);
    await this.unlessBroken(this.#following);
  }

  /** Resolves at the first answer; throws when there will be none. */
  async ready(): Promise<void> {
    if (!(await this.unlessBroken(this.#answers(START_MS))))
      throw this.#problem(`did not answer within ${START_MS / 1000} s`);
    if (this.#role.watched) this.#watchdog ??= this.#watch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    this.#stopped();
    process.off("exit", this.#stopped);
    await this.#watchdog?.[Symbol.asyncDispose]();
    await this.#workers.stop();
    await this.#following;
  }

  #watch(): Watchdog {
    const answers = async (withinMs: number): Promise<boolean> => (await this.#status(withinMs)) !== undefined;
    const busyPlugins = new BusyPluginFinder(() => this.#workers.inspectorPort());
    return new Watchdog({
      pid: () => this.pid,
      usage: usageOf,
      answers,
      busyPlugin: (pid) => busyPlugins.of(pid),
      heaviest: (pid) => busyPlugins.heaviest(pid),
      end: (pid, why, culprit) => this.#end(pid, why, culprit),
    });
  }

  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    if (this.#stopping || pid !== this.pid) return;
    this.#input.tell(`workerd ${why}, so it is ended. ${blame(this.#role.runs.ended(culprit))}`);
    killed(pid);
  }

  #start(): Workers {
    const { runs, trials, ...role } = this.#role;
    runs.began();
    trials.restart();
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
    // The first ending of a run is the one that holds: when we ended it, that says for whom.
    this.#role.runs.ended(this.#watchdog?.suspect ?? null);
    const renewal = this.#renewal;
    this.#renewal = undefined;
    if (!renewal && this.#failures >= MOST_FAILURES)
      return this.#broken.resolve(this.#problem(`ended again and again with code ${code}`));
    this.#input.tell(renewal?.why ?? "workerd crashed and is being started again.");
    renewal?.between?.();
    this.#following = this.#follow(renewal !== undefined).catch((error: unknown) => this.#giveUp(error));
  }

  #giveUp(error: unknown): void {
    this.#broken.resolve(this.#problem(`could not be started again (${reason(error)})`));
  }

  /** A process that was ended for another one of its kind is no failure, and says nothing against its role. */
  async #follow(isRenewed: boolean): Promise<void> {
    if (this.#failures > 0) await setTimeout(FAILED_PAUSE_MS);
    if (!isRenewed) {
      this.#failures += 1;
      await this.#change();
    }
    if (this.#stopping) return;
    const workers = (this.#workers = this.#start());
    if (await this.#answers(START_MS, () => workers === this.#workers)) this.#input.tell("workerd serves again.");
  }

  /** Takes the role of the next process, while none runs. */
  async #change(): Promise<void> {
    this.#role = (await this.#input.next?.(this.#role)) ?? this.#role;
    if (this.#role.watched) return;
    await this.#watchdog?.[Symbol.asyncDispose]();
    this.#watchdog = undefined;
  }

  #problem(what: string): Problem {
    return new Problem(`The workers ${what}. What they said last is in ${logOf(this.#input.folder)}.`);
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

  /** Any answer at all, whatever its status, shows that the workers run. */
  #status(timeoutMs: number): Promise<number | undefined> {
    return requestLocal({ port: this.#role.port, host: "localhost", path: "/", timeoutMs }).then(
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
    ? `${culprit.plugin} of the site ${culprit.site} did it. Its version is quarantined when it is in use, and refused when it waits.`
    : "Nothing tells which plugin did it, if one did: the calls of those that ran take turns until each has ended well.";

import type { Separation } from "../state/separation.ts";
import type { Problem } from "../problem.ts";
import { reason } from "../problem.ts";
import { ClockWatch } from "../watchdog/clockWatch.ts";
import { limitsOfSandbox } from "./limits.ts";
import type { Pair, Runtimes } from "./prepareRuntime.ts";
import { Supervisor } from "./supervisor.ts";
import type { Renewal, ProcessRole, SupervisorInput } from "./supervisor.ts";

/** The settings that both processes of a run share. */
export interface ProcessesInput
  extends Omit<SupervisorInput, "first" | "next">, Pick<ProcessRole, "runs" | "trials" | "watched"> {
  readonly runtimes: Runtimes;
  readonly separation: Pick<Separation, "isWanted" | "mayBegin" | "begins">;
}

/**
 * The processes of a run: one for everything, or two when code of strangers has its own. A run that begins with one has
 * two once that one ended. Everybody waits for a start then anyway, and for no plugin a second time.
 */
export class Processes implements AsyncDisposable {
  readonly #input: ProcessesInput;
  readonly #main: Supervisor;
  #sandbox: Supervisor | undefined;
  readonly #clock = new ClockWatch({
    setBack: (by) => this.renew({ why: clockSetBack(by) }),
    wentForward: (by) => this.renew({ why: clockWentForward(by) }),
  });
  #isOver = false;
  readonly #broken = Promise.withResolvers<Problem>();

  static async start(input: ProcessesInput): Promise<Processes> {
    const { separation, runtimes } = input;
    return new Processes(input, separation.isWanted ? await runtimes.apart?.() : undefined);
  }

  private constructor(input: ProcessesInput, pair: Pair | undefined) {
    this.#input = input;
    const { runtimes, runs, trials, watched } = input;
    const [first, sandbox] = pair ? this.#part(pair) : [{ ...runtimes.together(), runs, trials, watched }, undefined];
    this.#sandbox = sandbox;
    this.#main = this.#supervised({ first, next: (role) => this.#following(role) });
  }

  /** Settles when one of them cannot be kept serving. */
  get broken(): Promise<Problem> {
    return this.#broken.promise;
  }

  unlessBroken<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.broken.then((problem) => Promise.reject(problem))]);
  }

  /** Id of the process that serves visitors. */
  get pid(): number | undefined {
    return this.#main.pid;
  }

  /** Id of the process in which plugin code runs. */
  get sandboxPid(): number | undefined {
    return (this.#sandbox ?? this.#main).pid;
  }

  /** Starts the process that serves visitors again. */
  renew(renewal: Renewal): void {
    this.#main.renew(renewal);
  }

  async ready(): Promise<void> {
    await Promise.all([this.#sandbox?.ready(), this.#main.ready()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#clock[Symbol.dispose]();
    await Promise.all([this.#main[Symbol.asyncDispose](), this.#sandbox?.[Symbol.asyncDispose]()]);
  }

  #supervised(input: Pick<SupervisorInput, "first" | "next">): Supervisor {
    const { folder, tell } = this.#input;
    const supervisor = new Supervisor({ folder, tell, ...input });
    void supervisor.broken.then((problem) => this.#broken.resolve(problem));
    return supervisor;
  }

  /** The role of the process after one that ended. */
  async #following(role: ProcessRole): Promise<ProcessRole> {
    const { runtimes, separation, watched, tell } = this.#input;
    if (this.#sandbox || !watched || !separation.mayBegin || !runtimes.apart) return role;
    const pair = await runtimes.apart().catch((error: unknown) => tell(`${NOT_BEGUN} (${reason(error)})`));
    if (!pair || this.#isOver) return role;
    separation.begins();
    const [main, sandbox] = this.#part(pair);
    this.#sandbox = sandbox;
    void sandbox.ready().then(
      () => tell(BEGUN),
      (problem: Problem) => this.#isOver || this.#broken.resolve(problem),
    );
    return main;
  }

  /** Starts the process of the sandbox, and answers with the other process's role. */
  #part({ main, sandbox }: Pair): [ProcessRole, Supervisor] {
    const { runs, trials, watched } = this.#input;
    const sandboxSupervisor = this.#supervised({
      first: { ...sandbox, limits: limitsOfSandbox(), runs, trials, watched },
    });
    return [
      { ...main, watched: false, ...whenMainEnds(() => sandboxSupervisor.renew({ why: WITH_THE_WORKERS })) },
      sandboxSupervisor,
    ];
  }
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

const clockSetBack = (milliseconds: number): string =>
  `The clock was set back by ${seconds(milliseconds)}. The workers start again: they would wait until it has caught up.`;
const clockWentForward = (milliseconds: number): string =>
  `The clock went forward by ${seconds(milliseconds)}, or the machine slept. The workers start again: what is planned would be late.`;
const WITH_THE_WORKERS = "The process of plugin code starts again with them.";

/** The configuration of the one process stays what it was: a full disk is the likeliest reason. */
const NOT_BEGUN = "Plugin code gets no process of its own";
const BEGUN =
  "Plugin code has a process of its own from now on, also after a restart: what ends there interrupts nobody else. --no-isolate takes that back.";

/**
 * No plugin ends the process that serves visitors, so its end is on no record. Calls that it made end with it, and so
 * does the other process, which charges nobody.
 */
const whenMainEnds = (ends: () => void): Pick<ProcessRole, "runs" | "trials"> => ({
  runs: { began: () => undefined, stopped: () => undefined, ended: () => (ends(), null) },
  trials: { restart: () => undefined },
});

import type { Separation } from "../state/separation.ts";
import { type Problem, reason } from "../process/problem.ts";
import { ClockWatch } from "../watchdog/clockWatch.ts";
import { limitsOfSandbox } from "./limits.ts";
import type { Pair, Runtimes } from "./prepareRuntime.ts";
import { Supervisor, type Renewal, type ProcessRole, type SupervisorInput } from "./supervisor.ts";

/** Settings that both processes share. */
export interface ProcessesInput extends Omit<SupervisorInput, "first" | "next">, Pick<ProcessRole, "runs" | "trials"> {
  readonly runsPlugins: boolean;
  readonly runtimes: Runtimes;
  readonly separation: Pick<Separation, "isWanted" | "mayBegin" | "begins">;
}

/**
 * The processes of a run: a common one, or two if plugin code is separated. A run with a common process separates after
 * that process has ended. Visitors must wait for a restart then anyway. Later crashes of plugin code no longer affect
 * them.
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
    const { runtimes, runs, trials, runsPlugins } = input;
    const together = (): ProcessRole => ({
      ...runtimes.together(),
      runs,
      trials,
      watch: runsPlugins ? "plugins" : "process",
    });
    const [first, sandbox] = pair ? this.#part(pair) : [together(), undefined];
    this.#sandbox = sandbox;
    this.#main = this.#supervised({ first, next: (role) => this.#following(role) });
  }

  /** Resolves when one of the processes cannot be kept running. */
  get broken(): Promise<Problem> {
    return this.#broken.promise;
  }

  unlessBroken<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.broken.then((problem) => Promise.reject(problem))]);
  }

  /** Process id of the workerd that serves visitors. */
  get pid(): number | undefined {
    return this.#main.pid;
  }

  /** Process id of the workerd that runs plugin code. */
  get sandboxPid(): number | undefined {
    return this.ofPlugins.pid;
  }

  /** The process that runs plugin code. */
  get ofPlugins(): Supervisor {
    return this.#sandbox ?? this.#main;
  }

  /** Restarts the process that serves visitors. */
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
    const { folder, tell, watchTime } = this.#input;
    const supervisor = new Supervisor({ folder, tell, watchTime, ...input });
    void supervisor.broken.then((problem) => this.#broken.resolve(problem));
    return supervisor;
  }

  /** The role of the next process after one has ended. Separates plugin code if the operator allows it. */
  async #following(role: ProcessRole): Promise<ProcessRole> {
    const { runtimes, separation, runsPlugins, tell } = this.#input;
    if (this.#sandbox || !runsPlugins || !separation.mayBegin || !runtimes.apart) return role;
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

  /** Starts the sandbox's process. Answers the other process's role. */
  #part({ main, sandbox }: Pair): [ProcessRole, Supervisor] {
    const { runs, trials } = this.#input;
    const sandboxSupervisor = this.#supervised({
      first: { ...sandbox, limits: limitsOfSandbox(), runs, trials, watch: "plugins" },
    });
    return [
      { ...main, watch: "process", ...whenMainEnds(() => sandboxSupervisor.renew({ why: WITH_THE_WORKERS })) },
      sandboxSupervisor,
    ];
  }
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

const clockSetBack = (milliseconds: number): string =>
  `The clock was set back by ${seconds(milliseconds)}. The workers restart, because their timers would otherwise wait for the old time.`;
const clockWentForward = (milliseconds: number): string =>
  `The clock went forward by ${seconds(milliseconds)}, or the machine slept. The workers restart, because their timers would otherwise be late.`;
const WITH_THE_WORKERS = "The process of plugin code restarts with them.";

/** The separation failed, for example at a full disk. The common process keeps its configuration. */
const NOT_BEGUN = "Plugin code gets no separate process";
const BEGUN =
  "From now on plugin code runs in a separate process, also after a restart. If that process ends, nothing else is interrupted. --no-isolate switches this off.";

/**
 * The process for visitors runs no plugin code, so its end is not recorded and charges no plugin. Its calls into the
 * sandbox fail with it, so the sandbox restarts as well, once: the watchdog and the end itself both report the end.
 */
function whenMainEnds(ends: () => void): Pick<ProcessRole, "runs" | "trials"> {
  let isOver = false;
  const over = (): null => {
    if (!isOver) ends();
    isOver = true;
    return null;
  };
  return {
    runs: { began: () => void (isOver = false), stopped: () => undefined, ended: over, killed: over },
    trials: { restart: () => undefined },
  };
}

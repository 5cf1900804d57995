import type { Invocation } from "../command.ts";
import { Trouble } from "../command.ts";
import type { SiteSession } from "../site/session.ts";
import type { Call } from "./calls.ts";
import { AS_PACKED, CallLog, callLines } from "./calls.ts";
import { LOOK_EVERY_MS } from "./logs.ts";

interface Watched {
  readonly session: SiteSession;
  readonly invocation: Pick<Invocation, "paint" | "tell">;
}

/** Tells each call that fails or prints, as it happens. */
export class FailureWatch implements Disposable {
  readonly #id: () => string | undefined;
  readonly #invocation: Watched["invocation"];
  readonly #session: SiteSession;
  readonly #timer: NodeJS.Timeout;
  #log: CallLog | undefined;
  #isLooking = false;

  /** `id` is the plugin's, once the site has it. */
  constructor(id: () => string | undefined, { session, invocation }: Watched) {
    this.#id = id;
    this.#session = session;
    this.#invocation = invocation;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** A site that does not answer is asked again; the next round says what is wrong with it. */
  async #look(): Promise<void> {
    const id = this.#id();
    if (this.#isLooking || id === undefined) return;
    this.#isLooking = true;
    try {
      if (this.#log) this.#tell(await this.#log.next());
      else await this.#begin(id);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  /** What was called before it came is not this version's doing. */
  async #begin(id: string): Promise<void> {
    const log = new CallLog(this.#session, id);
    await log.next();
    this.#log = log;
  }

  #tell(calls: readonly Call[]): void {
    const { paint, tell } = this.#invocation;
    const words = { paint, inSource: AS_PACKED, level: "debug" } as const;
    for (const line of calls.flatMap((call) => callLines(call, words))) tell(line);
  }
}

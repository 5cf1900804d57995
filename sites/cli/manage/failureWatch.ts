import { type Invocation, Trouble } from "../command/command.ts";
import type { SiteSession } from "../site/session.ts";
import type { ListedCall } from "./call.ts";
import { CallLog, callLines } from "./calls.ts";
import { type InSource, AS_PACKED } from "../bundling/inSource.ts";
import { LOOK_EVERY_MS } from "./logs.ts";

/** The plugin version that `svc plugin dev` uploaded. */
export interface Brought {
  readonly id: string;
  readonly inSource: InSource;
}

interface Watched {
  readonly session: SiteSession;
  readonly invocation: Pick<Invocation, "paint" | "tell">;
}

/** Prints each call with a failure or with output, as it happens. */
export class FailureWatch implements Disposable {
  readonly #brought: () => Brought | undefined;
  readonly #invocation: Watched["invocation"];
  readonly #session: SiteSession;
  readonly #timer: NodeJS.Timeout;
  #log: CallLog | undefined;
  #isLooking = false;

  /** `brought` returns the uploaded plugin; undefined before the first upload. */
  constructor(brought: () => Brought | undefined, { session, invocation }: Watched) {
    this.#brought = brought;
    this.#session = session;
    this.#invocation = invocation;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Reads new calls. Ignores a site that does not answer, because the next upload reports the fault. */
  async #look(): Promise<void> {
    const brought = this.#brought();
    if (this.#isLooking || !brought) return;
    this.#isLooking = true;
    try {
      if (this.#log) this.#tell(await this.#log.next());
      else await this.#begin(brought.id);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  /** Skips the calls before this upload, because other versions made them. */
  async #begin(id: string): Promise<void> {
    const log = new CallLog(this.#session, id);
    await log.next();
    this.#log = log;
  }

  #tell(calls: readonly ListedCall[]): void {
    const { paint, tell } = this.#invocation;
    const words = { paint, inSource: this.#brought()?.inSource ?? AS_PACKED, level: "debug" } as const;
    for (const line of calls.flatMap((call) => callLines(call, words))) tell(line);
  }
}

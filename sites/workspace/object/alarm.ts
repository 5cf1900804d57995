/** The time of the workspace's next due work in milliseconds since the epoch; undefined without any. */
type NextDue = () => number | undefined;

/** The object's one alarm. It is set for the earliest due work, and is never moved to a later time. */
export class Alarm {
  readonly #storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  readonly #now: () => number;
  readonly #nextDue: NextDue;
  /** The time of the set alarm in milliseconds since the epoch. Reading it from storage would delay every command. */
  #at = Infinity;

  constructor(storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">, now: () => number, nextDue: NextDue) {
    this.#storage = storage;
    this.#now = now;
    this.#nextDue = nextDue;
  }

  /**
   * Sets the alarm, unless one rings within `patienceMs`. Without an `await` in between, the platform stores the alarm
   * and the commit together. A longer patience gathers the work of many commands into one alarm.
   */
  set(patienceMs = 0): Promise<void> | undefined {
    if (this.#at <= this.#now() + patienceMs) return undefined;
    const due = this.#nextDue();
    if (due === undefined || due >= this.#at) return undefined;
    this.#at = due;
    return this.#storage.setAlarm(due);
  }

  /** Called when the object wakes: sets the alarm if a crash prevented that. */
  async recall(): Promise<void> {
    this.#at = (await this.#storage.getAlarm()) ?? Infinity;
    await this.set();
  }

  /** Notes that the alarm rang. The caller sets it again after the due work. */
  rings(): void {
    this.#at = Infinity;
  }
}

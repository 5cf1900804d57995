/** When something of a workspace is due next, in milliseconds since the epoch; undefined when nothing is. */
type NextDue = () => number | undefined;

/** The object's one alarm: rung when the first thing is due, and never moved to later. */
export class Alarm {
  readonly #storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  readonly #now: () => number;
  readonly #nextDue: NextDue;
  /** When it rings, in milliseconds since the epoch. Asking the storage each time would cost every command a wait. */
  #at = Infinity;

  constructor(storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">, now: () => number, nextDue: NextDue) {
    this.#storage = storage;
    this.#now = now;
    this.#nextDue = nextDue;
  }

  /**
   * Nothing waits between a command's commit and this: the platform stores the two together. An alarm that rings by the
   * time that what is new can wait for finds it by itself: who edits causes many commands in that time.
   */
  set(patienceMs = 0): Promise<void> | undefined {
    if (this.#at <= this.#now() + patienceMs) return undefined;
    const due = this.#nextDue();
    if (due === undefined || due >= this.#at) return undefined;
    this.#at = due;
    return this.#storage.setAlarm(due);
  }

  /** What a crash left without an alarm gets one when the object wakes, whoever woke it. */
  async recall(): Promise<void> {
    this.#at = (await this.#storage.getAlarm()) ?? Infinity;
    await this.set();
  }

  /** It rings, and has to be set again when what was due is done. */
  rings(): void {
    this.#at = Infinity;
  }
}

/** The time of the workspace's next due work in milliseconds since the epoch; undefined without any. */
type NextDue = () => number | undefined;

/** The part of an object's storage that holds its alarm. */
interface AlarmStorage {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

/**
 * The lateness after which a set alarm counts as lost, in milliseconds. The platform's list of alarms is a second copy
 * of the set time. A restored database may name a time that the list does not have.
 */
export const ALARM_LOST_MS = 5_000;

/** The object's one alarm. It is set for the earliest due work, and is never moved to a later time. */
export class Alarm {
  readonly #storage: AlarmStorage;
  readonly #now: () => number;
  readonly #nextDue: NextDue;
  /** The time of the set alarm in milliseconds since the epoch. Reading it from storage would delay every command. */
  #at = Infinity;
  /** True while the alarm's work is done. Its end sets the alarm, so nobody else has to look for due work. */
  #isRinging = false;

  constructor(storage: AlarmStorage, now: () => number, nextDue: NextDue) {
    this.#storage = storage;
    this.#now = now;
    this.#nextDue = nextDue;
  }

  /**
   * Sets the alarm, unless one rings within `patienceMs`. Without an `await` in between, the platform stores the alarm
   * and the commit together. A longer patience gathers the work of many commands into one alarm.
   */
  set(patienceMs = 0): Promise<void> | undefined {
    if (this.#isRinging) return undefined;
    const now = this.#now();
    const isLost = now - this.#at >= ALARM_LOST_MS;
    if (!isLost && this.#at <= now + patienceMs) return undefined;
    const due = this.#nextDue();
    if (due === undefined || (!isLost && due >= this.#at)) return undefined;
    // The platform ignores a second alarm of the same time, so a lost one gets another time.
    this.#at = isLost ? Math.max(due, now) : due;
    return this.#storage.setAlarm(this.#at);
  }

  /**
   * Called when the object wakes: sets the alarm if a crash prevented that. A past alarm may be the one that wakes the
   * object, so it stays. If it does not ring, the next call finds it lost.
   */
  async recall(): Promise<void> {
    this.#at = (await this.#storage.getAlarm()) ?? Infinity;
    if (this.#at > this.#now()) await this.set();
  }

  /** Does the work of an alarm that rang, and sets the alarm for what is left. */
  async ring(work: () => Promise<void>): Promise<void> {
    this.#at = Infinity;
    this.#isRinging = true;
    try {
      await work();
    } finally {
      this.#isRinging = false;
    }
    await this.set();
  }
}

/** Bounds of one machine: processor time and memory of its process and of plugins in it. */

/**
 * On one machine: processor time one plugin may be seen to compute in a window while its thread serves nobody, both in
 * milliseconds. A sixth of the window is far more than plugins that keep to their `limits` come to, and slows everybody.
 */
export const COMPUTING_MAX_MS = 5_000;
export const COMPUTING_WINDOW_MS = 30_000;

/** Processor time for nobody after which the watchdog looks whose it is, in milliseconds: looking costs about 5 ms a plugin. */
export const COMPUTING_SEEK_MS = 250;

/**
 * The least processor time, in milliseconds, a plugin must be seen to compute before an ended process is blamed on it.
 */
export const CULPRIT_SEEN_MS = 250;

/** On one machine: memory of one plugin's isolate from which it may be what filled its process, in bytes. The platform ends one at this size. */
export const PLUGIN_MEMORY_MAX_BYTES = 128 * 1024 * 1024;

/** Runs of the process of one machine whose end is remembered. A workspace nobody visited meanwhile learns nothing of older ones. */
export const RUNS_KEPT = 100;

/** Largest answer about them in bytes: each has about 60, and 330 with a plugin of the longest names. */
export const RUNS_MAX_BYTES = 64 * 1024;

/** Longest wait for that answer in milliseconds. It comes from the same machine; a workspace that wakes waits for it. */
export const RUNS_ANSWER_MS = 1_000;

/** Time between two looks of the watchdog at the process, in milliseconds. */
export const WATCHDOG_LOOK_MS = 150;

/**
 * The watchdog looks this many times as often while a plugin has the thread: nobody is charged for what follows the
 * last such look.
 */
export const WATCHDOG_LOOKS_WHILE_HELD = 5;

/**
 * Processor time without an answer after which the watchdog ends the process, in milliseconds. A plugin had its part of
 * the thread in that time, or nobody transferred a byte. It is three times the longest step of publishing 10,000 pages.
 * The process gets twice that time while the watchdog looks for a plugin that it has seen too little of.
 */
export const SPIN_CPU_MS = 1_500;

/** The part of that time that makes it a plugin's doing: about half of what a plugin uses is seen. */
export const SPIN_PLUGIN_PART = 1 / 3;

/** The same for a process that has not answered yet, in milliseconds: compiling the workers takes about a second of it. */
export const STARTING_CPU_MS = 6_000;

/** The same by the clock on the wall, in milliseconds, for a process that waits for something that never comes. */
export const SILENT_MS = 20_000;

/**
 * Time between two looks at the machine's clock, in milliseconds. A clock that goes forward and back between two of them
 * was never away.
 */
export const CLOCK_LOOK_MS = 250;

/** Longest time that reading two clocks may take for a look to count, in milliseconds. */
export const CLOCK_READ_MAX_MS = 100;

/**
 * A clock that was set back so far has the workers start again, in milliseconds. It is more than a leap second: timers
 * may wait for that long.
 */
export const CLOCK_SET_BACK_MS = 2_000;

/**
 * A clock that went forward so far has the workers start again, in milliseconds. A plan may be published that much late,
 * and a clock that is corrected in small steps ends no call.
 */
export const CLOCK_WENT_FORWARD_MS = 60_000;

/**
 * Time in which the workers start again at most once because of the clock, in milliseconds. It is longer than a start, so
 * a clock that keeps swinging leaves time to answer.
 */
export const CLOCK_REST_MS = 3_000;

/** Processor time since the last sign of life after which the watchdog asks for another, in milliseconds. */
export const WATCHDOG_ASK_CPU_MS = 250;

/** Longest time the watchdog does not ask a process that does nothing, in milliseconds: asking costs it a request. */
export const WATCHDOG_ASK_IDLE_MS = 3_000;

/** Longest wait for one answer, in milliseconds; then the watchdog asks again. */
export const WATCHDOG_ASK_MS = 5_000;

/**
 * Most processor time that one look charges, in milliseconds. A door that stays closed for longer while others are
 * served is stuck. Time further between two sights of a plugin may be another plugin's, or our own.
 */
export const THREAD_HELD_MAX_MS = 1_000;

/** Most memory of the process that runs the workers, in bytes: six times what it begins with, and below what V8 gives up at. */
export const PROCESS_MEMORY_MAX_BYTES = 1.25 * 1024 ** 3;

/** The part of that memory from which the watchdog looks whose it is. */
export const WEIGH_FROM_PART = 3 / 8;

/** Longest wait for the owner of the memory when the most is reached, in milliseconds. */
export const WEIGH_MS = 500;

/** The factor by which memory may exceed the most during that wait. */
export const WEIGH_UP_TO_PART = 1.25;

/** On one machine: longest wait of a call of a plugin on probation for its turn, in milliseconds. A visitor may be waiting for it. */
export const TRIAL_WAIT_MS = 5_000;

/** Calls of plugins on probation that wait for their turn on one machine; more are refused. */
export const TRIALS_WAITING = 50;

/** Calls of one tenant's plugins on probation that wait at once, so that other tenants find a place. */
export const TRIALS_WAITING_PER_TENANT = 10;

/** Tenants whose last turn the runner remembers. The tenant whose turn is longest ago comes first. */
export const TRIAL_TENANTS_REMEMBERED = 1_000;

/** Calls on trial after which a plugin is cleared, although none ended by itself: the process has survived them all. */
export const TRIALS_SURVIVED_TO_CLEAR = 3;

/**
 * After a call on trial, its plugin answers for the process this long, in milliseconds: two looks of the watchdog and a
 * weighing.
 */
export const TRIAL_SETTLE_MS = 500;

/** The watchdog looks again for the plugin to blame when memory grows by this part of the most. */
export const WEIGH_AGAIN_PART = 1 / 16;

/** Memory of one plugin for which the process is ended, as a part of the most: four times what the platform allows. */
export const PLUGIN_HEAVY_PART = 0.4;

/**
 * The factor by which memory may exceed the most when no plugin is heavy: the rest is our own work, which lets go
 * again.
 */
export const OWN_MEMORY_PART = 1.6;

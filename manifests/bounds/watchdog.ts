/** Limits of one machine: CPU time and memory of its process and of the plugins in it. */

/**
 * CPU time that one plugin may use in a window while its thread serves no request, both in milliseconds, on one
 * machine. A sixth of the window is far more than plugins within their `limits` use, and slows every request.
 */
export const COMPUTING_MAX_MS = 5_000;
export const COMPUTING_WINDOW_MS = 30_000;

/**
 * CPU time in milliseconds without an answered request after which the watchdog looks for the plugin that uses it.
 * Looking costs about 5 ms a plugin.
 */
export const COMPUTING_SEEK_MS = 250;

/**
 * Least CPU time in milliseconds that the watchdog must have seen a plugin use before it blames the plugin for an ended
 * process.
 */
export const CULPRIT_SEEN_MS = 250;

/**
 * Memory in bytes of one plugin's isolate from which the plugin may have filled the process, on one machine. Cloudflare
 * ends an isolate at this size.
 */
export const PLUGIN_MEMORY_MAX_BYTES = 128 * 1024 * 1024;

/**
 * Ended process runs that one machine remembers. A workspace without visits in that time does not learn of older ones.
 */
export const RUNS_KEPT = 100;

/** Largest answer about ended runs in bytes. A run has about 60, and 330 with a plugin of the longest names. */
export const RUNS_MAX_BYTES = 64 * 1024;

/**
 * Longest wait for that answer in milliseconds. It comes from the same machine, and a workspace that wakes waits for
 * it.
 */
export const RUNS_ANSWER_MS = 1_000;

/** Interval in milliseconds at which the watchdog measures the process. */
export const WATCHDOG_LOOK_MS = 150;

/**
 * Factor by which the watchdog measures more often while a plugin uses the thread. CPU time after the last such
 * measurement is charged to no plugin.
 */
export const WATCHDOG_LOOKS_WHILE_HELD = 5;

/**
 * CPU time in milliseconds without an answer after which the watchdog ends the process. This holds if a plugin used its
 * share of the thread in that time, or if no byte was transferred. It is three times the longest step of publishing
 * 10,000 pages. The process gets twice the time while the watchdog looks for a plugin that it has seen too little of.
 */
export const SPIN_CPU_MS = 1_500;

/** Share of SPIN_CPU_MS that a plugin must use to be blamed. The watchdog sees about half of what a plugin uses. */
export const SPIN_PLUGIN_PART = 1 / 3;

/**
 * The same limit in milliseconds for a process that has not answered yet. Compiling the workers takes about a second of
 * it.
 */
export const STARTING_CPU_MS = 6_000;

/** The same limit in milliseconds of elapsed time, for a process that waits for something that never comes. */
export const SILENT_MS = 20_000;

/**
 * Interval in milliseconds at which the machine's clock is read. A clock that jumps forward and back between two reads
 * goes unnoticed.
 */
export const CLOCK_LOOK_MS = 250;

/** Longest time in milliseconds that reading two clocks may take. A slower reading is discarded. */
export const CLOCK_READ_MAX_MS = 100;

/**
 * Backward jump of the clock in milliseconds after which the workers restart. It is more than a leap second. Timers may
 * wait for that long.
 */
export const CLOCK_SET_BACK_MS = 2_000;

/**
 * Forward jump of the clock in milliseconds after which the workers restart. A schedule may be published that much
 * late, and a clock corrected in small steps interrupts no call.
 */
export const CLOCK_WENT_FORWARD_MS = 60_000;

/**
 * Least time in milliseconds between two restarts because of the clock. It is longer than a start, so a clock that
 * keeps jumping leaves time to answer requests.
 */
export const CLOCK_REST_MS = 3_000;

/** CPU time in milliseconds since the last sign of life after which the watchdog sends a request to the process. */
export const WATCHDOG_ASK_CPU_MS = 250;

/**
 * Longest time in milliseconds in which the watchdog sends no request to an idle process. Each request costs CPU time.
 */
export const WATCHDOG_ASK_IDLE_MS = 3_000;

/** Longest wait for one answer in milliseconds. After it the watchdog asks again. */
export const WATCHDOG_ASK_MS = 5_000;

/**
 * Most CPU time in milliseconds that one measurement charges to a plugin. A call that holds the thread longer while
 * others are served is stuck. Time between two sightings of a plugin may also be another plugin's, or our own.
 */
export const THREAD_HELD_MAX_MS = 1_000;

/**
 * Most memory in bytes of the process that runs the workers. It is six times the memory at start, and below the size at
 * which V8 gives up.
 */
export const PROCESS_MEMORY_MAX_BYTES = 1.25 * 1024 ** 3;

/** Share of PROCESS_MEMORY_MAX_BYTES from which the watchdog looks for the plugin that uses the memory. */
export const WEIGH_FROM_PART = 3 / 8;

/** Time in milliseconds that finding this plugin may take once the limit is reached. */
export const WEIGH_MS = 500;

/** Factor by which memory may exceed the limit during that time. */
export const WEIGH_UP_TO_PART = 1.25;

/**
 * Longest time in milliseconds that a call of a plugin on probation waits for its turn on one machine. A visitor may be
 * waiting for it.
 */
export const TRIAL_WAIT_MS = 5_000;

/** Calls of plugins on probation that may wait on one machine; more are refused. */
export const TRIALS_WAITING = 50;

/** Calls of one tenant's plugins on probation that may wait at once, so that other tenants find a place. */
export const TRIALS_WAITING_PER_TENANT = 10;

/** Tenants whose last turn the runner remembers. The tenant with the oldest turn is next. */
export const TRIAL_TENANTS_REMEMBERED = 1_000;

/**
 * Trial calls after which a plugin is cleared although the sandbox had to end each of them: the process has survived
 * all.
 */
export const TRIALS_SURVIVED_TO_CLEAR = 3;

/**
 * Time in milliseconds after a trial call in which its plugin is still blamed for the end of the process. It is enough
 * for two measurements and a memory check.
 */
export const TRIAL_SETTLE_MS = 500;

/** Growth of memory, as a share of the limit, after which the watchdog looks again for the plugin to blame. */
export const WEIGH_AGAIN_PART = 1 / 16;

/** Memory of one plugin, as a share of the limit, at which the process is ended: four times what Cloudflare allows. */
export const PLUGIN_HEAVY_PART = 0.4;

/**
 * Factor by which memory may exceed the limit when no plugin is heavy. The rest is our own work, which frees its memory
 * again.
 */
export const OWN_MEMORY_PART = 1.6;

/** Growth of a process's memory in bytes after which its garbage is collected. V8 itself waits for several times as much. */
export const COLLECT_GROWTH_BYTES = 48 * 1024 * 1024;

/**
 * Interval in milliseconds at which one machine compares the memory of its processes. A collection takes about 0.2 s of
 * CPU time, so collections take at most a hundredth of it.
 */
export const COLLECT_LOOK_MS = 30_000;

/** Longest wait for one isolate to collect its garbage, in milliseconds. An idle isolate does not answer. */
export const COLLECT_ANSWER_MS = 200;

/** Further looks at which isolates that did not answer are asked again: ten minutes. */
export const COLLECT_TRIES = 20;

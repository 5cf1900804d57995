import { PLUGIN_MEMORY_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";
import { type PluginAtWork, pluginOfIsolate } from "../../../sandbox/isolateName.ts";
import { collectIsolates } from "./garbage.ts";
import { type InspectorDoor, Inspector } from "./inspector.ts";
import { waitAt } from "./knock.ts";
import { queueOf } from "./processorQueue.ts";
import { type Usage, readUsage } from "./usage.ts";

/** A plugin in whose isolate the workers' thread is, or just was. */
export interface BusyPlugin {
  readonly plugin: PluginAtWork;
  /**
   * The process's usage when the thread was first seen in the isolate. If the thread left during the search, its usage
   * at that moment.
   */
  readonly since: Usage;
  /** The process's usage when the thread left; undefined until then. */
  readonly left: Usage | undefined;
  forget(): void;
}

/** A plugin whose isolate exceeds the memory limit, with its size. */
export interface Heavy {
  readonly plugin: PluginAtWork;
  readonly bytes: number;
}

/** A door that opens only after this wait, in milliseconds, probably had the thread behind it. */
const GLIMPSE_MS = 20;

/** One search through the isolates of a process. */
interface Round {
  readonly pid: number;
  readonly inspector: Inspector;
  /** Doors that are closed after the whole search. */
  readonly tried: InspectorDoor[];
}

/**
 * The number of consecutive late doors that identify a plugin. The second knock falls on the beginning of the plugin's
 * next slice.
 */
const KNOCKS = 2;

/**
 * Finds the plugin whose isolate holds the workers' thread: it connects the inspector to each isolate until one does
 * not answer. The inspector must enter an isolate once more to leave it. A door is therefore closed only after the
 * whole search, and the next search starts only after all closings.
 *
 * A plugin that computes in slices opens its door between two slices. Two late doors in a row identify it; a single one
 * may come from a loaded machine.
 */
export class BusyPluginFinder {
  /** Host and port of the current process's inspector; undefined until it listens. */
  readonly #address: () => string | undefined;
  #known: { readonly pid: number; readonly inspector: Inspector } | undefined;
  /** The isolate found last. Searches begin with it, because a busy plugin is usually the same again. */
  #last = "";
  /** The number of running questions and closing doors. */
  #engaged = 0;
  /** The running collection of garbage, which a search ends. */
  #collection: Promise<readonly string[]> | undefined;
  #isSearchWaiting = false;

  constructor(address: () => string | undefined) {
    this.#address = address;
  }

  /** The plugin in which the thread is. Null if it is in none; undefined if the inspector cannot tell. */
  async of(pid: number): Promise<BusyPlugin | null | undefined> {
    try {
      await this.#stopCollecting();
      if (this.#known?.pid !== pid) this.#known = this.#at(pid);
      const inspector = this.#free;
      return inspector && (await this.#engage(() => this.#among(pid, inspector)));
    } catch {
      return undefined;
    }
  }

  async #among(pid: number, inspector: Inspector): Promise<BusyPlugin | null> {
    const isolates = (await inspector.isolates()).filter((name) => pluginOfIsolate(name) !== undefined);
    const tried: InspectorDoor[] = [];
    try {
      for (const isolate of isolates.toSorted((a, b) => Number(b === this.#last) - Number(a === this.#last))) {
        const busy = await this.#behind(isolate, { pid, inspector, tried });
        if (busy) return busy;
      }
    } finally {
      for (const door of tried) this.#close(door);
    }
    return null;
  }

  /** The plugin of an isolate, if the thread is in it. Adds opened doors to `tried`. */
  async #behind(isolate: string, { pid, inspector, tried }: Round): Promise<BusyPlugin | undefined> {
    const [plugin, since] = [pluginOfIsolate(isolate), await readUsage(pid)];
    if (!plugin || !since) return undefined;
    for (let knock = 1; knock <= KNOCKS; knock += 1) {
      const door = inspector.door(isolate);
      tried.push(door);
      const waitedMs = await waitAt(door, () => queueOf(pid));
      if (waitedMs === undefined) {
        tried.pop(); // The found plugin's door stays connected until `forget`.
        return this.#found(pid, isolate, { plugin, since, door });
      }
      if (waitedMs < GLIMPSE_MS) return undefined;
    }
    return this.#glimpsed(pid, isolate, { plugin, since });
  }

  /**
   * The plugin with the most memory above its limit. Null if there is none; undefined if the inspector cannot tell.
   * Runs only between searches, because both use the inspector.
   */
  async heaviest(pid: number): Promise<Heavy | null | undefined> {
    try {
      await this.#stopCollecting();
      if (this.#known?.pid !== pid) this.#known = this.#at(pid);
      const inspector = this.#free;
      return inspector && (await this.#engage(() => findHeaviest(inspector)));
    } catch {
      return undefined;
    }
  }

  /**
   * Collects the garbage of the process's own workers, or only of some, unless a search runs. A search or the signal ends
   * it. Answers the workers that did not answer.
   */
  async collect(pid: number, signal: AbortSignal, only?: readonly string[]): Promise<readonly string[]> {
    if (this.#known?.pid !== pid) this.#known = this.#at(pid);
    const inspector = this.#free;
    if (!inspector) return only ?? [];
    const isWanted = (): boolean => signal.aborted || this.#isSearchWaiting;
    this.#collection = collectIsolates(inspector, isWanted, only).finally(() => (this.#collection = undefined));
    return this.#collection;
  }

  async #stopCollecting(): Promise<void> {
    this.#isSearchWaiting = true;
    await this.#collection?.catch(() => undefined);
    this.#isSearchWaiting = false;
  }

  #at(pid: number): { readonly pid: number; readonly inspector: Inspector } | undefined {
    const address = this.#address();
    return address === undefined ? undefined : { pid, inspector: new Inspector(address) };
  }

  /** The inspector, if it has no running question and no closing door. */
  get #free(): Inspector | undefined {
    return this.#engaged === 0 ? this.#known?.inspector : undefined;
  }

  async #engage<T>(question: () => Promise<T>): Promise<T> {
    this.#engaged += 1;
    try {
      return await question();
    } finally {
      this.#engaged -= 1;
    }
  }

  #found(
    pid: number,
    isolate: string,
    { plugin, since, door }: Pick<BusyPlugin, "plugin" | "since"> & { readonly door: InspectorDoor },
  ): BusyPlugin {
    this.#last = isolate;
    let left: Usage | undefined;
    void door.opened.then(() => readUsage(pid)).then((usage) => (left = usage ?? since));
    return {
      plugin,
      since,
      get left() {
        return left;
      },
      forget: () => this.#close(door),
    };
  }

  /** A plugin whose thread has left already. The search closes its door, so `forget` does nothing. */
  async #glimpsed(
    pid: number,
    isolate: string,
    { plugin, since }: Pick<BusyPlugin, "plugin" | "since">,
  ): Promise<BusyPlugin> {
    this.#last = isolate;
    const left = (await readUsage(pid)) ?? since;
    return { plugin, since: left, left, forget: () => undefined };
  }

  #close(door: InspectorDoor): void {
    this.#engaged += 1;
    void door.close().then(() => (this.#engaged -= 1));
  }
}

/**
 * Measures all isolates at once. A busy isolate does not answer and may be the largest. So a missing answer allows no
 * statement that no plugin is heavy.
 */
export async function findHeaviest(
  inspector: Pick<Inspector, "isolates" | "weigh">,
): Promise<Heavy | null | undefined> {
  const isolates = (await inspector.isolates()).flatMap((name) => {
    const plugin = pluginOfIsolate(name);
    return plugin ? [{ name, plugin }] : [];
  });
  const weighed = await Promise.all(
    isolates.map(async ({ name, plugin }) => ({ plugin, bytes: await inspector.weigh(name) })),
  );
  const [most] = weighed
    .flatMap(({ plugin, bytes = 0 }) => (bytes > PLUGIN_MEMORY_MAX_BYTES ? [{ plugin, bytes }] : []))
    .toSorted((a, b) => b.bytes - a.bytes);
  return most ?? (weighed.some(({ bytes }) => bytes === undefined) ? undefined : null);
}

import { PLUGIN_MEMORY_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";
import { pluginOfIsolate } from "../../../sandbox/isolateName.ts";
import type { InspectorDoor } from "./inspector.ts";
import { Inspector } from "./inspector.ts";
import { waitAt } from "./knock.ts";
import { queueOf } from "./processorQueue.ts";
import type { Usage } from "./usage.ts";
import { usageOf } from "./usage.ts";

/** A plugin in whose isolate the thread of the workers is, or was a moment ago. */
export interface BusyPlugin {
  readonly plugin: PluginAtWork;
  /** The process's use when the thread was first seen there. After a glimpse of it, this is when it left. */
  readonly since: Usage;
  /** The process's use when the thread had left; undefined until then. */
  readonly left: Usage | undefined;
  forget(): void;
}

/** A plugin whose isolate holds more memory than any may, and how much. */
export interface Heavy {
  readonly plugin: PluginAtWork;
  readonly bytes: number;
}

/** From this wait on, in milliseconds, the thread was probably behind a door that opened. */
const GLIMPSE_MS = 20;

/** A round of knocks, at all the doors together. */
interface Round {
  readonly pid: number;
  readonly inspector: Inspector;
  /** Doors to be closed when the last has been tried. */
  readonly tried: InspectorDoor[];
}

/** Late doors in a row that make it certain enough. The second knock falls together with the beginning of a slice. */
const KNOCKS = 2;

/**
 * Finds out in which plugin of a process the thread is, by knocking at one after the other until one does not open.
 * That tells only while the inspector has nothing else to wait for: it has to get into an isolate once more to leave
 * it. So no door is closed before the last has been tried, and none is tried before the doors of the round before are
 * closed. A plugin that leaves the thread again and again opens between two slices. A door that opens late twice gives
 * it away, because a loaded machine opens any door late now and then.
 */
export class BusyPluginFinder {
  /** The port of the running process's inspector; undefined until it says so. */
  readonly #port: () => number | undefined;
  #known: { readonly pid: number; readonly inspector: Inspector } | undefined;
  /** The isolate found last. A plugin that does it again is found at once. */
  #last = "";
  /** Questions under way, and doors that are being closed. */
  #engaged = 0;

  constructor(port: () => number | undefined) {
    this.#port = port;
  }

  /** Null when it is in none, undefined when that cannot be told. */
  async of(pid: number): Promise<BusyPlugin | null | undefined> {
    try {
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

  /** The plugin of an isolate, if the thread is in it. Doors that opened are added to `tried`. */
  async #behind(isolate: string, { pid, inspector, tried }: Round): Promise<BusyPlugin | undefined> {
    const [plugin, since] = [pluginOfIsolate(isolate), await usageOf(pid)];
    if (!plugin || !since) return undefined;
    for (let knock = 1; knock <= KNOCKS; knock += 1) {
      const door = inspector.door(isolate);
      tried.push(door);
      const waitedMs = await waitAt(door, () => queueOf(pid));
      if (waitedMs === undefined) {
        tried.pop(); // The plugin that was found keeps the door until it is forgotten.
        return this.#found(pid, isolate, { plugin, since, door });
      }
      if (waitedMs < GLIMPSE_MS) return undefined;
    }
    return this.#glimpsed(pid, isolate, { plugin, since });
  }

  /**
   * The plugin whose isolate holds most memory, if that is more than any may; null when none does, undefined when that
   * cannot be told. It asks through the same doors, so it takes turns with the knocking.
   */
  async heaviest(pid: number): Promise<Heavy | null | undefined> {
    try {
      if (this.#known?.pid !== pid) this.#known = this.#at(pid);
      const inspector = this.#free;
      return inspector && (await this.#engage(() => heaviestOf(inspector)));
    } catch {
      return undefined;
    }
  }

  #at(pid: number): { readonly pid: number; readonly inspector: Inspector } | undefined {
    const port = this.#port();
    return port === undefined ? undefined : { pid, inspector: new Inspector(port) };
  }

  /** The inspector, when it has nothing else to do. */
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
    void door.opened.then(() => usageOf(pid)).then((usage) => (left = usage ?? since));
    return {
      plugin,
      since,
      get left() {
        return left;
      },
      forget: () => this.#close(door),
    };
  }

  /** A plugin whose door has opened already. It is closed with all others, so `forget` does nothing. */
  async #glimpsed(
    pid: number,
    isolate: string,
    { plugin, since }: Pick<BusyPlugin, "plugin" | "since">,
  ): Promise<BusyPlugin> {
    this.#last = isolate;
    const left = (await usageOf(pid)) ?? since;
    return { plugin, since: left, left, forget: () => undefined };
  }

  #close(door: InspectorDoor): void {
    this.#engaged += 1;
    void door.close().then(() => (this.#engaged -= 1));
  }
}

/**
 * Weighs all isolates at once. A busy isolate does not answer and may be the heaviest, so a missing answer allows only
 * the statement that another one is heavy.
 */
export async function heaviestOf(inspector: Pick<Inspector, "isolates" | "weigh">): Promise<Heavy | null | undefined> {
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

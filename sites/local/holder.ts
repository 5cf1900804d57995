import { setTimeout } from "node:timers/promises";
import { PLUGIN_MEMORY_MAX_BYTES } from "../../manifests/bounds.ts";
import type { PluginAtWork } from "../../sandbox/isolateName.ts";
import { whoseIsolate } from "../../sandbox/isolateName.ts";
import type { Door } from "./inspector.ts";
import { Inspector } from "./inspector.ts";
import type { Usage } from "./usage.ts";
import { usageOf } from "./usage.ts";

/** A plugin in whose isolate the thread of the workers is. */
export interface Holder {
  readonly plugin: PluginAtWork;
  /** What the process had used when the thread was there already. */
  readonly since: Usage;
  /** What the process had used when the thread had left it; undefined as long as it has not. */
  readonly left: Usage | undefined;
  forget(): void;
}

/** Longest wait at one door, in milliseconds: an isolate nobody is in opens within a few. */
const KNOCK_MS = 100;
const POLL_MS = 2;

/**
 * Finds out in which plugin of a process the thread is, by knocking at one after the other until one does not open. That
 * tells only while the inspector has nothing else to wait for: it has to get into an isolate once more to leave it. So no
 * door is closed before the last has been tried, and none is tried before those of the time before are closed.
 */
export class Holders {
  #known: { readonly pid: number; readonly inspector: Inspector } | undefined;
  /** The isolate that was found last: whoever does it again is found at once. */
  #last = "";
  /** Doors that are being closed. */
  #closing = 0;

  /** Undefined when it is in none, and when that cannot be told. */
  async of(pid: number): Promise<Holder | undefined> {
    try {
      if (this.#known?.pid !== pid) this.#known = knownAt(pid);
      return this.#known && this.#closing === 0 ? await this.#among(pid, this.#known.inspector) : undefined;
    } catch {
      return undefined;
    }
  }

  async #among(pid: number, inspector: Inspector): Promise<Holder | undefined> {
    const isolates = (await inspector.isolates()).filter((name) => whoseIsolate(name) !== undefined);
    const tried: Door[] = [];
    try {
      for (const isolate of isolates.toSorted((a, b) => Number(b === this.#last) - Number(a === this.#last))) {
        const [plugin, since] = [whoseIsolate(isolate), await usageOf(pid)];
        if (!plugin || !since) continue;
        const door = inspector.door(isolate);
        if (await opens(door)) tried.push(door);
        else return this.#found(pid, isolate, { plugin, since, door });
      }
    } finally {
      for (const door of tried) this.#close(door);
    }
    return undefined;
  }

  /** The plugin whose isolate holds most memory, if that is more than any may. Undefined also when it cannot be told. */
  async heaviest(pid: number): Promise<PluginAtWork | undefined> {
    try {
      if (this.#known?.pid !== pid) this.#known = knownAt(pid);
      return this.#known && (await heaviestOf(this.#known.inspector));
    } catch {
      return undefined;
    }
  }

  #found(pid: number, isolate: string, { plugin, since, door }: Pick<Holder, "plugin" | "since"> & { readonly door: Door }): Holder {
    this.#last = isolate;
    let left: Usage | undefined;
    void door.opened.then(() => usageOf(pid)).then((usage) => (left = usage ?? since));
    return { plugin, since, get left() { return left; }, forget: () => this.#close(door) };
  }

  #close(door: Door): void {
    this.#closing += 1;
    void door.close().then(() => (this.#closing -= 1));
  }
}

function knownAt(pid: number): { readonly pid: number; readonly inspector: Inspector } | undefined {
  const inspector = Inspector.of(pid);
  return inspector && { pid, inspector };
}

/** All at once: each answers when no thread is in it, and one that does not answer keeps nobody from being weighed. */
async function heaviestOf(inspector: Inspector): Promise<PluginAtWork | undefined> {
  const isolates = (await inspector.isolates()).filter((name) => whoseIsolate(name) !== undefined);
  const weighed = await Promise.all(isolates.map(async (name) => ({ name, bytes: (await inspector.weigh(name)) ?? 0 })));
  const [most] = weighed.toSorted((a, b) => b.bytes - a.bytes);
  return most && most.bytes > PLUGIN_MEMORY_MAX_BYTES ? whoseIsolate(most.name) : undefined;
}

async function opens(door: Door): Promise<boolean> {
  for (const end = performance.now() + KNOCK_MS; !door.isOpen && performance.now() < end; ) await setTimeout(POLL_MS);
  return door.isOpen;
}

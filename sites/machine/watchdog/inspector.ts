import { setTimeout } from "node:timers/promises";

/** The longest wait for an answer of the inspector, in milliseconds. The inspector has its own thread. */
const ANSWER_MS = 500;
/** The longest wait for an isolate's memory, in milliseconds. The isolate answers between two pieces of work. */
const WEIGH_MS = 400;

/**
 * A connection of the inspector to one isolate. The inspector cannot enter while a thread is inside, so a door that
 * stays closed locates the thread.
 */
export interface InspectorDoor {
  readonly isOpen: boolean;
  /** Resolves when the door is open. */
  readonly opened: Promise<void>;
  /** Resolves when the inspector has released the connection. */
  close(): Promise<void>;
}

/**
 * The client of workerd's inspector. The inspector lists all isolates, and answers even while the workers' thread does
 * not.
 */
export class Inspector {
  readonly #address: string;

  /** `address` is a host with a port. */
  constructor(address: string) {
    this.#address = address;
  }

  /**
   * Names of all isolates. Rejects while the inspector is blocked. The answer resembles JSON but escapes nothing, so a
   * pattern extracts the names.
   */
  async isolates(): Promise<string[]> {
    const response = await fetch(`http://${this.#address}/json/list`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return [...(await response.text()).matchAll(/\{"id":"([^"]*)","title":/g)].map(([, name = ""]) => name);
  }

  /** Tries to enter an isolate. */
  door(isolate: string): InspectorDoor {
    const socket = new WebSocket(`ws://${this.#address}/${isolate}`);
    const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
    let isOpen = false;
    const opened = new Promise<void>((resolve) => {
      for (const event of ["open", "error", "close"])
        socket.addEventListener(event, () => resolve(void (isOpen = true)));
    });
    const close = (): Promise<void> => {
      socket.close();
      return closed;
    };
    return {
      get isOpen() {
        return isOpen;
      },
      opened,
      close,
    };
  }

  /** Memory of an isolate in bytes, on its heap and outside; undefined without an answer in time. */
  async weigh(isolate: string): Promise<number | undefined> {
    return bytesIn((await this.#ask(isolate, "Runtime.getHeapUsage", WEIGH_MS)) ?? "{}");
  }

  /** Lets an isolate collect its garbage. False if it did not within this time, for example because it is idle. */
  async collect(isolate: string, withinMs: number): Promise<boolean> {
    return (await this.#ask(isolate, "HeapProfiler.collectGarbage", withinMs)) !== undefined;
  }

  /** Sends one command to an isolate. Undefined without an answer in time. */
  async #ask(isolate: string, method: string, withinMs: number): Promise<string | undefined> {
    const socket = new WebSocket(`ws://${this.#address}/${isolate}`);
    const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
    const answer = new Promise<string>((resolve, reject) => {
      socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method })));
      socket.addEventListener("message", ({ data }) => resolve(String(data)));
      for (const event of ["error", "close"]) socket.addEventListener(event, () => reject(new Error(event)));
    });
    try {
      return await Promise.race([answer, setTimeout(withinMs, undefined, { ref: false })]);
    } catch {
      return undefined;
    } finally {
      socket.close();
      // The inspector refuses the next question until it has left the isolate.
      await Promise.race([closed, setTimeout(WEIGH_MS, undefined, { ref: false })]);
    }
  }
}

interface HeapUsage {
  readonly totalSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

function bytesIn(message: string): number | undefined {
  const { result } = JSON.parse(message) as { readonly result?: HeapUsage };
  return result && result.totalSize + (result.embedderHeapUsedSize ?? 0) + (result.backingStorageSize ?? 0);
}

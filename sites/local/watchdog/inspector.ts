import { setTimeout } from "node:timers/promises";

/** Longest wait for an answer of the inspector, in milliseconds: it has a thread of its own. */
const ANSWER_MS = 500;
/** The same for what an isolate holds: it answers between two pieces of work. */
const WEIGH_MS = 400;

/**
 * A way into an isolate. The inspector cannot enter while a thread is inside, so a door that stays closed shows where
 * the thread is.
 */
export interface InspectorDoor {
  readonly isOpen: boolean;
  /** Resolves when it is. */
  readonly opened: Promise<void>;
  /** Resolves when nothing of it is left with the inspector. */
  close(): Promise<void>;
}

/** The inspector of a workerd, which knows every isolate by name, and answers while the thread of the workers does not. */
export class Inspector {
  readonly #port: number;

  /** The port is what workerd says that it listens on. */
  constructor(port: number) {
    this.#port = port;
  }

  /** Names of all isolates. The answer looks like JSON and escapes nothing, so names are cut out of it. Rejects while the inspector waits for something. */
  async isolates(): Promise<string[]> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/json/list`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return [...(await response.text()).matchAll(/\{"id":"([^"]*)","title":/g)].map(([, name = ""]) => name);
  }

  /** Tries to enter an isolate, without asking it anything. */
  door(isolate: string): InspectorDoor {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/${isolate}`);
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

  /** Bytes an isolate holds, inside of its heap and beside it; undefined when it does not say so in time. */
  async weigh(isolate: string): Promise<number | undefined> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/${isolate}`);
    const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
    const answer = new Promise<string>((resolve, reject) => {
      socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" })));
      socket.addEventListener("message", ({ data }) => resolve(String(data)));
      for (const event of ["error", "close"]) socket.addEventListener(event, () => reject(new Error(event)));
    });
    try {
      return bytesIn(await Promise.race([answer, setTimeout(WEIGH_MS, "{}")]));
    } catch {
      return undefined;
    } finally {
      socket.close();
      // The next question would be refused as long as the inspector is in the isolate for this one.
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

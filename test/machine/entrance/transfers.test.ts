import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { ENTRANCE_MOVED_MIN_BYTES, ENTRANCE_MOVED_MS } from "../../../manifests/bounds/operators.ts";
import { Transfers } from "../../../sites/machine/entrance/transfers.ts";

/** A request whose body comes slowly, and its answer. */
function slow() {
  const socket = { bytesRead: 100, bytesWritten: 0, writableLength: 0 };
  const request = { socket, complete: false, readableLength: 0, isPaused: () => false };
  const response = Object.assign(new EventEmitter(), {
    writableLength: 0,
    headersSent: false,
    status: 0,
    isDestroyed: false,
    writeHead: (status: number) => void (response.status = status),
    end: () => undefined,
    destroy: () => void (response.isDestroyed = true),
  });
  return { socket, request, response };
}

let clock = 0;
const transfers = new Transfers(() => clock);
afterEach(() => transfers[Symbol.dispose]());

function begun() {
  const made = slow();
  transfers.add(made.request as unknown as IncomingMessage, made.response as unknown as ServerResponse);
  return made;
}

const after = (ms: number): void => {
  clock += ms;
  transfers.look();
};

test.each([
  [ENTRANCE_MOVED_MS - 1, 0],
  [ENTRANCE_MOVED_MS, 408],
  [ENTRANCE_MOVED_MS + 1, 408],
])("a body of which nothing comes for %i ms gets %i", (ms, status) => {
  const { response } = begun();
  after(ms);
  expect(response.status).toBe(status);
});

test.each([
  [ENTRANCE_MOVED_MIN_BYTES - 1, 408],
  [ENTRANCE_MOVED_MIN_BYTES, 0],
  [ENTRANCE_MOVED_MIN_BYTES + 1, 0],
])("a body of which %i bytes come in the time gets %i", (bytes, status) => {
  const { socket, response } = begun();
  socket.bytesRead += bytes;
  after(ENTRANCE_MOVED_MS);
  expect(response.status).toBe(status);
});

test("time in which the workers keep a client waiting does not count", () => {
  const { request, response } = begun();
  Object.assign(request, { isPaused: () => true });
  after(ENTRANCE_MOVED_MS);
  Object.assign(request, { isPaused: () => false, complete: true });
  after(ENTRANCE_MOVED_MS);
  expect(response.status).toBe(0);
});

test("an answer that nobody reads ends with its connection, and one that is closed is forgotten", () => {
  const [unread, over] = [begun(), begun()];
  for (const { request, response } of [unread, over]) {
    request.complete = true;
    Object.assign(response, { writableLength: 1, headersSent: true });
  }
  over.response.emit("close");
  after(ENTRANCE_MOVED_MS);
  expect([unread.response.isDestroyed, over.response.isDestroyed]).toEqual([true, false]);
});

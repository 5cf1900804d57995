import { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuseUnread } from "../../../sites/machine/entrance/refusing.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A client that never closes its side. */
const staying = (): Duplex => new Duplex({ read: () => undefined, write: (_chunk, _coding, done) => done() });

test.each([
  [4_999, false],
  [5_000, true],
])("a client that stays after its refusal has left after %i ms: %s", (milliseconds, hasLeft) => {
  const socket = staying();
  refuseUnread(socket, "INVALID_REQUEST");
  vi.advanceTimersByTime(milliseconds);
  expect(socket.destroyed).toBe(hasLeft);
});

test("a client that resets the connection raises no error here", () => {
  const socket = staying();
  refuseUnread(socket, "INVALID_REQUEST");
  socket.emit("error", new Error("read ECONNRESET"));
  expect(socket.destroyed).toBe(true);
});

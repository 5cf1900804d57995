import { describe, expect, test } from "vitest";
import { LIVE_PING_MS } from "../../../../manifests/bounds/editor.ts";
import { type SocketEvents, LiveConnection } from "../../../../sites/editor/canvas/people/connection.ts";
import { LIVE_CLOSED, PING, PONG } from "../../../../sites/platform/live/live.ts";

const NETWORK_GONE = 1006;

class FakeSocket {
  readonly sent: string[] = [];
  readonly events: SocketEvents;
  isClosed = false;

  constructor(events: SocketEvents) {
    this.events = events;
  }

  send = (text: string): void => void this.sent.push(text);
  close = (): void => void (this.isClosed = true);
}

/** A connection whose timers fire when the test says so. */
function aConnection(random = 1) {
  const sockets: FakeSocket[] = [];
  const waiting: { run: () => void; ms: number }[] = [];
  const seen: string[] = [];
  const connection = new LiveConnection(
    {
      connect: (events) => {
        const socket = new FakeSocket(events);
        sockets.push(socket);
        return socket;
      },
      later: (run, ms) => {
        const one = { run, ms };
        waiting.push(one);
        return () => void (waiting.includes(one) && waiting.splice(waiting.indexOf(one), 1));
      },
      random: () => random,
    },
    {
      message: (text) => seen.push(text),
      connectedChanged: (isUp) => seen.push(isUp ? "up" : "down"),
      accessChanged: () => seen.push("refused"),
    },
  );
  const socket = (): FakeSocket => {
    const last = sockets.at(-1);
    if (!last) throw new Error("nobody has connected");
    return last;
  };
  return {
    connection,
    sockets,
    seen,
    socket,
    waits: () => waiting.map(({ ms }) => ms),
    pass: () => waiting.shift()?.run(),
    hear: (text: string) => socket().events.message(text),
    lose: (code: number) => socket().events.closed(code),
  };
}

describe("a live connection", () => {
  test("is up with the first message, and sends places only then", () => {
    const { connection, seen, hear, socket, sockets } = aConnection();
    connection.start();
    connection.start();
    expect(connection.sendPlace({ page: "home", section: null })).toBe(false);
    hear("news");
    expect(connection.sendPlace({ page: "home", section: "a" })).toBe(true);
    expect([seen, socket().sent, sockets.length]).toEqual([["up", "news"], ['{"page":"home","section":"a"}'], 1]);
  });

  test("reconnects later each time, after five minutes at most, and sooner once it is started again", () => {
    const { connection, lose, waits, pass, sockets } = aConnection();
    connection.start();
    const waited = Array.from({ length: 11 }, () => {
      lose(NETWORK_GONE);
      const [ms] = waits();
      pass();
      return ms;
    });
    expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]);
    lose(NETWORK_GONE);
    connection.start();
    lose(NETWORK_GONE);
    expect([waits(), sockets.length]).toEqual([[1_000], 13]);
  });

  test.each([
    [0, 500],
    [0.5, 750],
    [1, 1_000],
  ])("comes back at a moment of its own: with luck %d after %d ms", (luck, ms) => {
    const { connection, lose, waits } = aConnection(luck);
    connection.start();
    lose(NETWORK_GONE);
    expect(waits()).toEqual([ms]);
  });

  test("that ends right after its first message is not retried every second, one that lasted is", () => {
    const { connection, hear, lose, waits, pass } = aConnection();
    connection.start();
    for (const ms of [1_000, 2_000]) {
      hear("news");
      lose(NETWORK_GONE);
      expect(waits()).toEqual([ms]);
      pass();
    }
    hear(PONG);
    lose(NETWORK_GONE);
    expect(waits()).toEqual([1_000]);
  });

  test.each(["ended", "changed", "stopped"] as const)("that the site has %s is told, and tried again", (why) => {
    const { connection, seen, hear, lose, waits } = aConnection();
    connection.start();
    hear("news");
    lose(LIVE_CLOSED[why]);
    expect([seen, waits()]).toEqual([["up", "news", "down", "refused"], [1_000]]);
  });

  test.each(["replaced", "misread", "flooded"] as const)(
    "that the site has %s stays down until somebody looks",
    (why) => {
      const { connection, hear, lose, waits, sockets } = aConnection();
      connection.start();
      hear("news");
      lose(LIVE_CLOSED[why]);
      expect(waits()).toEqual([]);
      connection.start();
      expect(sockets).toHaveLength(2);
    },
  );

  test("that answers no ping is dropped, and one that does is kept", () => {
    const { connection, seen, hear, waits, pass, socket, sockets } = aConnection();
    connection.start();
    hear("news");
    pass();
    expect([socket().sent, waits()]).toEqual([[PING], [LIVE_PING_MS]]);
    hear(PONG);
    pass();
    expect([socket().sent, sockets[0]?.isClosed]).toEqual([[PING, PING], false]);
    pass();
    expect([sockets[0]?.isClosed, seen, waits()]).toEqual([true, ["up", "news", "down"], [1_000]]);
  });

  test("that is stopped stays so, whatever its socket still says", () => {
    const { connection, seen, hear, lose, waits, socket } = aConnection();
    connection.start();
    hear("news");
    connection.stop();
    hear("more");
    lose(LIVE_CLOSED.ended);
    expect([socket().isClosed, seen, waits()]).toEqual([true, ["up", "news", "down"], []]);
  });
});

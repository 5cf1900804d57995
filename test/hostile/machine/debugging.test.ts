/** The debugger's door to one plugin, before pages of browsers, other programs, and the ids of other isolates. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attemptName, stemOf } from "../../../sandbox/isolateName.ts";
import { controlIn } from "../../../sites/cli/debugging/controlFile.ts";
import { DebugServer } from "../../../sites/cli/debugging/debugServer.ts";
import { inspectedIsolate } from "../../../sites/cli/debugging/inspectedIsolate.ts";
import { openControl } from "../../../sites/machine/control/control.ts";

const digestOf = (letter: string): string => `sha256-${letter.repeat(43)}`;
const isolateOf = (plugin: string, digest: string, attempt: number): string =>
  `PLUGIN_LOADER:${attemptName(stemOf({ tenant: "yard", site: "main", plugin, digest }, []), attempt)}`;

const PLUGIN = { plugin: "acme.notices", digest: digestOf("a") };
const OWN = isolateOf(PLUGIN.plugin, PLUGIN.digest, 12);
const ISOLATES = [
  "drawbridge-workspace",
  isolateOf(PLUGIN.plugin, PLUGIN.digest, 3),
  OWN,
  isolateOf("acme.other", digestOf("b"), 20),
  isolateOf(PLUGIN.plugin, digestOf("c"), 30),
];

/** workerd's inspector: it enters every isolate that it is asked for. */
class StandIn {
  readonly asked: string[] = [];
  readonly entered: string[] = [];
  readonly sockets: Duplex[] = [];
  /** False refuses handshakes, and answers further requests on their connection. */
  isOpen = true;
  isolates = ISOLATES;
  readonly #server = createServer((asked, response) => {
    this.asked.push(asked.url ?? "");
    response.end(JSON.stringify(this.isolates.map((id) => ({ id, title: "" }))));
  });

  async listen(): Promise<string> {
    this.#server.on("upgrade", (asked: IncomingMessage, socket: Duplex) => {
      this.entered.push(asked.url ?? "");
      this.sockets.push(socket.on("error", () => undefined).on("end", () => socket.destroy()));
      if (!this.isOpen) return void socket.write("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
      socket.on("data", (bytes: Buffer) => socket.write(`heard ${bytes.toString()}`));
      return void socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: yes\r\n\r\n",
      );
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.sockets) socket.destroy();
  }
}

let folder: string;
let inspector: StandIn;
let address: string | undefined;
/** The number of debuggers for which the watchdog rests. */
let watchdog: { resting: number };
let control: AsyncDisposable;
let server: DebugServer;
let [port, path] = [0, ""];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "drawbridge-debug-"));
  inspector = new StandIn();
  address = await inspector.listen();
  const own = (watchdog = { resting: 0 });
  control = await openControl({
    folder: { control: join(folder, "control.json") },
    port: 8787,
    processes: {
      pid: undefined,
      ofPlugins: {
        get inspector() {
          return address;
        },
        rest: () => {
          own.resting += 1;
          return { [Symbol.dispose]: () => void (own.resting -= 1) };
        },
      },
    },
    tell: () => undefined,
  });
  server = new DebugServer(() => controlIn({ control: join(folder, "control.json") }));
  const place = await server.listen();
  [port, path] = [Number(/:(\d+)/.exec(place)?.[1]), place.slice(place.indexOf("/"))];
  server.show({ ...PLUGIN, sourceMap: '{"version":3}' });
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await control[Symbol.asyncDispose]();
  inspector.close();
  rmSync(folder, { recursive: true });
});

interface Entered {
  readonly status: number | undefined;
  readonly socket?: Duplex;
}

function enter(at = path, headers: Record<string, string> = {}): Promise<Entered> {
  const own = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "key",
    "sec-websocket-version": "13",
  };
  const asking = request({ host: "127.0.0.1", port, path: at, headers: { ...own, ...headers } });
  const entered = Promise.withResolvers<Entered>();
  asking.on("upgrade", (answer, socket: Duplex) => entered.resolve({ status: answer.statusCode, socket }));
  asking.on("response", (answer) => (answer.resume(), entered.resolve({ status: answer.statusCode })));
  asking.on("error", entered.reject).end();
  return entered.promise;
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
};

describe("a debugger with the path", () => {
  test("reaches the newest isolate of its plugin's version, and the watchdog rests until it leaves", async () => {
    const { status, socket } = await enter();
    expect([status, inspector.entered, watchdog.resting]).toEqual([101, [`/${OWN}`], 1]);
    socket?.write("hello");
    expect(String((await once(socket as Duplex, "data"))[0])).toBe("heard hello");
    socket?.destroy();
    await until(() => watchdog.resting === 0 && (inspector.sockets[0]?.destroyed ?? false));
    expect((await enter()).status).toBe(101);
  });

  test("may name the machine without a port, as VS Code does", async () => {
    expect((await enter(path, { host: "localhost" })).status).toBe(101);
  });

  test("is sent away by a new version, and after the inspector's end", async () => {
    const first = await enter();
    server.show({ ...PLUGIN, digest: digestOf("c"), sourceMap: "{}" });
    await once((first.socket as Duplex).resume(), "close");
    await until(() => watchdog.resting === 0);
    const second = await enter();
    expect(inspector.entered.at(-1)).toBe(`/${ISOLATES[4]}`);
    inspector.sockets.at(-1)?.destroy();
    await once((second.socket as Duplex).resume(), "close");
    await until(() => watchdog.resting === 0);
  });

  test("hears that the plugin has not run, that there is no run, and that another debugger is there", async () => {
    const first = await enter();
    expect([(await enter()).status, inspector.entered]).toEqual([409, [`/${OWN}`]]);
    first.socket?.destroy();
    await until(() => watchdog.resting === 0);
    inspector.isolates = ISOLATES.slice(3);
    expect((await enter()).status).toBe(503);
    address = undefined;
    expect((await enter()).status).toBe(503);
    writeFileSync(join(folder, "control.json"), "{}");
    expect([(await enter()).status, watchdog.resting]).toEqual([503, 0]);
  });

  test("gets the source map, which no other page may read", async () => {
    const mapOf = async (headers: Record<string, string>): Promise<unknown> => {
      const asking = request({ host: "127.0.0.1", port, path: `${path}/map`, headers }).end();
      const [answer] = (await once(asking, "response")) as [IncomingMessage];
      return [answer.statusCode, await text(answer)];
    };
    expect(await mapOf({})).toEqual([200, '{"version":3}']);
    expect(await mapOf({ origin: "devtools://devtools" })).toEqual([200, '{"version":3}']);
    expect(await mapOf({ origin: "https://evil.example" })).toEqual([403, ""]);
  });
});

describe("the door stays closed", () => {
  test.each<[string, () => string, () => Record<string, string>, number]>([
    ["to a page of another origin", () => path, () => ({ origin: "https://evil.example" }), 403],
    ["to a page of this machine", () => path, () => ({ origin: `http://127.0.0.1:${port}` }), 403],
    ["to a page without an origin of its own", () => path, () => ({ origin: "null" }), 403],
    ["to a name like the debugger's own", () => path, () => ({ origin: "devtools://devtools.evil.example" }), 403],
    ["to a rebound name", () => path, () => ({ host: `evil.example:${port}` }), 403],
    ["to the machine's name at another port", () => path, () => ({ host: `localhost:${port + 1}` }), 403],
    [
      "to a page that says the machine's name",
      () => path,
      () => ({ host: "localhost", origin: "http://localhost" }),
      403,
    ],
    ["to the right host at another port", () => path, () => ({ host: `127.0.0.1:${port + 1}` }), 403],
    ["without the path", () => "/", () => ({}), 404],
    ["with another path of the same length", () => `/${"A".repeat(43)}`, () => ({}), 404],
    ["to the id of another isolate", () => "/drawbridge-workspace", () => ({}), 404],
    ["to the id of another isolate behind the path", () => `${path}/../drawbridge-workspace`, () => ({}), 404],
    ["to the path with a query", () => `${path}?isolate=drawbridge-workspace`, () => ({}), 404],
    ["to the list of isolates", () => "/json/list", () => ({}), 404],
  ])("%s", async (_, at, headers, status) => {
    expect((await enter(at(), headers())).status).toBe(status);
    expect([inspector.asked, inspector.entered, watchdog.resting]).toEqual([[], [], 0]);
  });

  test("to further requests on a connection that the inspector does not take", async () => {
    inspector.isOpen = false;
    const socket = connect(port, "127.0.0.1");
    const heard = text(socket);
    const further = "GET /json/list HTTP/1.1\r\nhost: x\r\n\r\n";
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: a\r\n\r\n${further}`,
    );
    expect(await heard).toMatch(/^HTTP\/1\.1 502 /);
    // The control asked for the list once, and the client's own request never arrived.
    expect([inspector.asked, inspector.entered]).toEqual([["/json/list"], [`/${OWN}`]]);
  });

  test("to a header that would begin another request", async () => {
    const { status } = await enter(path, { "sec-websocket-protocol": "x", cookie: "a=b", "x-forwarded-host": "x" });
    expect([status, inspector.entered]).toEqual([101, [`/${OWN}`]]);
  });
});

test("a client without the run's secret learns no isolate, and nothing rests", async () => {
  const file = controlIn({ control: join(folder, "control.json") });
  if (!file) throw new Error("no run");
  expect(await inspectedIsolate({ ...file, word: "A".repeat(43) }, PLUGIN)).toBeUndefined();
  expect(await inspectedIsolate(file, { ...PLUGIN, plugin: "drawbridge-workspace" })).toBeUndefined();
  expect(await inspectedIsolate(file, { ...PLUGIN, digest: "" })).toBeUndefined();
  expect([inspector.entered, watchdog.resting]).toEqual([[], 0]);
});

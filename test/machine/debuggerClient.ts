/** A debugger that speaks the protocol of V8's inspector, and knows an author's files by the source map. */
import { generatedPositionFor, LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

interface Parsed {
  readonly url: string;
  readonly sourceMapURL: string;
}

interface Paused {
  readonly callFrames: readonly {
    readonly callFrameId: string;
    readonly location: { readonly lineNumber: number; readonly columnNumber: number };
  }[];
}

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** A line of the author, and what to read there. */
export interface StopAt {
  readonly file: string;
  readonly line: number;
  readonly reads: string;
}

/** Stops the code at a line, reads a value there, and lets it go on. Answers the line at which it stopped, and the value. */
export async function stoppedAt(
  address: string,
  { file, line, reads }: StopAt,
  run: () => Promise<unknown>,
): Promise<{ readonly line: number | null; readonly value: unknown; readonly answer: unknown }> {
  const socket = new WebSocket(address);
  const [answers, scripts] = [new Map<number, (result: unknown) => void>(), [] as Parsed[]];
  const [opened, paused] = [Promise.withResolvers<void>(), Promise.withResolvers<Paused>()];
  const EVENTS: Readonly<Record<string, (params: never) => void>> = {
    "Debugger.scriptParsed": (script: Parsed) => void scripts.push(script),
    "Debugger.paused": paused.resolve,
  };
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => opened.reject(new Error("the inspector refused")));
  socket.addEventListener("message", ({ data }) => {
    const { id = 0, method = "", params, result } = JSON.parse(String(data)) as Told;
    answers.get(id)?.(result);
    EVENTS[method]?.(params as never);
  });
  const ask = <T>(method: string, params: object = {}): Promise<T> => {
    const id = answers.size + 1;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done) => answers.set(id, done as (result: unknown) => void));
  };
  try {
    await opened.promise;
    await ask("Debugger.enable");
    const main = scripts.find(({ url }) => url.startsWith("plugin/"));
    const map = new TraceMap(await (await fetch(main?.sourceMapURL ?? "")).text());
    const source = map.sources.find((one) => one?.endsWith(file)) ?? "";
    const place = generatedPositionFor(map, { source, line, column: 0, bias: LEAST_UPPER_BOUND });
    const at = { url: main?.url, lineNumber: (place.line ?? 0) - 1, columnNumber: place.column };
    await ask("Debugger.setBreakpointByUrl", at);
    const running = run();
    const [frame] = (await paused.promise).callFrames;
    const asked = { callFrameId: frame?.callFrameId, expression: reads };
    const { result } = await ask<{ result: { value: unknown } }>("Debugger.evaluateOnCallFrame", asked);
    const { lineNumber = 0, columnNumber = 0 } = frame?.location ?? {};
    await ask("Debugger.resume");
    const stopped = originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
    return { line: stopped.line, value: result.value, answer: await running };
  } finally {
    socket.close();
  }
}

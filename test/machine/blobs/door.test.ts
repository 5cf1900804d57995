import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BLOBS_KNOWN_MAX } from "../../../manifests/bounds/operators.ts";
import { listen, stopListening } from "../../../sites/machine/process/listening.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { bundleWorker } from "../../../sites/machine/runner/bundling.ts";
import { endBundler } from "../../../sites/machine/runner/platform.ts";
import { writeRuntimeConfig } from "../../../sites/machine/runner/runtimeConfig.ts";
import { committedConfig, readConfig } from "../../../sites/machine/runner/workerConfig.ts";
import { startWorkers, type Workers } from "../../../sites/machine/runner/workers.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { persistently } from "../../support/driver.ts";
import { testFolder } from "../testFolder.ts";

/** The stores of the simulator behind the worker that guards their files, with a host that a test controls. */

/** Stores and reads by path: `/r2/<key>` and `/kv/<key>`. Large bodies are streamed. */
const STORES = `export default { async fetch(request, { R2, KV }) {
  const [, store, key] = new URL(request.url).pathname.split("/");
  try {
    if (request.method === "PUT") {
      if (store === "r2") await R2.put(key, request.body ?? "");
      else await KV.put(key, await request.text());
      return new Response("stored");
    }
    if (request.method === "DELETE") {
      await (store === "r2" ? R2 : KV).delete(key);
      return new Response("deleted");
    }
    const part = request.headers.get("x-part");
    const found = store === "r2" ? await R2.get(key, part ? { range: { offset: 2, length: 3 } } : {}) : await KV.get(key, "arrayBuffer");
    return found === null ? new Response("none", { status: 404 }) : new Response(store === "r2" ? found.body : found);
  } catch (error) {
    return new Response("threw: " + error.message, { status: 500 });
  }
} };`;

const here = testFolder();
const asked: string[] = [];
/** Answers the host's next requests; by default all are well. */
let answer: (response: ServerResponse, method: string) => void;
const well = (response: ServerResponse): void => void response.writeHead(204).end();

const host = createServer({ requireHostHeader: false }, (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  answer(response, request.method ?? "");
});
let port: number;
let workers: Workers;
let again: () => Workers;

beforeAll(async () => {
  const folder = openDataFolder(here.path);
  const script = here.at("config/stores.js");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, STORES);
  const source = committedConfig("sites/workers/blobs");
  const door = here.at("config/door.js");
  const committed = readConfig(source);
  await bundleWorker({ ...committed, main: resolve(dirname(source), committed.main) }, door);
  await endBundler();
  port = await claimPort(0);
  const config = {
    name: "one",
    main: script,
    compatibility_date: "2026-08-01",
    r2_buckets: [{ binding: "R2", bucket_name: "bucket" }],
    kv_namespaces: [{ binding: "KV", id: "names" }],
  };
  answer = well;
  const runtime = writeRuntimeConfig({
    workers: [{ config, script, secrets: {} }],
    sockets: { entry: { address: `127.0.0.1:${port}`, worker: "one" } },
    folder: folder.config,
    state: folder.state,
    host: { address: `127.0.0.1:${await listen(host)}`, secret: "s" },
    door,
  });
  again = () => startWorkers({ config: runtime, folder, onLine: () => undefined });
  workers = again();
  await areReady();
});

const areReady = (): Promise<void> =>
  persistently(async () => {
    const [status] = await ask("GET", "/r2/none");
    if (status !== 404) throw new Error(`the stores answer ${status}`);
  });

afterAll(async () => {
  await workers.stop();
  await stopListening(host);
  here[Symbol.dispose]();
});

beforeEach(() => {
  asked.length = 0;
  answer = well;
});

async function ask(method: string, path: string, body?: string, headers = {}): Promise<[number, string]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body ?? null });
  return [response.status, await response.text()];
}

const checksAsked = (): string[] => asked.filter((line) => line.startsWith("GET"));
const putsAsked = (): string[] => asked.filter((line) => line.startsWith("PUT"));

describe.each(["r2", "kv"])("a value of %s", (store) => {
  test("is acknowledged only after the host has synced its file", async () => {
    const held = Promise.withResolvers<ServerResponse>();
    answer = (response) => held.resolve(response);
    let isStored = false;
    const stored = ask("PUT", `/${store}/late`, "bytes").then((answered) => {
      isStored = true;
      return answered;
    });
    const response = await held.promise;
    expect(putsAsked()).toEqual([expect.stringMatching(new RegExp(`/${store}/(?:bucket|names)/blobs/[0-9a-f]{80}$`))]);
    await new Promise((done) => setTimeout(done, 30));
    expect(isStored).toBe(false);
    well(response);
    expect(await stored).toEqual([200, "stored"]);
    expect(await ask("GET", `/${store}/late`)).toEqual([200, "bytes"]);
  });

  test.each([
    ["answers an error", (response: ServerResponse) => void response.writeHead(500).end()],
    ["ends the connection", (response: ServerResponse) => void response.destroy()],
  ])("is not acknowledged if the host %s", async (_, failing) => {
    answer = failing;
    const [status, text] = await ask("PUT", `/${store}/failed`, "bytes");
    expect([status, text]).toEqual([500, expect.stringMatching(/^threw: /)]);
    answer = well;
    expect(await ask("GET", `/${store}/failed`)).toEqual([404, "none"]);
  });

  test("is not acknowledged if its file cannot be written", async () => {
    const name = store === "r2" ? "bucket" : "names";
    const [blobs, away] = [join(here.path, "state/v3", store, name, "blobs"), here.at("away")];
    renameSync(blobs, away);
    writeFileSync(blobs, "a file in the place of the folder");
    try {
      expect(await ask("PUT", `/${store}/unwritten`, "bytes")).toEqual([500, expect.stringMatching(/^threw: /)]);
      expect(asked).toEqual([]);
    } finally {
      rmSync(blobs);
      renameSync(away, blobs);
    }
  });

  test("that this process stored is read without a question, also in part", async () => {
    await ask("PUT", `/${store}/kept`, "0123456789");
    expect(await ask("GET", `/${store}/kept`)).toEqual([200, "0123456789"]);
    if (store === "r2") expect(await ask("GET", "/r2/kept", undefined, { "x-part": "1" })).toEqual([200, "234"]);
    expect(checksAsked()).toEqual([]);
    await ask("DELETE", `/${store}/kept`);
    expect(await ask("GET", `/${store}/kept`)).toEqual([404, "none"]);
  });
});

test("a streamed body of many megabytes is stored whole", async () => {
  const body = "0123456789abcdef".repeat(256 * 1024);
  await ask("PUT", "/r2/large", body);
  const [status, text] = await ask("GET", "/r2/large");
  expect([status, text.length, text === body]).toEqual([200, body.length, true]);
});

describe.each(["r2", "kv"])("a value of %s from an earlier process", (store) => {
  beforeAll(async () => {
    for (const key of ["sound", "damaged", "unreadable"]) await ask("PUT", `/${store}/${key}`, "bytes");
    await workers.stop();
    workers = again();
    await areReady();
  });

  test("is compared once, when somebody reads it", async () => {
    for (let read = 0; read < 3; read += 1) expect(await ask("GET", `/${store}/sound`)).toEqual([200, "bytes"]);
    expect(checksAsked()).toHaveLength(1);
    expect(BLOBS_KNOWN_MAX).toBeGreaterThan(1);
  });

  test("is not found if it is damaged", async () => {
    answer = (response) => void response.writeHead(410).end();
    expect(await ask("GET", `/${store}/damaged`)).toEqual([404, "none"]);
  });

  test("is not served while nobody can tell, and is as soon as somebody can", async () => {
    answer = (response) => void response.writeHead(500).end();
    expect(await ask("GET", `/${store}/unreadable`)).toEqual([500, expect.stringMatching(/^threw: /)]);
    answer = well;
    expect(await ask("GET", `/${store}/unreadable`)).toEqual([200, "bytes"]);
  });
});

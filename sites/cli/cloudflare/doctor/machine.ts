/** Reads facts about this machine from the operating system. Sends no request and writes nothing. */
import { lookup } from "node:dns/promises";
import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Machine } from "../descriptor/check.ts";

const LOCAL_PORT = 8787;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.on("error", () => done(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => done(true)));
  });

async function lookUpAddresses(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

/** Path of the workerd binary, which an npm package for each platform brings; undefined if there is none. */
function workerd(): string | undefined {
  try {
    const simulator = createRequire(import.meta.url).resolve("miniflare");
    const path = createRequire(createRequire(simulator).resolve("workerd/package.json")).resolve(
      `@cloudflare/workerd-${process.platform}-${process.arch === "x64" ? "64" : process.arch}/bin/workerd`,
    );
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The record that a run on this machine keeps. The folder is the one that `svc start` takes by default. */
const LOSSES = ".svc/local/losses.json";
const lossesShape = z.array(z.object({ what: z.string(), mend: z.string() }));

function lossesIn(path: string): Machine["losses"] {
  try {
    return lossesShape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return []; // There was no run yet, or one that an earlier release made.
  }
}

export async function machineAt(path: string): Promise<Machine> {
  const { bavail, bsize } = statfsSync(path);
  return {
    node: process.versions.node,
    workerd: workerd(),
    folder: { path, isWritable: isWritable(path), freeBytes: bavail * bsize },
    localhost: await lookUpAddresses("demo.localhost"),
    port: { number: LOCAL_PORT, isFree: await isFree(LOCAL_PORT) },
    losses: lossesIn(join(path, LOSSES)),
  };
}

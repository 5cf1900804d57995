#!/usr/bin/env node
/**
 * The program behind the name `svc`. A shell may have any Node from 20; the rest needs a newer one, which came with the
 * package. This file alone is written for the old one, and is the same in a checkout and in the installed package.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST_NODE = 24;
/** A checkout has sources, the installed package what was built of them. */
const PROGRAMS = ["./svc.ts", "../dist/sites/svc.js"];

const program =
  PROGRAMS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path)) ?? "";

/** The Node of the platform's own package; undefined where there is none for this system. */
function bundledNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", system === "win" ? "node.exe" : "node");
  } catch {
    return undefined;
  }
}

/** Ends as the child ends. A signal is passed on: who sends it knows this process only. */
function handOver(node) {
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, SVC_LAUNCHED: "yes" },
  });
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${node} cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const node = bundledNode();
if (program === "") {
  process.stderr.write(
    "This package of drawbridge was packed without its program. In a checkout, npm run package builds and packs it.\n",
  );
  process.exitCode = 1;
} else if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await import(pathToFileURL(program).href);
else if (node === undefined) {
  process.stderr.write(
    `svc needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}, and no package with one is installed for this system. Install Node ${OLDEST_NODE}.\n`,
  );
  process.exitCode = 1;
} else handOver(node);

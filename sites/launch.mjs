#!/usr/bin/env node
/**
 * The program behind the name `svc`. A shell may have any Node from 20; the rest needs a newer one, which a checkout has
 * among its packages. This file alone is written for the old one, and is the same in a checkout and in the package.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The first Node of each line that can run the program: its SQLite waits for another process that writes. */
const OLDEST_NODE = { 22: 16, 24: 0 };
const NEWEST_LINE = 24;
/** The Node that a checkout brings. */
const NODE_BESIDE = "24.21.0";
/** A checkout has sources, the installed package what was built of them. */
const PROGRAMS = ["./svc.ts", "../dist/sites/svc.js"];

const program =
  PROGRAMS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path)) ?? "";

/** Sources in a checkout need the newest line, because only it knows their syntax. */
function isNewEnough() {
  const [line, minor] = process.versions.node.split(".").map(Number);
  if (program.endsWith(".ts")) return line >= NEWEST_LINE;
  return line > NEWEST_LINE || minor >= OLDEST_NODE[line];
}

const system = process.platform === "win32" ? "win" : process.platform;
/** The package with a Node for this system. */
const nodePackage = `node-${system}-${process.arch}`;

/** The Node of that package; undefined where it is not installed. */
function bundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
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

/** Node 22 warns in each command that its SQLite is new. The program is tested with it, and a person can do nothing. */
function hushSqlite() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning.call(process, warning, ...rest);
  };
}

const node = bundledNode();
if (program === "") {
  process.stderr.write(
    "This package of drawbridge was packed without its program. In a checkout, npm run package builds and packs it.\n",
  );
  process.exitCode = 1;
} else if (isNewEnough()) {
  hushSqlite();
  const address = pathToFileURL(program).href;
  if (program.endsWith(".ts")) await import(new URL("machine/compiled.mjs", address).href);
  await import(new URL("stacks.mjs", address).href);
  await import(address);
} else if (node === undefined) {
  process.stderr.write(
    `svc needs Node 22.16, or 24 and newer; this is ${process.versions.node}. Install such a Node, or one beside svc: npm install ${nodePackage}@${NODE_BESIDE}\n`,
  );
  process.exitCode = 1;
} else handOver(node);

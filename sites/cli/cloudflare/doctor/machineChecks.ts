/** Checks of this machine for `npm start` and for a deployment from here. */
import type { Check, Finding } from "../descriptor/check.ts";

/** The first Node of each line that runs the installed program. Newer lines run it, too. `launch.mjs` has the same rule. */
const OLDEST_NODE: Readonly<Record<number, number>> = { 22: 16, 24: 0 };
const NEWEST_LINE = 24;
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const found = (level: Finding["level"], where: string, is: string, allowed: string, mend: string): Finding => ({
  level,
  where,
  found: is,
  allowed,
  mend,
});

function isNewEnough(version: string): boolean {
  const [line = 0, minor = 0] = version.split(".").map(Number);
  return line > NEWEST_LINE || minor >= (OLDEST_NODE[line] ?? Infinity);
}

const hasNode: Check = {
  id: "machine.node",
  title: "Node is new enough",
  find: ({ machine: { node } }) =>
    isNewEnough(node) ? [] : [found("error", "Node", node, "22.16, or 24 and newer", "install Node 24")],
};

const hasRuntime: Check = {
  id: "machine.runtime",
  title: "workerd is installed, with the worker loader for plugin code",
  find: ({ machine: { workerd } }) =>
    workerd === undefined
      ? [found("error", "workerd", "no binary for this system", "the package workerd", "npm install")]
      : [],
};

const hasFolder: Check = {
  id: "machine.folder",
  title: "the site directory can be written to",
  find: ({
    machine: {
      folder: { path, isWritable, freeBytes },
    },
  }) => [
    ...(isWritable
      ? []
      : [
          found(
            "error",
            path,
            "no permission to write",
            "a folder that you can write to",
            `chown the folder, or name another folder with --cwd`,
          ),
        ]),
    ...(freeBytes >= LEAST_FREE_BYTES
      ? []
      : [found("error", path, `${freeBytes} bytes free`, `at least ${LEAST_FREE_BYTES}`, "free space on that disk")]),
  ],
};

const hasPort: Check = {
  id: "machine.port",
  title: "the port of a local start is free",
  find: ({ machine: { port } }) =>
    port.isFree
      ? []
      : [
          found(
            "warning",
            `port ${port.number}`,
            "in use",
            "a free port",
            "stop the program that uses the port, or start with --port",
          ),
        ],
};

const knowsLocalhost: Check = {
  id: "machine.names",
  title: "*.localhost resolves to this machine",
  find: ({ machine: { localhost } }) =>
    localhost.some((address) => address === "127.0.0.1" || address === "::1")
      ? []
      : [
          found(
            "warning",
            "demo.localhost",
            localhost.join(", ") || "no address",
            "127.0.0.1",
            "add the name to the hosts file; browsers resolve it without that",
          ),
        ],
};

const hasItsData: Check = {
  id: "machine.data",
  title: "the data of the local start is complete",
  find: ({ machine: { losses } }) =>
    losses.map(({ what, mend }) => found("warning", ".svc/local", what, "no lost or damaged part", mend)),
};

export const MACHINE_CHECKS: readonly Check[] = [hasNode, hasRuntime, hasFolder, hasPort, knowsLocalhost, hasItsData];

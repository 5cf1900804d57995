/** Checks of this machine for `npm start` and for a deployment from here. */
import type { Check, Finding } from "../descriptor/check.ts";

const OLDEST_NODE = 24;
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const found = (level: Finding["level"], where: string, is: string, allowed: string, mend: string): Finding => ({
  level,
  where,
  found: is,
  allowed,
  mend,
});

const hasNode: Check = {
  id: "machine.node",
  title: "Node is new enough",
  find: ({ machine: { node } }) =>
    Number.parseInt(node, 10) >= OLDEST_NODE
      ? []
      : [found("error", "Node", node, `${OLDEST_NODE} or newer`, "npm install, which brings Node 24")],
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

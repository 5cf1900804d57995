import { expect, test } from "vitest";
import { protocolsOf } from "../../../sites/machine/tls/tlsServer.ts";

test.each([
  ["22.16.0", ["http/1.1"]],
  ["23.11.1", ["http/1.1"]],
  ["24.0.0", ["h2", "http/1.1"]],
  ["100.0.0", ["h2", "http/1.1"]],
])("Node %s offers %j after a handshake", (node, protocols) => expect(protocolsOf(node)).toEqual(protocols));

/** A public MCP server on loopback that answers `initialize`, or any other configured answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SERVER_NAME } from "../../../sites/cli/cloudflare/preflight/mcpLook.ts";

type Answer = (response: ServerResponse) => void;

export const INITIALIZED = {
  jsonrpc: "2.0",
  id: 1,
  result: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: SERVER_NAME, version: "1.0.0" },
  },
};

const well: Answer = (response) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(INITIALIZED));

export class AgentsServer implements AsyncDisposable {
  readonly headers: IncomingMessage["headers"][] = [];
  answer: Answer = well;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.headers.push(request.headers);
      request.resume().on("end", () => this.answer(response));
    });
  }

  static async start(): Promise<AgentsServer> {
    const server = new AgentsServer();
    await new Promise<void>((listening) => void server.#server.listen(0, "127.0.0.1", listening));
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  beWell(): void {
    this.answer = well;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((closed) => void this.#server.close(() => closed()));
  }
}

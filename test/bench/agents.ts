import { setTimeout } from "node:timers/promises";
import { MCP_CALLS_PER_WINDOW } from "../../manifests/bounds/agents.ts";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { CONNECTIONS, type Sender, type Target } from "./load.ts";
import { compare, type ServingFigures } from "./serving.ts";

/** Calls a second, as by a few dozen agents that read at once. */
const RATE = 100;
const PAGE = "/about";
const VERSION = "2026-07-28";
const { hostname } = loadDemo(DEMO_NAMES[0]).domain;

const _meta = { "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {} };

/** A call of a public tool. */
const callOf = (name: string, given: Readonly<Record<string, string>>) => ({
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": VERSION,
    "mcp-method": "tools/call",
    "mcp-name": name,
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given, _meta } }),
});

/** A call that reads a published page. */
export const agentCall = callOf("read_page", { page: PAGE });
const { headers, body } = agentCall;

/** A call that searches what is published. */
export const agentSearch = callOf("search", { query: "boat larch" });

/** Measures agents that read a page, against the cheapest server that returns the same bytes. */
export async function measureAgents(site: Local, baseline: Local): Promise<ServingFigures> {
  const ours = `/sites/${hostname}/mcp`;
  const answer = await published(site, ours);
  await fetch(`http://127.0.0.1:${baseline.port}${PAGE}`, { method: "PUT", body: JSON.stringify(answer) });
  const theirs = await resultOf(baseline, "/");
  if (JSON.stringify(theirs?.["structuredContent"]) !== JSON.stringify(answer["structuredContent"]))
    throw new Error("the baseline returns another page");
  return compare("read_page over MCP", targetOf(site, ours), targetOf(baseline, "/"), RATE);
}

type Result = Readonly<Record<string, unknown>>;

const resultOf = async ({ port }: Local, path: string): Promise<Result | undefined> => {
  const response = await fetch(`http://localhost:${port}${path}`, { method: "POST", headers, body });
  return ((await response.json()) as { result?: Result }).result;
};

/** Waits until the page is in the public store, which a queue fills. */
async function published(site: Local, path: string): Promise<Result> {
  for (let tries = 0; tries < 100; tries += 1) {
    const result = await resultOf(site, path);
    if (result)
      return { content: result["content"], structuredContent: result["structuredContent"], _meta: result["_meta"] };
    await setTimeout(300);
  }
  throw new Error("the demo was not published to agents");
}

function targetOf({ port, pid }: Local, path: string): Target {
  if (pid === undefined) throw new Error("workerd is not running");
  const senders = async (): Promise<readonly Sender[]> => Array.from({ length: CONNECTIONS }, () => new Agent(path));
  return { url: `http://127.0.0.1:${port}${path}`, host: `localhost:${port}`, pids: [pid], senders };
}

let addresses = 0;

/** One connection, which switches to a new agent with its own address before a limit is reached. */
class Agent implements Sender {
  readonly #path: string;
  #address = "";
  #calls = 0;

  constructor(path: string) {
    this.#path = path;
  }

  next() {
    if (this.#calls % (MCP_CALLS_PER_WINDOW / 2) === 0) this.#address = anAddress();
    return {
      method: "POST",
      path: this.#path,
      headers: { ...headers, "cf-connecting-ip": this.#address },
      body,
    } as const;
  }

  answered(): void {
    this.#calls += 1;
  }
}

function anAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

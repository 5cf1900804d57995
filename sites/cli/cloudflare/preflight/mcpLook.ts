/**
 * Checks the public MCP server with one anonymous `initialize` request (Model Context Protocol, 2025-11-25, lifecycle).
 * The request is bounded in time and bytes, and follows no redirect.
 */
import * as z from "zod/mini";
import { MCP_LOOK_MAX_BYTES, MCP_LOOK_TIMEOUT_MS } from "../../../../manifests/bounds/provider.ts";
import { isHost } from "../../../../manifests/shapes/host.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { UsageError } from "../../command/command.ts";
import { isLoopbackUrl } from "../account/account.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import { type LiveVerdict, finding, verdictOf } from "../live/verdict.ts";

/** The server name that our public MCP worker reports. */
export const SERVER_NAME = "drawbridge-public";
const PROTOCOL = "2025-11-25";
const PATH = "/mcp";
const ID = 1;
const ADDRESS = ["mcp.address", "the address belongs to this deployment"] as const;
export const INITIALIZE = ["mcp.initialize", "the public MCP server answers without a login"] as const;

const initialized = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.literal(ID),
  result: z.object({
    protocolVersion: z.string(),
    capabilities: z.record(z.string(), z.unknown()),
    serverInfo: z.object({ name: z.literal(SERVER_NAME), version: z.string() }),
  }),
});

const isPublic = ({ protocol, port, hostname }: URL): boolean =>
  protocol === "https:" && port === "" && isHost(hostname);
const isHere = (url: URL): boolean => url.protocol === "http:" && isLoopbackUrl(url);

/** Reads the address of an MCP server. Plain http is only allowed on this machine, for a rehearsal. */
export function mcpAddress(text: string): URL {
  const url = URL.parse(text);
  if (
    !url ||
    !(isPublic(url) || isHere(url)) ||
    url.pathname !== PATH ||
    url.username + url.password !== "" ||
    /[?#]/.test(text)
  ) {
    throw new UsageError(
      `--public-mcp-url takes an https address that ends in ${PATH}, such as https://mcp.example.com${PATH}.`,
    );
  }
  return url;
}

/**
 * The address must be the descriptor's. Another deployment's server would answer too, and prove nothing about this one.
 */
export function judgeAddress(
  url: URL,
  { publicMcpOrigin }: Pick<Descriptor, "publicMcpOrigin">,
  isRehearsal: boolean,
): LiveVerdict {
  const isOurs = url.origin === publicMcpOrigin || (isRehearsal && isLoopbackUrl(url));
  const says = finding(
    "--public-mcp-url",
    url.origin,
    publicMcpOrigin ?? "the publicMcpOrigin of the descriptor, which is missing",
    "name the address of this deployment, or edit .svc/platform.local.json",
  );
  return verdictOf(...ADDRESS, isOurs ? [] : [says], publicMcpOrigin === undefined ? "blocked" : "failed");
}

type Look = { readonly kind: "well" } | { readonly kind: "blocked" | "failed"; readonly says: string };

const failed = (says: string): Look => ({ kind: "failed", says });

/** The first complete event of an event stream (HTML standard, server-sent events); undefined until it has arrived. */
function eventIn(text: string): string | undefined {
  const events = text.replaceAll("\r\n", "\n").split("\n\n").slice(0, -1);
  const data = events.map((event) =>
    event
      .split("\n")
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trimStart())
      .join("\n"),
  );
  return data.find((one) => one !== "");
}

function judged(text: string): Look {
  const parsed = parseStrictJson(text);
  return parsed.ok && initialized.safeParse(parsed.value).success
    ? { kind: "well" }
    : failed("an answer to initialize that is not from a Drawbridge server");
}

async function messageIn(response: Response): Promise<string | undefined> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MCP_LOOK_MAX_BYTES) return undefined;
    text += decoder.decode(piece, { stream: true });
    const event = isStream ? eventIn(text) : undefined;
    if (event !== undefined) return event;
  }
  return text;
}

async function look(url: URL, release: string, signal: AbortSignal): Promise<Look> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    credentials: "omit",
    signal,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: ID,
      method: "initialize",
      params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "svc-preflight", version: release } },
    }),
  });
  if (response.status >= 300 && response.status < 400) return failed("a redirect");
  if (response.status >= 500) return { kind: "blocked", says: `status ${response.status}` };
  if (response.status !== 200) return failed(`status ${response.status}`);
  const text = await messageIn(response);
  return text === undefined ? failed(`more than ${MCP_LOOK_MAX_BYTES} bytes`) : judged(text);
}

/** Sends one bounded request. No text of the answer reaches the verdict. */
export async function judgeInitialize(url: URL, release: string): Promise<LiveVerdict> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), MCP_LOOK_TIMEOUT_MS);
  try {
    const seen = await look(url, release, ending.signal);
    if (seen.kind === "well") return verdictOf(...INITIALIZE, [], "failed");
    return verdictOf(
      ...INITIALIZE,
      [finding(url.href, seen.says, "the answer of the public MCP worker", "svc cloudflare deploy --profile full")],
      seen.kind,
    );
  } catch {
    const says = ending.signal.aborted ? `no complete answer within ${MCP_LOOK_TIMEOUT_MS / 1000} s` : "no answer";
    return verdictOf(
      ...INITIALIZE,
      [
        finding(
          url.href,
          says,
          "the answer of the public MCP worker",
          "run the same command again when the address answers",
        ),
      ],
      "blocked",
    );
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

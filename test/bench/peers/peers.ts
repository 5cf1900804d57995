/** `npm run bench -- peers`: cached pages beside the servers of others that are installed here, with the same bytes. */
import { request } from "node:http";
import { join } from "node:path";
import { DEMO_NAMES, loadDemo } from "../../../sites/demo/load.ts";
import { single, visit } from "../../support/driver.ts";
import { type Load, saturate, type Target } from "../load.ts";
import { CACHED_KINDS, running, startBare } from "../machine.ts";
import { installedNginx, type ServedBytes, startNginx } from "./nginx.ts";
import { processesOf } from "../processesOf.ts";
import { median } from "../statistics.ts";

const ROUNDS = 5;
const [WARM_SECONDS, SECONDS] = [2, 4];

type CachedKind = (typeof CACHED_KINDS)[number];

/** One server, with the target for a kind of request. */
interface Peer {
  readonly name: string;
  target(kind: CachedKind): Target;
}

/** The path of a kind at nginx, which cannot compress with Brotli itself. */
const pathOf = (kind: CachedKind): string => `/${CACHED_KINDS.indexOf(kind)}`;

export async function comparePeers(data: string): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const path = join(data, "run");
  const { run, ready } = await running(path);
  stack.use(run);
  const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
  const host = `${hostname}:${ready.port}`;
  const bare = await startBare(join(data, "bare"), (await visit(ready.port, hostname, "/")).body);
  stack.defer(() => bare.guarded.stop());
  const at = (port: number, where: string): string => `http://127.0.0.1:${port}${where}`;
  const pids = processesOf(run, path);
  const peers: Peer[] = [
    { name: "Drawbridge", target: ({ headers }) => ({ url: at(ready.port, "/"), host, pids, headers }) },
    { name: "a worker with these bytes", target: () => ({ url: at(bare.port, "/"), host: "a", pids: [bare.pid] }) },
  ];
  const program = installedNginx();
  if (program !== undefined) {
    const answers: ServedBytes[] = [];
    for (const kind of CACHED_KINDS) answers.push(await bytesOf(ready.port, host, kind));
    const { port, pid } = stack.use(await startNginx(program, join(data, "nginx"), answers));
    const target: Peer["target"] = (kind) => ({
      url: at(port, pathOf(kind)),
      host: "a",
      pids: [pid],
      headers: kind.headers,
    });
    peers.push({ name: "nginx", target });
  }
  const rows: string[] = [];
  for (const kind of CACHED_KINDS) rows.push(...(await rowsOf(kind, peers)));
  const missing = program === undefined ? "\nnginx is not installed here.\n" : "";
  return `| request | server | requests/s | CPU a request, all processes |\n|---|---|---|---|\n${rows.join("\n")}\n${missing}`;
}

/** Measures the peers in turns, so that other load of the machine affects all of them. */
async function rowsOf(kind: CachedKind, peers: readonly Peer[]): Promise<string[]> {
  const loads = new Map<string, Load[]>(peers.map(({ name }) => [name, []]));
  for (const peer of peers) await saturate(peer.target(kind), WARM_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const peer of peers) loads.get(peer.name)?.push(await saturate(peer.target(kind), SECONDS));
  return [...loads].map(([name, all]) => {
    const rate = median(all.map(({ requestsPerSecond }) => requestsPerSecond));
    const micros = median(all.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest));
    return `| ${kind.name} | ${name} | ${Math.round(rate).toLocaleString("en")} | ${micros.toFixed(0)} µs |`;
  });
}

/** Our answer to a kind of request. One without a body still names the page. */
function bytesOf(port: number, host: string, kind: CachedKind): Promise<ServedBytes> {
  const accepted = "accept-encoding" in kind.headers ? kind.headers : {};
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: "/", headers: { host, ...accepted } }, async (response) =>
      resolve({
        path: pathOf(kind),
        headers: single(response.headers),
        body: Buffer.concat(await response.toArray()),
      }),
    );
    asked.on("error", reject).end();
  });
}

import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { claimPort } from "../../../../sites/machine/names/port.ts";
import { single } from "../../../support/driver.ts";
import type { Peer, Served } from "../peer.ts";
import { answers, installed, type Program, run } from "../program.ts";
import { PACKED } from "../reading.ts";

/** nginx in one process with the same bytes and headers as Drawbridge, from files in the memory of the system. */
export const nginx: Peer = {
  name: "nginx, the same bytes",
  missing: () => (installed("nginx") === undefined ? "nginx is not on PATH: apt-get install nginx-light" : undefined),
  async start({ folder, ours }) {
    if (!ours) throw new Error("nginx answers with the bytes of Drawbridge, which does not run.");
    const port = await claimPort(0);
    const program = await startNginx({ folder, port, http: await locationsOf(ours, folder, port), processes: "one" });
    await program.until(() => answers(port, "/plain"));
    return {
      port,
      host: "a",
      pids: program.pids,
      home: (packed) => (packed ? "/packed" : "/plain"),
      [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
    };
  },
};

interface Nginx {
  readonly folder: string;
  readonly port: number;
  /** The servers, in the words of its configuration. */
  readonly http: string;
  readonly processes: "one" | "a worker for each core";
}

/**
 * Starts nginx without a log. `tcp_nopush` stays off, as by default: with it, a long page without a length waits 40 ms for
 * the client's acknowledgement.
 */
export async function startNginx({ folder, http, processes }: Nginx): Promise<Program> {
  mkdirSync(folder, { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; ${processes === "one" ? "master_process off;" : "user root; worker_processes auto;"}
pid ${join(folder, "nginx.pid")}; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; keepalive_requests 100000000;
  ${temporary.join(" ")}
  ${http}
}
`,
  );
  return run([installed("nginx") ?? "nginx", "-c", config, "-p", folder]);
}

/** Headers that nginx writes itself. */
const ITS_OWN = new Set("connection content-length content-type date etag keep-alive transfer-encoding".split(" "));

/** A path for each encoding, because nginx cannot compress with Brotli itself. */
async function locationsOf(ours: Served, folder: string, port: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const locations: string[] = [];
  for (const [path, accepted] of [
    ["/plain", {}],
    ["/packed", PACKED],
  ] as const) {
    const { headers, body } = await bytesOf(ours, accepted);
    const file = join(folder, path);
    writeFileSync(file, body);
    const lines = Object.entries(headers).filter(([name]) => !ITS_OWN.has(name));
    const added = lines.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', String.raw`\"`)}";`);
    locations.push(
      `location = ${path} { default_type "${headers["content-type"] ?? ""}"; alias ${file}; ${added.join(" ")} }`,
    );
  }
  return `server { listen 127.0.0.1:${port}; open_file_cache max=100 inactive=1h; ${locations.join("\n")} }`;
}

interface Bytes {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function bytesOf(ours: Served, accepted: Readonly<Record<string, string>>): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: ours.port,
        path: ours.home(false),
        headers: { host: ours.host, ...accepted },
      },
      async (found) => resolve({ headers: single(found.headers), body: Buffer.concat(await found.toArray()) }),
    );
    asked.on("error", reject).end();
  });
}

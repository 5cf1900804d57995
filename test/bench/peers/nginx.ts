import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { guard } from "../../../sites/machine/runner/guarded.ts";
import { persistently, visit } from "../../support/driver.ts";

/** An answer to serve: its path, its headers and its bytes. */
export interface ServedBytes {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Nginx extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

/** Headers that nginx writes itself. */
const ITS_OWN = new Set(["connection", "content-length", "content-type", "date", "etag", "keep-alive"]);

/** The path of an installed nginx; undefined if there is none. */
export function installedNginx(): string | undefined {
  try {
    return execFileSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v nginx"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Starts nginx in one process. It serves files from the memory of the system, without a log. */
export async function startNginx(program: string, folder: string, answers: readonly ServedBytes[]): Promise<Nginx> {
  const port = await claimPort(0);
  mkdirSync(join(folder, "files"), { recursive: true });
  const locations = answers.map(({ path, headers, body }, at) => {
    const file = join(folder, "files", String(at));
    writeFileSync(file, body);
    const lines = Object.entries(headers).filter(([name]) => !ITS_OWN.has(name));
    const added = lines.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', String.raw`\"`)}";`);
    return `location = ${path} { default_type "${headers["content-type"] ?? ""}"; alias ${file}; ${added.join(" ")} }`;
  });
  const [config, pidFile] = [join(folder, "nginx.conf"), join(folder, "nginx.pid")];
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${pidFile}; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100 inactive=1h;
  ${temporary.join(" ")}
  server { listen 127.0.0.1:${port}; ${locations.join("\n")} }
}
`,
  );
  const guarded = guard([program, "-c", config, "-p", folder], process.env);
  await persistently(() => visit(port, "localhost", answers[0]?.path ?? "/"));
  return { port, pid: Number(readFileSync(pidFile, "utf8")), [Symbol.asyncDispose]: () => guarded.stop() };
}

/** `npm run bench tenants [count]`: many tenants on one machine, from provisioning to a restart after a kill. */
import { join } from "node:path";
import { DEMO_NAMES, loadDemo } from "../../../sites/demo/load.ts";
import { Owner } from "../../../sites/machine/provisioning/owner.ts";
import { readSecrets } from "../../../sites/machine/state/secrets.ts";
import { readyOf, start, type Ready, type Run } from "../../machine/runner.ts";
import { pause } from "../../support/driver.ts";
import { type Sample, sampleOf } from "../soak/sampling.ts";
import { median } from "../statistics.ts";
import { hostnameOf, makeSites, PATHS, visitMs } from "./manySites.ts";

const TENANTS = 500;
const PUBLICATIONS = 10;
const OWNER = "ottilie-marchbank";
const POLL_MS = 250;
/** Idle Durable Objects leave memory after ten seconds; the alarms of the next minute follow. */
const REST_MS = 90_000;

interface Running {
  readonly run: Run;
  readonly ready: Ready;
  readonly seconds: number;
}

const tell = (line: string): boolean => process.stderr.write(`${new Date().toISOString()} ${line}\n`);

async function begin(path: string): Promise<Running> {
  const began = performance.now();
  const run = start("--json", "--port", "0", "--profile", "full", "--data", path);
  const ready = await readyOf(run);
  return { run, ready, seconds: (performance.now() - began) / 1000 };
}

export async function manyTenants(data: string, count = TENANTS): Promise<string> {
  const path = join(data, "run");
  const rows: string[] = [];
  const note = (name: string, value: string): void => {
    rows.push(`| ${name} | ${value} |`);
    tell(`${name}: ${value}`);
  };
  let running = await begin(path);
  const sample = async (moment: string): Promise<Sample> => {
    const seen = await sampleOf({ pid: running.run.pid, port: running.ready.port, path, since: 0 });
    const memory = Object.entries(seen.memoryMb).map(([name, mb]) => `${name} ${mb.toFixed(0)}`);
    const files = `${seen.openFiles} open files, ${seen.dataMb.toFixed(0)} MB of data in ${seen.files} files`;
    note(moment, `memory ${memory.join(" + ")} MB, ${files}`);
    return seen;
  };
  try {
    note(`first start, ${DEMO_NAMES.length} sites`, `${running.seconds.toFixed(1)} s`);
    const empty = await sample("before");
    const making = performance.now();
    const { port, secrets } = running.ready;
    const secret = readSecrets(secrets)["PROVISIONING_SECRET"] ?? "";
    await makeSites({ port, secret }, count, (done) => done % 50 === 0 && tell(`${done} sites`));
    note(`${count} sites made`, `${((performance.now() - making) / 1000).toFixed(1)} s`);
    const made = await sample("after the last");
    note("processor time a site", `${(((made.cpuSeconds - empty.cpuSeconds) / count) * 1000).toFixed(0)} ms`);
    note("until no message waited", `${await settled(running, path)} s`);
    await visits("first visit of each home page", running.ready.port, count, note);
    await visits("the same from the cache", running.ready.port, count, note);
    await pause(REST_MS);
    await sample("at rest");
    await publications(running.ready.port, note);
    running = await again(running, "SIGINT", path);
    note("start on their data", `${running.seconds.toFixed(1)} s`);
    await sample("after the start");
    await visits("first visit after the start", running.ready.port, count, note);
    await sample("after a visit of each");
    running = await again(running, "SIGKILL", path);
    note("start after a kill", `${running.seconds.toFixed(1)} s`);
    await sample("after that start");
    await visits("first visit after the kill", running.ready.port, count, note);
    note("until no message waited", `${await settled(running, path)} s`);
    await pause(REST_MS);
    await sample("at rest");
  } finally {
    await running.run[Symbol.asyncDispose]();
  }
  return ["| figure | measured |", "|---|---|", ...rows, ""].join("\n");
}

/** Everything of a run ends with it, however it ends. */
async function again({ run }: Running, signal: "SIGINT" | "SIGKILL", path: string): Promise<Running> {
  run.kill(signal);
  await run.ended;
  return begin(path);
}

/** Seconds until the workspaces have sent everything. */
async function settled({ run, ready }: Running, path: string): Promise<string> {
  const began = performance.now();
  while ((await sampleOf({ pid: run.pid, port: ready.port, path, since: 0 })).waiting > 0) await pause(POLL_MS);
  return ((performance.now() - began) / 1000).toFixed(1);
}

async function visits(name: string, port: number, count: number, note: (name: string, value: string) => void) {
  const began = performance.now();
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) times.push(await visitMs(port, hostnameOf(n), PATHS[0] ?? "/"));
  times.sort((one, other) => one - other);
  const late = times[Math.floor(times.length * 0.975)] ?? 0;
  const all = ((performance.now() - began) / 1000).toFixed(1);
  note(
    name,
    `p50 ${median(times).toFixed(1)} ms, p97.5 ${late.toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms; all in ${all} s`,
  );
}

/** Measures publications at a demo site, because invented people can log in only there. */
async function publications(port: number, note: (name: string, value: string) => void): Promise<void> {
  const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
  await using owner = await Owner.logIn({ port, hostname, subject: OWNER });
  const times: number[] = [];
  for (let n = 0; n < PUBLICATIONS; n += 1) {
    const path = `/further-${n}`;
    const body = { body: { path, title: "A further page", sections: [] } };
    await owner.done({ method: "POST", path: "/api/pages", body });
    const { change } = await owner.read<{ change: number }>("/api/changes");
    const began = performance.now();
    await owner.done({ method: "POST", path: "/api/publish", version: change });
    await visitMs(port, hostname, path);
    times.push(performance.now() - began);
  }
  note(
    "a publication, until a visitor has it",
    `median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  );
}

/** `svc health`: asks the run of a data folder for its health. Containers and timers read the exit code. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import type { CliCommand, Outcome } from "../../cli/command/command.ts";
import { controlIn } from "../../cli/debugging/controlFile.ts";
import { reason } from "../process/problem.ts";
import { requestLocal } from "../process/request.ts";
import { dataFolderAt } from "../state/dataFolder.ts";
import { HEALTH_PATH } from "./answer.ts";
import type { HealthReport } from "./health.ts";

const TIMEOUT_MS = 8_000;

async function askRun(data: string): Promise<HealthReport | string> {
  const run = controlIn(dataFolderAt(data));
  if (run === undefined) return `No run with the data folder ${dataFolderAt(data).path} is ready.`;
  try {
    const asked = { port: run.port, host: "localhost", path: HEALTH_PATH, timeoutMs: TIMEOUT_MS };
    return JSON.parse((await requestLocal(asked)).text) as HealthReport;
  } catch (error) {
    return `The run does not answer (${reason(error)}).`;
  }
}

const outcome = (report: HealthReport | string): Outcome =>
  typeof report === "string"
    ? { ok: false, lines: [report], data: { status: "failing", faults: [report] } }
    : { ok: report.status === "ok", lines: linesOf(report), data: { ...report } };

const linesOf = ({ faults, loader, storage, queue, disk }: HealthReport): string[] => [
  `Plugin code  ${loader?.available === true ? "runs" : `does not run${loader?.reason ? `: ${loader.reason}` : ""}`}`,
  `Storage      ${storage ? `${countOf(storage.tenants, "tenant")}${storage.isAll ? "" : " so far"}, ${storage.silent} silent` : "unknown"}`,
  `Queue        ${queue ? `${queue.waiting} waiting, ${queue.deadLetters} dead letters` : "unknown"}`,
  `Disk         ${disk.freeBytes === null ? "unknown" : `${Math.floor(disk.freeBytes / 1024 ** 2)} MiB free`}`,
  ...faults,
  faults.length === 0 ? "Healthy." : "Not healthy.",
];

export const health: CliCommand = {
  name: "health",
  summary: "Show the health of the run with a data folder on this machine.",
  options: [["--data <folder>", "the data folder (default: .svc/local)"]],
  examples: ["svc health", "svc health --data /srv/drawbridge --json"],
  run: async ({ options }) => outcome(await askRun(options.text("data") ?? ".svc/local")),
};

/** The steps of a deployment in order, each with a check of its result. */
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import { domainsTo } from "../../../platform/provider/workers.ts";
import type { PreparedWorker } from "../descriptor/check.ts";
import { configHostnames, judgeAddresses, judgeHostname } from "../live/accountChecks.ts";
import { judgeMigrations } from "../live/migrationCheck.ts";
import { judgeQueues, queueNamed, queueRows } from "../live/queueChecks.ts";
import { releaseTag } from "../live/releaseTag.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "../live/verdict.ts";
import { DEPLOY, judgeWorker } from "../live/workerChecks.ts";
import { readDeployedWorker } from "../live/deployedWorker.ts";
import { type Scene, hostnamesOfWorker } from "./scene.ts";

/** A call of wrangler for one worker. */
export interface WorkerCall {
  /** The folder in the prepared set. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly input?: string;
}

export interface DeployStep {
  /** A stable id, such as `worker.site`. */
  readonly id: string;
  readonly title: string;
  /**
   * Compares the provider's state with the prepared one, before and after the step. The step is done if all verdicts
   * pass.
   */
  judge(): Promise<readonly LiveVerdict[]>;
  /** True if `judge` sends GET requests only. */
  readonly isReadByGet: boolean;
  /** A reason to run the step although all verdicts pass, such as a new secret; for people. */
  readonly reason?: string;
  call(): Promise<Result<WorkerCall, LiveVerdict>>;
}

/** The worker whose configuration has the database, for migrations, and the queues. */
const WORKSPACE = "workspace";

function queueStep(scene: Scene, id: string, name: string): DeployStep {
  const title = `queue ${name}`;
  return {
    id,
    title,
    isReadByGet: true,
    judge: async () => {
      const read = await queueNamed(scene.connection, name);
      if (!read.ok) return [unanswered(id, "the queue exists", title, read.error)];
      return [
        verdictOf(
          id,
          "the queue exists",
          read.value ? [] : [finding(title, "nothing", "a queue of this name", "svc cloudflare deploy")],
          "blocked",
        ),
      ];
    },
    call: () => Promise.resolve(accepted({ folder: WORKSPACE, args: ["queues", "create", name] })),
  };
}

const migrationStep = (scene: Scene): DeployStep => ({
  id: "migrations",
  title: `migrations of ${scene.descriptor.d1.databaseName}`,
  isReadByGet: false,
  judge: async () => [await judgeMigrations("migrations", scene)],
  call: () => Promise.resolve(accepted({ folder: WORKSPACE, args: ["d1", "migrations", "apply", "DB", "--remote"] })),
});

/**
 * Hostnames that the worker has or will get, without those in its configuration. wrangler removes every hostname that
 * its call does not name.
 */
async function otherHostnames(scene: Scene, worker: PreparedWorker): Promise<Result<string[], LiveVerdict>> {
  const { provider, account } = scene.connection;
  const { row, config } = worker;
  const hostnames = configHostnames(config);
  if (hostnames.length === 0) return accepted([]);
  const read = await provider.list(domainsTo(account, row.name));
  if (!read.ok)
    return refused(
      unanswered(`worker.${row.key}.hostnames`, "the worker's other hostnames stay", row.name, read.error),
    );
  const others = new Set([...read.value.map(({ hostname }) => hostname), ...hostnamesOfWorker(scene, worker)]);
  return accepted([...others].filter((hostname) => !hostnames.includes(hostname)));
}

async function judgeDeployed(scene: Scene, prepared: PreparedWorker): Promise<readonly LiveVerdict[]> {
  const { connection, descriptor, set } = scene;
  const { row, config } = prepared;
  const worker = judgeWorker(
    { row, config, descriptor, policy: row.key, tag: releaseTag(set, row), deploy: DEPLOY },
    await readDeployedWorker(connection, row.name),
  );
  // The other checks need a deployed worker.
  if (worker.some(({ verdict }) => verdict !== "passed")) return worker;
  const hostnames = hostnamesOfWorker(scene, prepared).map((hostname) => judgeHostname(connection, row, hostname));
  const queues = row.key === "workspace" ? await judgeQueues(connection, descriptor, config) : [];
  return [...worker, ...(await Promise.all([judgeAddresses(connection, row), ...hostnames])), ...queues];
}

function workerStep(scene: Scene, worker: PreparedWorker): DeployStep {
  const { row } = worker;
  const secrets = scene.secrets[row.key] ?? {};
  const names = Object.keys(secrets);
  return {
    id: `worker.${row.key}`,
    title: `worker ${row.name}`,
    isReadByGet: true,
    judge: () => judgeDeployed(scene, worker),
    ...(names.length > 0 ? { reason: `${names.length} ${names.length === 1 ? "secret" : "secrets"} given` } : {}),
    call: async () => {
      const kept = await otherHostnames(scene, worker);
      if (!kept.ok) return kept;
      const args = [
        "deploy",
        "--no-x-provision",
        "--no-autoconfig",
        "--tag",
        releaseTag(scene.set, row),
        ...kept.value.flatMap((hostname) => ["--domain", hostname]),
        ...(names.length > 0 ? ["--secrets-file", "/dev/stdin"] : []),
      ];
      return accepted({ folder: row.key, args, ...(names.length > 0 ? { input: JSON.stringify(secrets) } : {}) });
    },
  };
}

/** Queues come first, because consumers need them. Migrations run after the workspace and before the public workers. */
export function stepsOf(scene: Scene): readonly DeployStep[] {
  const inner = scene.workers.filter(({ row }) => !row.isPublic);
  const outer = scene.workers.filter(({ row }) => row.isPublic);
  return [
    ...queueRows(scene.descriptor).map(([id, name]) => queueStep(scene, id, name)),
    ...inner.map((worker) => workerStep(scene, worker)),
    migrationStep(scene),
    ...outer.map((worker) => workerStep(scene, worker)),
  ];
}

/** Reads one worker's current deployment and version from the provider. */
import type { ProviderResult } from "../../../platform/provider/client.ts";
import {
  type WorkerDeployment,
  type WorkerVersion,
  deployments,
  workerVersionOf,
} from "../../../platform/provider/workers.ts";
import type { Connection } from "../account/account.ts";

export interface DeployedWorker {
  readonly name: string;
  /** The current deployment; undefined if the worker has none. */
  readonly deployment: ProviderResult<WorkerDeployment | undefined>;
  /** The version with 100 % of the traffic; undefined if the deployment splits traffic. */
  readonly version: ProviderResult<WorkerVersion> | undefined;
}

const WHOLE = 100;

/** The id of the version with 100 % of the traffic; undefined if several versions share it. */
export const onlyVersion = ({ versions }: WorkerDeployment): string | undefined => {
  const [only, ...others] = versions;
  return only && others.length === 0 && only.percentage === WHOLE ? only.version_id : undefined;
};

export async function readDeployedWorker({ provider, account }: Connection, name: string): Promise<DeployedWorker> {
  const read = await provider.ask(deployments(account, name));
  if (!read.ok)
    return {
      name,
      deployment: read.error.kind === "absent" ? { ok: true, value: undefined } : read,
      version: undefined,
    };
  const [newest] = read.value.deployments;
  const id = newest ? onlyVersion(newest) : undefined;
  return {
    name,
    deployment: { ok: true, value: newest },
    version: id === undefined ? undefined : await provider.ask(workerVersionOf(account, name, id)),
  };
}

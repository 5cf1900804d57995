/** Reads one worker at the provider. */
import type { ProviderResult } from "../../../shared/provider/client.ts";
import type { WorkerDeployment, WorkerVersion } from "../../../shared/provider/workers.ts";
import { deployments, workerVersionOf } from "../../../shared/provider/workers.ts";
import type { Connection } from "../account/account.ts";

export interface WorkerLook {
  readonly name: string;
  /** The deployment that holds; undefined where the worker has none. */
  readonly deployment: ProviderResult<WorkerDeployment | undefined>;
  /** The one version at 100 %; undefined where there is no such one. */
  readonly version: ProviderResult<WorkerVersion> | undefined;
}

const WHOLE = 100;

/** The one version that gets all requests. */
export const onlyVersion = ({ versions }: WorkerDeployment): string | undefined => {
  const [only, ...others] = versions;
  return only && others.length === 0 && only.percentage === WHOLE ? only.version_id : undefined;
};

export async function lookAt({ provider, account }: Connection, name: string): Promise<WorkerLook> {
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

/** The tag of a deployed version: a digest of its prepared configuration, code and static files. */
import type { WorkerRow } from "../../../workers/workers.ts";
import type { PreparedSet } from "../descriptor/prepared.ts";
import { sha256 } from "../../files/sha256.ts";
import { filesOfWorker } from "../descriptor/preparedFiles.ts";

/** The provider truncates longer tags. 80 bits distinguish all releases of one operator. */
const DIGITS = 20;

/** The annotation that holds a version's tag at the provider. */
export const TAG = "workers/tag";

export const releaseTag = ({ record }: PreparedSet, row: WorkerRow): string =>
  `svc-${sha256(JSON.stringify(filesOfWorker(record, row))).slice(0, DIGITS)}`;

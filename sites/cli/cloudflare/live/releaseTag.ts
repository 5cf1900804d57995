/** The tag a deployed version carries: which prepared configuration, code and static files it was made from. */
import type { WorkerRow } from "../../../workers.ts";
import type { PreparedSet } from "../prepared.ts";
import { sha256 } from "../../files/sha256.ts";
import { filesOfWorker } from "../preparedFiles.ts";

/** The provider cuts longer tags. 80 bits tell two releases of one operator apart. */
const DIGITS = 20;

/** The annotation in which the provider keeps a version's tag. */
export const TAG = "workers/tag";

export const releaseTag = ({ record }: PreparedSet, row: WorkerRow): string =>
  `svc-${sha256(JSON.stringify(filesOfWorker(record, row))).slice(0, DIGITS)}`;

import type { Environment } from "../command/command.ts";
import { bucketAt, isBucket } from "./bucket.ts";
import { folderAt } from "./folder.ts";
import type { PackagePlace } from "./place.ts";

/** The place that a person names: a folder, or the address of a folder in a bucket. */
export const packagePlaceAt = (to: string, environment: Environment, now: number): PackagePlace =>
  isBucket(to) ? bucketAt(to, environment, now) : folderAt(to);

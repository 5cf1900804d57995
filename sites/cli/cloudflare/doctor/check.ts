/** The shape of a check of `svc doctor`: one question with a stable id about facts that were read before any check. */
import type { WorkerRow } from "../../../workers.ts";
import type { Descriptor } from "../descriptor.ts";
import type { Family } from "../family.ts";
import type { PreparedSet } from "../prepared.ts";
import type { Config } from "../config.ts";

export interface PreparedWorker {
  readonly row: WorkerRow;
  readonly path: string;
  readonly config: Config;
}

export interface Finding {
  /** A warning is worth knowing and stops nothing. */
  readonly level: "error" | "warning";
  /** A file and a JSON pointer, or a thing of this machine. */
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  /** The command that mends it. */
  readonly mend: string;
}

/** The facts about the site directory and this machine. */
export interface Examined {
  readonly profile: Family;
  readonly release: string;
  readonly set: PreparedSet | undefined;
  /** The profile's workers whose prepared configuration could be read. */
  readonly workers: readonly PreparedWorker[];
  /** Absent where the file is missing or refused; `descriptorFindings` says why. */
  readonly descriptor: Descriptor | undefined;
  readonly descriptorFindings: readonly Finding[];
  /** The wanted configurations by worker key; empty without a descriptor. */
  readonly wanted: ReadonlyMap<string, Config>;
  readonly machine: Machine;
}

/** This machine, as far as the local side of a deployment depends on it. */
export interface Machine {
  readonly node: string;
  readonly workerd: string | undefined;
  readonly folder: { readonly path: string; readonly isWritable: boolean; readonly freeBytes: number };
  /** Addresses `demo.localhost` leads to; empty when the system does not know the name. */
  readonly localhost: readonly string[];
  readonly port: { readonly number: number; readonly isFree: boolean };
}

export interface Check {
  /** Stable: programs and documents name it. */
  readonly id: string;
  readonly title: string;
  /** The facts that this check needs. Without them it is unchecked, which is no pass. */
  readonly needs?: "prepared" | "descriptor" | "both";
  find(examined: Examined): readonly Finding[] | Promise<readonly Finding[]>;
}

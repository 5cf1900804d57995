/** The interface of a check of `svc doctor`. All facts are read before the first check runs. */
import type { WorkerRow } from "../../../workers/workers.ts";
import type { Descriptor } from "./descriptor.ts";
import type { Family } from "./family.ts";
import type { PreparedSet } from "./prepared.ts";
import type { Config } from "./config.ts";

export interface PreparedWorker {
  readonly row: WorkerRow;
  readonly path: string;
  readonly config: Config;
}

export interface Finding {
  /** Only an `error` keeps the deployment from being well. */
  readonly level: "error" | "warning";
  /** A file and a JSON pointer, or a part of this machine. */
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  /** The command or the edit that corrects it. */
  readonly mend: string;
}

/** Makes a finding that keeps the deployment from being well. */
export const fault = (where: string, found: string, allowed: string, mend: string): Finding => ({
  level: "error",
  where,
  found,
  allowed,
  mend,
});

/** The facts about the site directory and this machine. */
export interface Examined {
  readonly profile: Family;
  readonly release: string;
  readonly set: PreparedSet | undefined;
  /** The profile's workers whose prepared configuration could be read. */
  readonly workers: readonly PreparedWorker[];
  /** Undefined if the file is missing or refused; `descriptorFindings` then says why. */
  readonly descriptor: Descriptor | undefined;
  readonly descriptorFindings: readonly Finding[];
  /** The wanted configurations by worker key; empty without a descriptor. */
  readonly wanted: ReadonlyMap<string, Config>;
  readonly machine: Machine;
}

/** Facts about this machine that affect a deployment from here. */
export interface Machine {
  readonly node: string;
  readonly workerd: string | undefined;
  readonly folder: { readonly path: string; readonly isWritable: boolean; readonly freeBytes: number };
  /** Addresses of `demo.localhost`; empty if the resolver does not know the name. */
  readonly localhost: readonly string[];
  readonly port: { readonly number: number; readonly isFree: boolean };
  /** Lost and damaged parts of the data that the site directory's own run has found. */
  readonly losses: readonly { readonly what: string; readonly mend: string }[];
}

export interface Check {
  /** A stable id: programs and documents name it. */
  readonly id: string;
  readonly title: string;
  /** Facts that the check needs. Without them the check does not run, and `unchecked` is no pass. */
  readonly needs?: "prepared" | "descriptor" | "both";
  find(examined: Examined): readonly Finding[] | Promise<readonly Finding[]>;
}

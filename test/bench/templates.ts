import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isRendered } from "../runtime/templates/greedyCost.ts";
import type { Genes } from "../runtime/templates/greedyTemplates.ts";
import { effortOf } from "../support/effort.ts";

const PROGRAM = fileURLToPath(new URL("../runtime/templates/greedyRun.ts", import.meta.url));
/** A small heap as in the unit test, so that growth means memory in use. */
const HEAP = ["--max-old-space-size=32", "--max-semi-space-size=4"];
const TRIES = "400";

/** The most expensive template of one section that a search finds within its budget. */
export interface TemplateFigures {
  readonly cpuMs: number;
  /** The cost as a multiple of parsing a megabyte of JSON in the same run. */
  readonly effort: number;
  /** The process's growth over the whole search. */
  readonly growthMb: number;
}

export async function measureTemplates(): Promise<TemplateFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, PROGRAM, TRIES]);
  const {
    dearest: [worst],
    growthMb,
  } = JSON.parse(stdout) as Found;
  if (!worst) throw new Error("the search found no template");
  return { cpuMs: worst.ms, effort: await effortOf(() => isRendered(worst.genes)), growthMb };
}

interface Found {
  readonly dearest: readonly { readonly ms: number; readonly genes: Genes }[];
  readonly growthMb: number;
}

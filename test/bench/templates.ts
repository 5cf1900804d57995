import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isRendered } from "../runtime/templates/greedyCost.ts";
import type { Genes } from "../runtime/templates/greedyTemplates.ts";
import { effortOf } from "../support/effort.ts";

const PROGRAM = fileURLToPath(new URL("../runtime/templates/greedyRun.ts", import.meta.url));
/** As small as the unit test's, so that what grows is needed and not only left to collect. */
const HEAP = ["--max-old-space-size=32", "--max-semi-space-size=4"];
const TRIES = "400";

/** The dearest template of one section that a search finds within its budget. */
export interface TemplateFigures {
  readonly cpuMs: number;
  /** The same as a multiple of reading a megabyte of JSON in the same run. */
  readonly effort: number;
  /** Growth of the process over the whole search. */
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

import type { OutputLine, ShownFault } from "../../../manifests/faults/fault.ts";

/** A call of a plugin in the answer of the site's API. */
export interface ListedCall {
  readonly number: number;
  readonly version: string;
  readonly digest: string;
  readonly point: string;
  readonly name: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
  readonly outcome: string | null;
  readonly report: {
    readonly fault: ShownFault | null;
    readonly output: readonly OutputLine[];
    readonly withheld: boolean;
  } | null;
}

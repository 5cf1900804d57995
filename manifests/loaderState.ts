/** The sandbox's ability to run plugin code in this deployment. */
export interface LoaderState {
  readonly available: boolean;
  /** One sentence for people. Absent if plugin code can run. */
  readonly reason?: string;
  /** True if the sandbox did not answer. Then its state is unknown. */
  readonly silent?: true;
}

/** The loader's state in an answer of the API: `reason` is null if plugin code can run. */
export interface LoaderReport {
  readonly available: boolean;
  readonly reason: string | null;
}

export const loaderReport = ({ available, reason }: LoaderState): LoaderReport => ({
  available,
  reason: reason ?? null,
});

/** The sandbox's ability to run plugin code in this deployment. */
export interface LoaderState {
  readonly available: boolean;
  /** One sentence for people; absent if the sandbox is available. */
  readonly reason?: string;
  /** True if the sandbox did not answer, which says nothing about this deployment. */
  readonly silent?: true;
}

/** The loader's state in an answer of the API: `reason` is null if the sandbox is available. */
export interface LoaderReport {
  readonly available: boolean;
  readonly reason: string | null;
}

export const loaderReport = ({ available, reason }: LoaderState): LoaderReport => ({
  available,
  reason: reason ?? null,
});

/** A complete answer of a worker. */
export interface WorkerAnswer {
  readonly status: number;
  /** Headers by name in lower case, without those that frame the body. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

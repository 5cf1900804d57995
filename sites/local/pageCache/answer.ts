/** An answer of the workers. */
export interface WorkerAnswer {
  readonly status: number;
  /** Names in lower case, and no headers that frame the body. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

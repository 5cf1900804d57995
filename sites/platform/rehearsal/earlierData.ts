/** Data of an earlier plugin version, for tests of a migration. */
export interface EarlierData {
  /** The version that wrote the data. */
  readonly version: string;
  /** The stored values by key. */
  readonly storage?: Readonly<Record<string, unknown>>;
  /** The owner's settings, without secrets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

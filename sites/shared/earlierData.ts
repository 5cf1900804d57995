/** Data that an earlier version of the plugin left. */
export interface EarlierData {
  /** The version that wrote the data. */
  readonly version: string;
  /** The values that it stored, by key. */
  readonly storage?: Readonly<Record<string, unknown>>;
  /** The settings that its owner set, without secrets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

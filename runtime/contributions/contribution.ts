import type { ActivePlugin } from "./installed.ts";

/** One contribution and its plugin. */
export interface Contribution<T> {
  /** `<plugin id>/<name>`: how documents and links name it. */
  readonly qualified: string;
  readonly plugin: ActivePlugin;
  readonly item: T;
}

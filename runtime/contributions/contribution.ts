import type { ActivePlugin } from "./installed.ts";

/** One contribution and its plugin. */
export interface Contribution<T> {
  /** `<plugin id>/<name>`, the name in documents and links. */
  readonly qualified: string;
  readonly plugin: ActivePlugin;
  readonly item: T;
}

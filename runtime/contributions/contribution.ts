import type { ActivePlugin } from "./installed.ts";

export interface Contribution<T> {
  /** `<plugin id>/<name>`, the name in documents and links. */
  readonly qualified: string;
  readonly plugin: ActivePlugin;
  readonly item: T;
}

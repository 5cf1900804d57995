/** A redirect as a row of text has it. */
export interface Entry {
  readonly from: string;
  readonly to?: string;
  readonly status: number;
}

/** A row as a redirect, or the reason in the words of the page why it can be none. */
export interface ReadRow {
  readonly entry: Entry;
  readonly fault?: "pattern" | "switchedOff" | "otherSite" | "inside" | undefined;
  /** True if a part behind `#` was left out, which browsers keep to themselves. */
  readonly hadAnchor?: boolean | undefined;
}

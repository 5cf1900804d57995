/** A menu entry for one action of a plugin. */
export interface OfferedEntry {
  readonly word: string;
  readonly run: () => void;
}

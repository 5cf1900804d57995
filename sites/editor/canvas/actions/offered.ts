/** One action of a plugin at a section or the page. */
export interface OfferedEntry {
  readonly word: string;
  readonly run: () => void;
}

/** Opens a rich text for writing. Loaded when the first one opens. */
import { KeptText } from "./model/kept.ts";
import type { RichOptions, RichText } from "./rich.ts";
import { openSource } from "./view/source.ts";
import { openFormatted } from "./view/view.ts";

export type { RichCommands, RichNotice, RichOptions, RichServices, RichState, RichText } from "./rich.ts";

/** A text that would change if it were written anew is shown as its source. */
export function openRichText(options: RichOptions): RichText {
  const kept = KeptText.open(options.markdown);
  return kept ? openFormatted(kept, options) : openSource(options);
}

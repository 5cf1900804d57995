/** Opens a formatted text for editing. The script loads when the first one opens. */
import { KeptText } from "./model/kept.ts";
import type { RichOptions, RichText } from "./model/rich.ts";
import { openSource } from "./view/source.ts";
import { openFormatted } from "./view/view.ts";

export type { RichCommands, RichNotice, RichOptions, RichServices, RichState, RichText } from "./model/rich.ts";

/** Opens a text with its formatting. If rewriting it would change its meaning, the Markdown source opens instead. */
export function openRichText(options: RichOptions): RichText {
  const kept = KeptText.open(options.markdown);
  return kept ? openFormatted(kept, options) : openSource(options);
}

/** A text with formatting that is open in the draft, as the tools above it see it. */
import type { RichState, RichText } from "../../rich/rich.ts";

export interface RichWriting {
  readonly rich: RichText;
  readonly state: RichState | null;
  /** True while the member is asked where a link leads. */
  readonly isLinking: boolean;
}

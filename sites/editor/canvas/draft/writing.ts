/** The formatted text that is open in the draft, for the tools above the draft. */
import type { RichState, RichText } from "../../rich/model/rich.ts";

export interface RichWriting {
  readonly rich: RichText;
  readonly state: RichState | null;
  /** True while the link dialog is open. */
  readonly isLinking: boolean;
}

/** The formatted text that is open in the draft, for the tools above the draft. */
import type { RichAsked, RichState, RichText } from "../../rich/model/rich.ts";

export interface RichWriting {
  readonly rich: RichText;
  readonly state: RichState | null;
  /** The open dialog; null without one. */
  readonly asked: RichAsked | null;
}

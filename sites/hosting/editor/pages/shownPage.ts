import type { BackLinksView, PageView } from "../../../../runtime/editing/views.ts";
import type { FormFailure } from "../desk/failure.ts";

/** A page on the page about it. */
export interface ShownPage extends PageView {
  /** Pages whose paths continue this one's. */
  readonly below: number;
  /** The version visitors see; null when they see none. */
  readonly published: number | null;
  readonly links: BackLinksView;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

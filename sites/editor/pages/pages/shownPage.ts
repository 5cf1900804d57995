import type { BackLinksView, PageView } from "../../../../runtime/editing/views.ts";
import type { FormFailure } from "../desk/failure.ts";

/** A page with the data that its settings page shows. */
export interface ShownPage extends PageView {
  /** The number of pages below its path. */
  readonly below: number;
  /** The published version; null if the page is not published. */
  readonly published: number | null;
  readonly links: BackLinksView;
  readonly here: string;
  /** True if the member who looks at it changed it last. */
  readonly isOwn: boolean;
  readonly failure: FormFailure | undefined;
}

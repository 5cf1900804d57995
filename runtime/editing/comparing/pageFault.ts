import type { Section } from "../../documents/content/section.ts";
import type { LinkFault } from "./linkCheck.ts";
import type { PublicationView } from "./views.ts";

/** A fault of a page that members learn before a publication. */
export interface PageFault extends LinkFault {
  /** The link as the member wrote it. */
  readonly link: string | null;
  readonly section: Section | undefined;
  readonly unpublished?: PublicationView["warnings"][number]["unpublished"];
}

/** Ways to publish what a publication would leave behind. */
import type { PublicationView } from "../../../../runtime/editing/comparing/views.ts";

type Unpublished = NonNullable<PublicationView["warnings"][number]["unpublished"]>;

/** Documents that an address can choose. A larger choice is one of everything. */
export const ADDRESSED = 50;

/** A publication that could take more along. */
interface Extended {
  readonly isWhole: boolean;
  /** False if there are more changes than are listed. */
  readonly isListed: boolean;
  /** The number of its documents, with those that it could take along. */
  readonly size: number;
}

/**
 * `along`: the same publication with all that a warning names. `everything`: one of everything. `held`: that one leaves
 * some out, too.
 */
export function wayToTake(
  { pages, total, held }: Pick<Unpublished, "pages" | "total" | "held">,
  { isWhole, isListed, size }: Extended,
): "along" | "everything" | "held" | undefined {
  if (pages.length === total && size <= ADDRESSED && (isListed || !isWhole)) return "along";
  if (held > 0) return "held";
  return isWhole ? undefined : "everything";
}

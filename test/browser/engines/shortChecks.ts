/** All shorter checks, in the order in which a member goes through them. Later ones begin where earlier ones end. */
import { LIST_CHECKS } from "./short/lists.ts";
import { LOSS_CHECKS } from "./short/losses.ts";
import { PUBLISHING_CHECKS } from "./short/publishing.ts";
import { REACH_CHECKS } from "./short/reach.ts";
import type { ShortCheck } from "./short/shortCheck.ts";
import { STRUCTURE_CHECKS } from "./short/structure.ts";
import { TEXT_CHECKS } from "./short/texts.ts";

export const SHORT_CHECKS: readonly ShortCheck[] = [
  ...STRUCTURE_CHECKS,
  ...TEXT_CHECKS,
  ...LIST_CHECKS,
  ...PUBLISHING_CHECKS,
  ...LOSS_CHECKS,
  ...REACH_CHECKS,
];

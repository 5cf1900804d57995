/** The answer of the API about addresses that visitors asked for in vain. */
import * as z from "zod/mini";
import { described } from "../../commands/described.ts";

const missedAddress = z.strictObject({
  path: z.string(),
  times: described(
    z.int().check(z.gte(1)),
    "Answers of the site that it has no such page. The page cache gives some of them alone.",
  ),
  firstAt: z.int(),
  lastAt: z.int(),
});
export type MissedAddress = z.infer<typeof missedAddress>;

/** The addresses that neither a page nor a redirect of the draft answers, the most asked for first. */
export const missedView = z.strictObject({
  items: z.array(missedAddress),
  total: described(z.int().check(z.gte(0)), "The number of all of them. The list names the first."),
});
export type MissedView = z.infer<typeof missedView>;

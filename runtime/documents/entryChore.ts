import type { Chore } from "../area/chore.ts";
import type { EntryIndex } from "./lists/entryIndex.ts";
import type { Powers } from "../powers/powers.ts";

/** Goes on with the index of entries, one turn at each alarm, so that the workspace answers in between. */
export const entryChore = ({ powers, entries }: { readonly powers: Powers; readonly entries: EntryIndex }): Chore => ({
  turn: "publish",
  run: () => void entries.goOn(),
  nextDue: () => (entries.isMakingAny ? powers.now() : undefined),
});

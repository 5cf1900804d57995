import type { Chore } from "../area/chore.ts";
import type { DueWords } from "./lists/dueWords.ts";
import type { EntryIndex } from "./lists/entryIndex.ts";
import type { Powers } from "../powers/powers.ts";

interface EntryChoreParts {
  readonly powers: Powers;
  readonly entries: EntryIndex;
  readonly dueWords: DueWords;
}

/**
 * Goes on with the index of entries and the first words of pages, one turn at each alarm, so that the workspace answers
 * in between.
 */
export const entryChore = ({ powers, entries, dueWords }: EntryChoreParts): Chore => ({
  turn: "publish",
  run: () => {
    entries.goOn();
    dueWords.goOn();
  },
  nextDue: () => (entries.isMakingAny || dueWords.isAny ? powers.now() : undefined),
});
